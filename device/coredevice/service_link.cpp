#include "device/coredevice/service_link.hpp"

#include <string>
#include <utility>

namespace thimble::device::coredevice {

service_link::service_link(boost::asio::any_io_executor home, std::unique_ptr<byte_stream> over)
    : home_(std::move(home)), stream_(std::move(over))
{
}

failure service_link::took_too_long()
{
    return {.what = problem::timed_out,
            .message = "The service on the phone did not answer in time.",
            .cause = {}};
}

failure service_link::closed_by_service()
{
    return {.what = problem::refused,
            .message = "The service on the phone has closed the connection.",
            .cause = "connection_closed"};
}

failure service_link::not_understood(std::string_view why)
{
    return {.what = problem::refused,
            .message = "The service on the phone sent something that is not understood (" +
                       std::string(why) + ").",
            .cause = "malformed_answer"};
}

void service_link::end(failure why)
{
    if (ended_)
        return;
    ended_ = std::move(why);
    stream_->close();
    wake_all();
}

void service_link::wake_all()
{
    for (auto& each : waiters_)
        each.notify_all();
}

} // namespace thimble::device::coredevice
