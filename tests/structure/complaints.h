#pragma once

#include <QStringList>
#include <QTest>

/// Fails with all complaints, one a line. (QCOMPARE would cut the list short.)
#define MORU_NO_COMPLAINTS(list)                                                                             \
    do {                                                                                                     \
        const QStringList complaints = list;                                                                 \
        QVERIFY2(complaints.isEmpty(), qPrintable(QLatin1Char('\n') + complaints.join(QLatin1Char('\n'))));  \
    } while (false)
