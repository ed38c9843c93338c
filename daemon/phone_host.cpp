#include "daemon/phone_host.hpp"

#include "daemon/phone_report.hpp"

namespace thimble::daemon {

namespace {

device::fleet_options fleet_options_of(phone_host_options options)
{
    return {.claim = std::move(options.claim),
            .on_change =
                [tell = std::move(options.on_phone)](const std::shared_ptr<device::phone>& phone) {
                    if (tell)
                        tell(report_of(*phone));
                },
            .record_to = std::move(options.record_to)};
}

} // namespace

phone_host::phone_host(const boost::asio::any_io_executor& home,
                       phone_host_options options,
                       journal& records,
                       const std::shared_ptr<spdlog::logger>& log)
    : fleet_(home, fleet_options_of(std::move(options)), log),
      executor_(home,
                {.find_phone = [this](const std::string& udid) { return fleet_.find(udid); }},
                records,
                log)
{
}

boost::asio::awaitable<void> phone_host::shut_down()
{
    executor_.shut_down();
    co_await executor_.until_idle();
}

} // namespace thimble::daemon
