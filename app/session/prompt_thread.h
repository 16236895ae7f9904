#pragma once

#include "app/interfaces/prompt_reader.h"

#include <QObject>
#include <QThread>

#include <functional>
#include <memory>

namespace moru {

/// The thread on which prompts are made: neither the window nor an answer that is being written waits for it.
/// Jobs run one after the other.
class PromptThread {
public:
    explicit PromptThread(std::shared_ptr<const PromptReader> reader);
    /// Waits for the job that runs; those behind it are dropped.
    ~PromptThread();
    PromptThread(const PromptThread&) = delete;
    PromptThread& operator=(const PromptThread&) = delete;

    /// Runs `make` there and gives its value to `take` on the thread of `receiver`, which must outlive this
    /// object.
    template <typename Value>
    void run(
        QObject* receiver, std::function<Value(const PromptReader&)> make, std::function<void(Value)> take)
    {
        post([reader = m_reader, receiver, make = std::move(make), take = std::move(take)] {
            auto value = std::make_shared<Value>(make(*reader));
            QMetaObject::invokeMethod(receiver, [take, value] { take(std::move(*value)); });
        });
    }

private:
    void post(std::function<void()> job);

    std::shared_ptr<const PromptReader> m_reader;
    QThread m_thread;
    QObject* m_place; // lives on the thread; deleted there when it ends
};

} // namespace moru
