#pragma once

#include "tests/support/test_main.h"

#include <QFile>
#include <QString>

namespace moru::test {

inline QString realModel(const char* name)
{
    return QString::fromStdString((modelsFolder() / name).string());
}

} // namespace moru::test

/// The folder of a small real model; skips, aloud, where it is not there.
#define NEED_MODEL(variable, name)                                                                           \
    const QString variable = moru::test::realModel(name);                                                    \
    if (!QFile::exists(variable + "/model.safetensors"))                                                     \
    QSKIP("the small real models are not here; run packaging/get-small-models.sh")
