#include "async/worker.hpp"

#include <condition_variable>
#include <csignal>
#include <deque>
#include <mutex>
#include <pthread.h>
#include <system_error>
#include <thread>

namespace thimble::async {

struct worker::shared_state {
    std::mutex mutex;
    std::condition_variable changed;
    std::deque<std::function<void()>> jobs;
    bool running = false; // a job is under way
    bool started = false; // the thread exists
    bool closing = false; // the worker is gone; what is still queued is dropped
};

namespace {

/// Signals are the home thread's. Above all SIGPIPE: C clients write to sockets that may have been
/// closed by an unplugged phone, and would end the process.
void take_no_signals()
{
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, nullptr);
}

/// The thread's whole life.
template <class State>
void serve(const std::shared_ptr<State>& state)
{
    std::unique_lock lock(state->mutex);
    for (;;) {
        state->running = false;
        state->changed.wait(lock, [&] { return state->closing || !state->jobs.empty(); });
        if (state->closing)
            return;
        auto job = std::move(state->jobs.front());
        state->jobs.pop_front();
        state->running = true;
        lock.unlock();
        job();
        job = nullptr; // what the call owned goes before the next one begins
        lock.lock();
    }
}

} // namespace

worker::worker(boost::asio::any_io_executor home)
    : home_(std::move(home)), state_(std::make_shared<shared_state>())
{
}

worker::~worker()
{
    const std::scoped_lock lock(state_->mutex);
    state_->closing = true;
    state_->jobs.clear();
    state_->changed.notify_one();
}

void worker::submit(std::function<void()> call, queue_end where)
{
    {
        const std::scoped_lock lock(state_->mutex);
        start_thread();
        if (where == queue_end::front)
            state_->jobs.push_front(std::move(call));
        else
            state_->jobs.push_back(std::move(call));
    }
    state_->changed.notify_one(); // after the lock: the thread would wake up only to wait for it
}

void worker::enqueue(std::function<void()> call)
{
    {
        const std::scoped_lock lock(state_->mutex);
        state_->jobs.push_back(std::move(call));
        try {
            start_thread();
        } catch (const std::system_error&) {
            return; // the next call tries again
        }
    }
    state_->changed.notify_one();
}

/// Unless it exists. With the mutex held.
void worker::start_thread()
{
    if (state_->started)
        return;
    std::thread([state = state_] {
        take_no_signals();
        serve(state);
    }).detach();
    state_->started = true;
}

std::size_t worker::calls() const
{
    const std::scoped_lock lock(state_->mutex);
    return state_->jobs.size() + (state_->running ? 1U : 0U);
}

} // namespace thimble::async
