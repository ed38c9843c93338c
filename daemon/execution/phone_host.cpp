#include "daemon/execution/phone_host.hpp"

#include "async/race.hpp"
#include "async/sleep.hpp"
#include "daemon/execution/held_input_record.hpp"
#include "daemon/execution/runner_way_record.hpp"
#include "daemon/execution/touch_gate_record.hpp"
#include "daemon/report/phone_report.hpp"
#include "device/images/mounted_image.hpp"
#include "text/uuid.hpp"

#include <chrono>

namespace thimble::daemon {

namespace {

constexpr std::chrono::seconds time_to_find_phones{4};

/// At which a phone's state is told again where nothing but the figures of its video is another.
constexpr std::chrono::seconds figures_interval{5};

/// Between two looks at what keeps this computer from having phones.
constexpr std::chrono::seconds host_interval{1};

/// Of the seconds that a program has for its end.
constexpr std::chrono::milliseconds longest_lifting{1500}; // of what is down on the phones
constexpr std::chrono::milliseconds longest_runner_end{2500};

std::function<device::result<void>(const device::attachment&, const std::string&)>
mounting_of(const std::optional<device::images::mount_settings>& images)
{
    if (!images)
        return nullptr;
    return [how = *images](const device::attachment& phone, const std::string& ios) {
        return device::images::mount_image(phone, ios, how, nullptr);
    };
}

std::function<std::string(const device::attachment&, const std::string&)>
comparison_of(const std::optional<device::images::mount_settings>& images)
{
    if (!images)
        return nullptr;
    return [how = *images](const device::attachment& phone, const std::string& ios) {
        return device::images::look_at_mounted(phone, ios, how).signature;
    };
}

std::function<device::result<void>(const device::attachment&, const std::string&)>
replacement_of(const std::optional<device::images::mount_settings>& images)
{
    if (!images)
        return nullptr;
    return [how = *images](const device::attachment& phone, const std::string& ios) {
        return device::images::replace_image(phone, ios, how, nullptr);
    };
}

std::shared_ptr<device::touch_gate_memory> known_gates(const std::filesystem::path& state_dir)
{
    return state_dir.empty() ? nullptr : std::make_shared<touch_gate_record>(state_dir);
}

std::shared_ptr<device::held_input_memory> known_inputs(const std::filesystem::path& state_dir)
{
    return state_dir.empty() ? nullptr : std::make_shared<held_input_record>(state_dir);
}

std::shared_ptr<device::runner_way_memory> known_ways(const phone_host_options& options)
{
    return options.runners && !options.state_dir.empty()
               ? std::make_shared<runner_way_record>(options.state_dir)
               : nullptr;
}

} // namespace

phone_host::phone_host(const boost::asio::any_io_executor& home,
                       phone_host_options options,
                       journal& records,
                       const std::shared_ptr<spdlog::logger>& log)
    : log_(log), readiness_(log), on_phone_(std::move(options.on_phone)),
      on_host_(std::move(options.on_host)),
      fleet_(home,
             {.claim = std::move(options.claim),
              .on_change = [this](const std::shared_ptr<device::phone>& phone) { changed(*phone); },
              .warnings = std::move(options.warnings),
              .record_to = std::move(options.record_to),
              .tunnels = options.tunnels,
              .runners = options.runners,
              .runner_restarts = options.runner_restarts,
              .runner_package = std::move(options.runner_package),
              .runner_ways = known_ways(options),
              .mount_image = mounting_of(options.images),
              .other_image = comparison_of(options.images),
              .replace_image = replacement_of(options.images),
              .touch_gates = known_gates(options.state_dir),
              .held_inputs = known_inputs(options.state_dir),
              .host_uuid = service::uuid_bytes(options.host_uuid),
              .most_live_frames = options.most_live_frames},
             log),
      executor_(home,
                {.find_phone = [this](const std::string& udid) { return fleet_.find(udid); }},
                records,
                log),
      streams_({.home = home,
                .find_phone = [this](const std::string& udid) { return fleet_.find(udid); },
                .frames_of = [this](const auto& phone) { return executor_.frames_of(phone); },
                .log = log},
               executor_.pictures()),
      videos_({.home = home,
               .find_phone = [this](const std::string& udid) { return fleet_.find(udid); },
               .log = log})
{
}

boost::asio::awaitable<void> phone_host::run()
{
    co_await async::race(fleet_.run(), say_when_there_is_none(), tell_figures(), tell_host());
}

/// Once, some time after the start; ends when it is cancelled.
boost::asio::awaitable<void> phone_host::say_when_there_is_none()
{
    co_await async::sleep_for(time_to_find_phones);
    if (fleet_.phones().empty()) {
        const auto causes = fleet_.host_blockers();
        log_->warn("no phone yet: {} \"thimbled doctor\" looks for the cause",
                   causes.empty() ? "none is attached." : causes.front().message);
    }
    co_await async::sleep_until(std::chrono::steady_clock::time_point::max());
}

void phone_host::changed(device::phone& which)
{
    streams_.phone_changed(which.facts().udid);
    videos_.phone_changed(which.facts().udid);
    const auto state = report_of(which, executor_.reads_text());
    readiness_.note(state);
    tell(state);
}

void phone_host::tell(const link::phone_state& state)
{
    if (state.attached)
        figures_told_[state.udid] = state.video;
    else
        figures_told_.erase(state.udid);
    if (on_phone_)
        on_phone_(state);
}

/// They are others with each picture, and so no change that is told at once. Never ends.
boost::asio::awaitable<void> phone_host::tell_figures()
{
    for (;;) {
        co_await async::sleep_for(figures_interval);
        for (const auto& each : fleet_.phones())
            if (video_of(each->figures()) != figures_told_[each->facts().udid])
                tell(report_of(*each, executor_.reads_text()));
    }
}

/// Never ends.
boost::asio::awaitable<void> phone_host::tell_host()
{
    for (;;) {
        co_await async::sleep_for(host_interval);
        auto now = blockers_of(fleet_.host_blockers());
        if (now == host_told_)
            continue;
        host_told_ = std::move(now);
        if (on_host_)
            on_host_(host_told_);
    }
}

boost::asio::awaitable<void> phone_host::shut_down()
{
    end_streams();
    executor_.shut_down();
    co_await executor_.until_idle();
    co_await async::race(fleet_.until_inputs_arrived(), async::sleep_for(longest_lifting));
    co_await async::race(fleet_.end_runners(), async::sleep_for(longest_runner_end));
}

} // namespace thimble::daemon
