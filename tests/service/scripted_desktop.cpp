#include "tests/service/scripted_desktop.hpp"

#include "screen/png.hpp"

#include <algorithm>

namespace thimble::service::test {

namespace asio = boost::asio;

namespace {

bool contains(const std::vector<std::string>& all, const std::string& one)
{
    return std::ranges::find(all, one) != all.end();
}

} // namespace

scripted_desktop::scripted_desktop(const asio::any_io_executor& home) : changed(home) {}

asio::awaitable<link::result> scripted_desktop::execute(link::command what,
                                                        std::function<void()> started)
{
    seen.received.push_back(what);
    changed.notify_all();
    if (link::lane_of(what.what) != link::lane::input)
        co_return co_await play(what, started);
    input_[what.udid].push_back(what.job_id);
    co_await wait_for_turn(what);
    auto answer = co_await play(what, started);
    std::erase(input_[what.udid], what.job_id);
    changed.notify_all();
    co_return answer;
}

asio::awaitable<void> scripted_desktop::wait_for_turn(const link::command& what)
{
    while (input_[what.udid].front() != what.job_id && !called_off(what.job_id))
        co_await changed.wait();
}

bool scripted_desktop::called_off(const std::string& job_id) const
{
    return contains(seen.withdrawn_jobs, job_id) || contains(seen.cancelled_jobs, job_id);
}

asio::awaitable<link::result> scripted_desktop::play(const link::command& what,
                                                     const std::function<void()>& started)
{
    if (called_off(what.job_id))
        co_return failure(what, "CANCELLED", link::outcome::not_sent);
    started();
    seen.started_jobs.push_back(what.job_id);
    changed.notify_all();
    const auto cancelled = [&] {
        return obeys_cancel && contains(seen.cancelled_jobs, what.job_id);
    };
    while (held_.contains(what.udid) && !cancelled())
        co_await changed.wait();
    if (cancelled())
        co_return failure(what, "CANCELLED", link::outcome::unknown);
    co_return script ? script(what) : success(what);
}

asio::awaitable<std::optional<link::result>> scripted_desktop::recall(std::string job_id)
{
    seen.recalled_jobs.push_back(job_id);
    changed.notify_all();
    const auto found = past.find(job_id);
    co_return found == past.end() ? std::nullopt : std::optional(found->second);
}

void scripted_desktop::stream(const link::stream& wanted, std::function<void(link::frame)> on_frame)
{
    seen.streams.push_back(wanted);
    if (wanted.on)
        streams_[wanted.stream_id] = {.udid = wanted.udid, .on_frame = std::move(on_frame)};
    else
        streams_.erase(wanted.stream_id);
    changed.notify_all();
}

void scripted_desktop::video(const link::stream& wanted,
                             std::function<void(const link::access_unit&)> on_unit)
{
    seen.videos.push_back(wanted);
    if (wanted.on)
        videos_[wanted.stream_id] = {.udid = wanted.udid, .on_unit = std::move(on_unit)};
    else
        videos_.erase(wanted.stream_id);
    changed.notify_all();
}

void scripted_desktop::restart_video(const std::string& stream_id)
{
    seen.restarted_videos.push_back(stream_id);
    changed.notify_all();
}

void scripted_desktop::play(const link::access_unit& what, const std::string& udid)
{
    for (const auto& [id, each] : std::map(videos_))
        if (each.udid == udid)
            each.on_unit(what);
}

void scripted_desktop::show(const link::frame& what, const std::string& udid)
{
    for (const auto& [id, each] : std::map(streams_))
        if (each.udid == udid)
            each.on_frame(what);
}

void scripted_desktop::withdraw(const std::string& job_id)
{
    seen.withdrawn_jobs.push_back(job_id);
    changed.notify_all();
}

void scripted_desktop::cancel(const std::string& job_id)
{
    seen.cancelled_jobs.push_back(job_id);
    changed.notify_all();
}

void scripted_desktop::hold(const std::string& udid)
{
    held_.insert(udid);
}

void scripted_desktop::release()
{
    held_.clear();
    changed.notify_all();
}

link::result success(const link::command& what)
{
    link::result out;
    out.job_id = what.job_id;
    out.udid = what.udid;
    return out;
}

link::result failure(const link::command& what, std::string code, link::outcome outcome)
{
    auto out = success(what);
    out.outcome = outcome;
    out.failure = link::failure{.code = std::move(code), .message = "It did not work."};
    return out;
}

link::frame live_frame(const std::string& content, screen::orientation turned)
{
    const auto* const first = reinterpret_cast<const std::byte*>(content.data());
    const bool upright = turned == screen::orientation::portrait;
    link::frame out;
    out.picture = {.format = screen::picture_format::jpeg,
                   .size = {.width = upright ? 620 : 1344, .height = upright ? 1344 : 620},
                   .data = std::make_shared<screen::bytes>(first, first + content.size())};
    out.space = {.size = out.picture.size, .turned = turned};
    out.captured_at =
        std::chrono::sys_days(std::chrono::year(2026) / 11 / 21) + std::chrono::milliseconds(42);
    return out;
}

link::result picture(const link::command& what, const std::string& content)
{
    const auto* const first = reinterpret_cast<const std::byte*>(content.data());
    auto out = success(what);
    link::frame frame;
    frame.picture = {.format = screen::picture_format::png,
                     .size = {.width = 620, .height = 1344},
                     .data = std::make_shared<screen::bytes>(first, first + content.size())};
    frame.space = {.size = {.width = 620, .height = 1344}};
    frame.scale = 3;
    frame.captured_at =
        std::chrono::sys_days(std::chrono::year(2026) / 11 / 21) + std::chrono::milliseconds(42);
    out.frame = frame;
    return out;
}

link::result grey_picture(const link::command& what)
{
    static const auto content = [] {
        screen::image grey({.width = 620, .height = 1344});
        std::ranges::fill(grey.pixels(), std::uint8_t{0x80});
        const auto bytes = screen::encode_png(grey);
        return std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    }();
    return picture(what, content);
}

} // namespace thimble::service::test
