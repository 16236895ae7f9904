#pragma once

#include "app/types/model_entry.h"

#include <string_view>
#include <vector>

namespace moru {

/// The models that Moru is made for, in the order of resources/models.json, which is compiled in.
[[nodiscard]] const std::vector<RegisteredModel>& registeredModels();

/// Null for an unknown name. Case does not matter.
[[nodiscard]] const RegisteredModel* findRegisteredModel(std::string_view name);

/// The registered model that a repository ("Qwen/Qwen3-1.7B") or a folder's name belongs to; null for none.
[[nodiscard]] const RegisteredModel* registeredModelOfRepository(const QString& repository);
[[nodiscard]] const RegisteredModel* registeredModelOfFolderName(const QString& name);

} // namespace moru
