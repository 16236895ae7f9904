#include "engine/api/profile.h"

#include <array>

namespace moru {

std::string_view operationRoleName(OperationRole role)
{
    static constexpr std::array<std::string_view, kOperationRoleCount> names { "mlp", "attention", "head",
        "norm", "embedding", "vision", "sampling", "waiting" };
    return names[std::size_t(role)];
}

} // namespace moru
