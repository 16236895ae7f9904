#include "app/session/prompt_thread.h"

namespace moru {

PromptThread::PromptThread(std::shared_ptr<const PromptReader> reader)
    : m_reader(std::move(reader))
    , m_place(new QObject)
{
    m_thread.setObjectName(QStringLiteral("prompts"));
    m_place->moveToThread(&m_thread);
    QObject::connect(&m_thread, &QThread::finished, m_place, &QObject::deleteLater);
    m_thread.start();
}

PromptThread::~PromptThread()
{
    m_thread.quit();
    m_thread.wait();
}

void PromptThread::post(std::function<void()> job)
{
    QMetaObject::invokeMethod(m_place, std::move(job), Qt::QueuedConnection);
}

} // namespace moru
