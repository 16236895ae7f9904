#include "app/types/path_text.h"

namespace moru {

QString pathText(const std::filesystem::path& path)
{
    const std::string& bytes = path.native();
    return QString::fromUtf8(bytes.data(), static_cast<qsizetype>(bytes.size()));
}

std::filesystem::path pathFromText(const QString& text)
{
    return std::filesystem::path(text.toStdString());
}

} // namespace moru
