#include "app/worker/engine_thread.h"

#include <QDeadlineTimer>

namespace moru {

namespace {

void registerValues()
{
    qRegisterMetaType<LoadJob>();
    qRegisterMetaType<GenerationJob>();
    qRegisterMetaType<LoadOutcome>();
    qRegisterMetaType<LoadAdvance>();
    qRegisterMetaType<MachineFacts>();
    qRegisterMetaType<GenerationBatch>();
    qRegisterMetaType<GenerationEnd>();
}

} // namespace

EngineThread::EngineThread(std::unique_ptr<InferenceEngine> engine)
    : m_worker(new EngineWorker(std::move(engine)))
{
    registerValues();
    m_thread.setObjectName(QStringLiteral("engine"));
    m_worker->moveToThread(&m_thread);
    QObject::connect(&m_thread, &QThread::finished, m_worker, &QObject::deleteLater);
    m_thread.start();
}

EngineThread::~EngineThread()
{
    m_thread.quit();
    m_thread.wait();
}

bool EngineThread::leave(std::chrono::milliseconds patience)
{
    m_thread.quit();
    return m_thread.wait(QDeadlineTimer(patience));
}

} // namespace moru
