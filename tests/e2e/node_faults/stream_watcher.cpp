#include "tests/e2e/node_faults/stream_watcher.hpp"

#include "tests/e2e/eventually.hpp"
#include "tests/e2e/stream_viewer.hpp"

namespace thimble::e2e {

namespace {

/// A stream in which nothing comes for so long is begun anew, as a page does.
constexpr auto silence_limit = 2s;

} // namespace

stream_watcher::stream_watcher(const cluster& on) : on_(on), thread_([this] { watch(); }) {}

stream_watcher::~stream_watcher()
{
    stopping_ = true;
    thread_.join();
}

void stream_watcher::watch()
{
    while (!stopping_) {
        try {
            stream_viewer viewer(on_.port(), on_.key(), on_.path(0, "/stream"), silence_limit);
            ++streams_;
            while (!stopping_ && viewer.next())
                ++pictures_;
        } catch (const std::exception&) { // what came was no stream
        }
        std::this_thread::sleep_for(50ms); // between two tries
    }
}

bool stream_watcher::sees_more(std::chrono::milliseconds limit) const
{
    const auto before = pictures_.load();
    return eventually(limit, [&] { return pictures_.load() > before; });
}

} // namespace thimble::e2e
