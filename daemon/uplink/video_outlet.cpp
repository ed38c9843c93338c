#include "daemon/uplink/video_outlet.hpp"

#include <algorithm>
#include <utility>

namespace thimble::daemon {

struct video_outlet::begun {
    using unit_pointer = link::unit_queue<link::access_unit>::pointer;

    std::string stream_id;
    std::string udid;
    std::chrono::system_clock::time_point at;
    link::unit_queue<link::access_unit> waiting;
    bool in_step = false;              // as far as the service can know
    unit_pointer beyond_gap = nullptr; // tells it by its number that those before are lost
    std::size_t planned = 0;           // makers in the outbox
    bool ended = false;
};

video_outlet::video_outlet(video_streams& from,
                           service::websocket::outbox& pictures,
                           std::size_t most,
                           std::shared_ptr<spdlog::logger> log,
                           link::unit_queue_limits granted)
    : from_(from), pictures_(pictures), most_(most), log_(std::move(log)), limits_(granted),
      self_(std::make_shared<video_outlet*>(this))
{
}

video_outlet::~video_outlet()
{
    from_.end_all(this);
    *self_ = nullptr;
}

void video_outlet::set(const link::stream& wanted)
{
    const auto known = begun_.find(wanted.stream_id);
    if (!wanted.on) {
        if (known != begun_.end()) {
            known->second->ended = true;
            begun_.erase(known);
        }
        return from_.set(this, wanted);
    }
    if (known != begun_.end())
        return;
    if (begun_.size() >= video_streams::most)
        return log_->warn("the service asks for more than {} videos", video_streams::most);
    const auto made =
        std::make_shared<begun>(begun{.stream_id = wanted.stream_id,
                                      .udid = wanted.udid,
                                      .at = std::chrono::system_clock::now(),
                                      .waiting = link::unit_queue<link::access_unit>(limits_)});
    begun_.emplace(wanted.stream_id, made);
    from_.set(this, wanted, [this, made](const link::access_unit& what) { take(made, what); });
}

void video_outlet::restart(const std::string& stream_id)
{
    from_.restart(this, stream_id);
}

/// Each unit that waits has a maker in the outbox, which knows no more than whose turn it is: the
/// units themselves can still be dropped. Of those that come before the next key the first one is
/// sent all the same, or the service would take the screen for still.
void video_outlet::take(const begun_pointer& into, const link::access_unit& what)
{
    using queue = link::unit_queue<link::access_unit>;
    const auto unit = std::make_shared<const link::access_unit>(what);
    const auto how = into->waiting.offer(unit);
    if (how == queue::offered::overflowed)
        log_->info("the link is too slow for a video of phone {}: it goes on with the next key",
                   into->udid);
    const bool queued = how == queue::offered::queued;
    if (queued)
        into->beyond_gap = nullptr;
    else if (into->in_step)
        into->beyond_gap = unit;
    into->in_step = queued;
    const std::size_t wanted = into->waiting.size() + (into->beyond_gap ? 1 : 0);
    while (into->planned < wanted) {
        ++into->planned;
        pictures_.push_later(
            [self = self_, into]() -> std::optional<service::websocket::outbox::payload> {
                --into->planned;
                if (*self == nullptr || into->ended)
                    return std::nullopt;
                return (*self)->next_of(*into);
            });
    }
}

std::optional<service::websocket::outbox::payload> video_outlet::next_of(begun& from)
{
    using std::chrono::microseconds;
    auto unit = from.waiting.take();
    if (!unit)
        unit = std::exchange(from.beyond_gap, nullptr);
    if (!unit)
        return std::nullopt;
    const auto since = std::chrono::floor<microseconds>(unit->captured_at - from.at);
    auto frame =
        link::encode(*unit, from.udid, from.stream_id, std::max(since, microseconds(0)), most_);
    if (frame)
        return std::move(*frame);
    from.waiting.lose();
    log_->warn("a unit of a video cannot be sent: {}", frame.error().text());
    return std::nullopt;
}

} // namespace thimble::daemon
