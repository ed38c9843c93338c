#include "daemon/frames/live_stream.hpp"

#include "daemon/frames/screen_space.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>

#include <algorithm>
#include <utility>

namespace thimble::daemon {

namespace asio = boost::asio;

namespace {

using shown_picture = std::expected<screen::picture, std::string>;

/// Runs on a thread of the pool, where nothing may be thrown.
shown_picture show_as(const screen::picture& from, const screen::view& as)
{
    try {
        return screen::converted(from, as);
    } catch (const std::exception& problem) {
        return std::unexpected(problem.what());
    }
}

screen::view view_of(const link::stream& wanted)
{
    return {.format = format_of(wanted.codec).value_or(screen::picture_format::jpeg),
            .quality = wanted.quality,
            .max_edge = wanted.max_edge};
}

bool same_view(const screen::view& one, const screen::view& other)
{
    return one.format == other.format && one.quality == other.quality &&
           one.max_edge == other.max_edge;
}

bool same_bytes(const screen::picture& one, const screen::picture& other)
{
    if (one.video || other.video)
        return one.video == other.video;
    return one.data && other.data && (one.data == other.data || *one.data == *other.data);
}

} // namespace

std::optional<screen::picture_format> format_of(link::codec codec)
{
    switch (codec) {
    case link::codec::png:
        return screen::picture_format::png;
    case link::codec::jpeg:
        return screen::picture_format::jpeg;
    case link::codec::webp:
        return screen::picture_format::webp;
    case link::codec::h264:
    case link::codec::hevc:
        break;
    }
    return std::nullopt;
}

struct live_stream::rendition {
    screen::view as;
    bool busy = false;                          // the pool works on it
    screen::picture from;                       // what `shown` was made from
    screen::picture shown;                      // the last one
    std::vector<std::weak_ptr<stream>> waiting; // for the one that is being made; they own this one
};

struct live_stream::stream {
    daemon::pace pace;
    int frames_per_second;
    receiver on_frame;
    std::shared_ptr<live_stream::rendition> rendition;
    bool ended = false;
};

live_stream::live_stream(const picture_source_context& from, picture_pool& pool, std::string udid)
    : from_(from), pool_(pool), udid_(std::move(udid))
{
}

live_stream::~live_stream() = default;

std::shared_ptr<live_stream::stream> live_stream::begin(const link::stream& wanted,
                                                        receiver on_frame)
{
    const auto made = std::make_shared<stream>(stream{.pace = pace(wanted.frames_per_second),
                                                      .frames_per_second = wanted.frames_per_second,
                                                      .on_frame = std::move(on_frame),
                                                      .rendition = rendition_as(view_of(wanted))});
    streams_.push_back(made);
    look_at_pace();
    return made;
}

void live_stream::phone_changed()
{
    if (feed_)
        feed_->phone_changed();
}

bool live_stream::idle() const noexcept
{
    return streams_.empty() && (feed_ == nullptr || !feed_->running());
}

void live_stream::end(const std::shared_ptr<stream>& which)
{
    which->ended = true;
    std::erase(streams_, which);
    look_at_pace();
}

/// The phone is asked for as many as the quickest stream wants.
void live_stream::look_at_pace()
{
    if (feed_ == nullptr)
        feed_ = std::make_shared<picture_source>(
            from_, udid_,
            [asked = weak_from_this()](const device::phone& of, const device::captured_frame& one) {
                if (const auto self = asked.lock())
                    self->take(of, one);
            });
    int most = 0;
    for (const auto& one : streams_)
        most = std::max(most, one->frames_per_second);
    feed_->want(most);
}

std::shared_ptr<live_stream::rendition> live_stream::rendition_as(const screen::view& wanted) const
{
    for (const auto& one : streams_)
        if (same_view(one->rendition->as, wanted))
            return one->rendition;
    auto made = std::make_shared<rendition>();
    made->as = wanted;
    return made;
}

/// Newest only: whoever is due while its picture is still being made takes a later one.
void live_stream::take(const device::phone& of, const device::captured_frame& taken)
{
    const auto now = clock::now();
    std::vector<std::shared_ptr<rendition>> wanted;
    for (const auto& one : streams_) {
        if (one->rendition->busy || !one->pace.due(now))
            continue;
        one->pace.took(now);
        if (one->rendition->waiting.empty())
            wanted.push_back(one->rendition);
        one->rendition->waiting.emplace_back(one);
    }
    const auto native = taken.picture.size;
    const link::frame shown{.picture = {},
                            .space = space_of(native, of.facts()),
                            .scale = scale_of(native, of.facts()),
                            .captured_at = taken.captured_at};
    for (const auto& one : wanted) {
        one->busy = !same_bytes(one->from, taken.picture);
        if (one->busy)
            asio::co_spawn(from_.home, convert(shared_from_this(), one, taken.picture, shown),
                           asio::detached);
        else
            deliver(*one, shown);
    }
}

asio::awaitable<void> live_stream::convert(std::shared_ptr<live_stream> self,
                                           std::shared_ptr<rendition> what,
                                           screen::picture from,
                                           link::frame shown)
{
    auto work = [from, as = what->as] { return show_as(from, as); };
    auto made = co_await self->pool_.run(std::move(work));
    what->busy = false;
    if (made) {
        what->from = std::move(from);
        what->shown = std::move(*made);
        deliver(*what, std::move(shown));
    } else {
        what->waiting.clear();
        self->from_.log->info("a live picture cannot be used: {}", made.error());
        self->feed_->refuse();
    }
}

/// Its receiver may end streams, or begin some.
void live_stream::deliver(rendition& what, link::frame shown)
{
    shown.picture = what.shown;
    for (const auto& waiting : std::exchange(what.waiting, {}))
        if (const auto one = waiting.lock(); one && !one->ended)
            one->on_frame(shown);
}

} // namespace thimble::daemon
