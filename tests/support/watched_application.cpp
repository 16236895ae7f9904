#include "tests/support/watched_application.h"

#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define MORU_THREAD_SANITIZER
#endif
#endif

#if defined(MORU_THREAD_SANITIZER)
#include <sanitizer/allocator_interface.h>
#include <sanitizer/tsan_interface.h>
#endif

namespace moru::test {

#if defined(MORU_THREAD_SANITIZER)

namespace {

char eventQueues; // only its address counts

/// Whoever posts an event allocates it first.
void allocated(const volatile void*, std::size_t)
{
    __tsan_release(&eventQueues);
}

void freed(const volatile void*) { }

} // namespace

WatchedApplication::WatchedApplication(int& argc, char** argv)
    : QCoreApplication(argc, argv)
{
    __sanitizer_install_malloc_and_free_hooks(allocated, freed);
}

bool WatchedApplication::notify(QObject* receiver, QEvent* event)
{
    __tsan_acquire(&eventQueues);
    return QCoreApplication::notify(receiver, event);
}

#else

WatchedApplication::WatchedApplication(int& argc, char** argv)
    : QCoreApplication(argc, argv)
{
}

bool WatchedApplication::notify(QObject* receiver, QEvent* event)
{
    return QCoreApplication::notify(receiver, event);
}

#endif

} // namespace moru::test
