#pragma once

#include <QList>
#include <QString>
#include <QStringList>

namespace moru::test {

/// A folder of engine/kernels that is compiled for an instruction set, and its object files.
struct Folder {
    QString isa;
    QStringList objects;
};

[[nodiscard]] QList<Folder> folders();

/// The path of the first of these programs that is there; empty where none is.
[[nodiscard]] QString tool(const QStringList& names);

[[nodiscard]] QString outputOf(const QString& program, const QStringList& arguments);

struct Instruction {
    qulonglong address = 0;
    QString text;
};

struct Function {
    QString name;
    QList<Instruction> code;
};

/// Every function of an object file, as `objdump` shows it.
[[nodiscard]] QList<Function> functionsOf(const QString& objdump, const QString& object);

/// Of a function's instructions, from the target of a backward jump to the jump.
struct Loop {
    int begin = 0;
    int end = 0;
    bool isInnermost = true; ///< No other such is inside.
};

[[nodiscard]] QList<Loop> loopsOf(const QList<Instruction>& code);

} // namespace moru::test
