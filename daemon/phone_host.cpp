#include "daemon/phone_host.hpp"

#include "daemon/phone_report.hpp"

namespace thimble::daemon {

phone_host::phone_host(const boost::asio::any_io_executor& home,
                       phone_host_options options,
                       journal& records,
                       const std::shared_ptr<spdlog::logger>& log)
    : on_phone_(std::move(options.on_phone)),
      fleet_(home,
             {.claim = std::move(options.claim),
              .on_change = [this](const std::shared_ptr<device::phone>& phone) { changed(*phone); },
              .record_to = std::move(options.record_to),
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
               executor_.pictures())
{
}

void phone_host::changed(device::phone& which)
{
    streams_.phone_changed(which.facts().udid);
    if (on_phone_)
        on_phone_(report_of(which, executor_.reads_text()));
}

boost::asio::awaitable<void> phone_host::shut_down()
{
    end_streams();
    executor_.shut_down();
    co_await executor_.until_idle();
}

} // namespace thimble::daemon
