#pragma once

#include "engine/templates/jinja/budget.h"
#include "engine/templates/jinja/scope.h"

namespace moru::jinja {

/// Sets what every chat template may call: range, namespace, dict, raise_exception, strftime_now.
/// The budget must outlive the scope.
void setGlobals(Scope& scope, Budget& budget);

} // namespace moru::jinja
