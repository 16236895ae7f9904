#include "ui/charts/role_colors.h"

namespace moru {

QColor ThemeColors::* roleColor(OperationRole role)
{
    switch (role) {
    case OperationRole::Mlp:
        return &ThemeColors::mlp;
    case OperationRole::Attention:
        return &ThemeColors::attention;
    case OperationRole::Head:
        return &ThemeColors::head;
    case OperationRole::Norm:
        return &ThemeColors::norm;
    case OperationRole::Embedding:
        return &ThemeColors::weights;
    case OperationRole::Vision:
        return &ThemeColors::vision;
    case OperationRole::Sampling:
        return &ThemeColors::sampling;
    case OperationRole::Waiting:
        return &ThemeColors::waiting;
    }
    Q_UNREACHABLE();
}

} // namespace moru
