#include "app/model_registry/model_title.h"

namespace moru {

QString titleFromName(const QString& name)
{
    QString title = name.section(u'/', -1);
    title.replace(u'-', u' ').replace(u'_', u' ');
    title = title.simplified();
    return title.isEmpty() ? name : title;
}

} // namespace moru
