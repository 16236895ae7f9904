#include "ui/charts/round_limit.h"

#include <cmath>
#include <initializer_list>

namespace moru {

double roundLimit(double value)
{
    if (!(value > 0))
        return 1;
    const double power = std::pow(10.0, std::floor(std::log10(value)));
    for (const double step : { 1.0, 2.0, 4.0, 5.0, 10.0 })
        if (value <= step * power)
            return step * power;
    return 10 * power;
}

} // namespace moru
