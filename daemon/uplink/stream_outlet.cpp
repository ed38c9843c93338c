#include "daemon/uplink/stream_outlet.hpp"

#include "link/picture_frame.hpp"

#include <algorithm>

namespace thimble::daemon {

using std::chrono::system_clock;

stream_outlet::stream_outlet(streams& from,
                             service::websocket::outbox& pictures,
                             std::size_t most,
                             std::shared_ptr<spdlog::logger> log)
    : from_(from), pictures_(pictures), most_(most), log_(std::move(log))
{
}

stream_outlet::~stream_outlet()
{
    from_.end_all(this);
}

void stream_outlet::set(const link::stream& wanted)
{
    if (!wanted.on) {
        begun_.erase(wanted.stream_id);
        from_.set(this, wanted);
        return;
    }
    if (begun_.size() >= streams::most && !begun_.contains(wanted.stream_id))
        return log_->warn("the service asks for more than {} streams", streams::most);
    begun_.try_emplace(wanted.stream_id, begun{.udid = wanted.udid, .at = system_clock::now()})
        .first->second.udid = wanted.udid;
    from_.set(this, wanted,
              [this, id = wanted.stream_id](const link::frame& what) { send(id, what); });
}

void stream_outlet::send(const std::string& stream_id, const link::frame& what)
{
    auto& of = begun_.at(stream_id);
    const auto since = std::max(what.captured_at - of.at, system_clock::duration::zero());
    const link::frame_header header{
        .udid = of.udid,
        .frame_id = std::to_string(++of.frames),
        .stream_id = stream_id,
        .codec = link::codec_of(what.picture.format),
        .at = std::chrono::duration_cast<std::chrono::microseconds>(since),
        .size = what.picture.size,
        .turned = what.space.turned,
        .captured_at = what.captured_at};
    auto frame = link::encode({.header = header, .picture = *what.picture.data}, most_);
    if (frame)
        pictures_.push_state(stream_id, std::move(*frame));
    else
        log_->warn("a live picture cannot be sent: {}", frame.error().text());
}

} // namespace thimble::daemon
