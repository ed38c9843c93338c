#include "tests/device/media/stream/video_phone.hpp"

#include "device/coredevice/service_names.hpp"
#include "device/coredevice/xpc_members.hpp"
#include "tests/catch2.hpp"

#include <boost/asio/post.hpp>

#include <utility>

namespace thimble::tests {

using namespace std::chrono_literals;

media::stream_timing endless_timing()
{
    return {.heartbeat = 100s,
            .dead_after = 200s,
            .trusted_stillness = 100s,
            .lag = 1ms,
            .start_limit = 100s,
            .first_picture = 100s,
            .refused_pause = 100s,
            .longest_pause = 200s,
            .between_restarts = 100s,
            .look_ahead = 0ms,
            .between_looks = 100s,
            .repeat = 100s,
            .linger = 100s,
            .decoded_after_question = 100s,
            .decoded_after_input = 100s,
            .stillness_before_input = 0ms,
            .longest_effect = 100s};
}

video_phone::video_phone(boost::asio::io_context& context)
    : context_(context), phone_(context),
      through{.services = connected(),
              .open_port =
                  [this](device::tunnel::datagram_handler handler) {
                      handler_ = std::move(handler);
                      auto kept = std::make_shared<int>(0);
                      port_ = kept;
                      return device::result<media::stream_phone::port>(
                          {.number = 49'321, .kept = std::move(kept)});
                  },
              .host_address = "fd00::2",
              .phone_address = "fd00::1"}
{
}

device::coredevice::core_device& video_phone::connected()
{
    phone_.add(
        device::coredevice::service::display,
        [this](fake_service& by, const fake_service::heard_message& asked) { answer(by, asked); });
    return phone_.connected();
}

void video_phone::answer(fake_service& by, const fake_service::heard_message& asked)
{
    if (feature_of(asked) == "com.apple.coredevice.feature.stopmediastream") {
        ++stops;
        said += "stop ";
        by.reply(asked, {{"CoreDevice.output", xpc::dictionary{{"stoppedStreams", xpc::array()}}}});
        return;
    }
    ++starts;
    said += "start ";
    if (refuses_by) {
        by.reply(asked,
                 {{"CoreDevice.error", xpc::dictionary{{"domain", "com.apple.dt.CoreDeviceError"},
                                                       {"code", *refuses_by}}}});
        return;
    }
    const xpc::dictionary settings{{"RxPayloadType", std::uint64_t{100}}};
    const xpc::dictionary connection{{"streamConfig", settings}};
    by.reply(asked, {{"CoreDevice.output", xpc::dictionary{{"connection", connection}}}});
    if (plays_at_start)
        boost::asio::post(context_, [this] { play(0, 1); });
}

void video_phone::send(const rtp_datagram& datagram)
{
    if (is_open())
        handler_({.source_port = 50'002, .destination_port = 49'321, .payload = datagram},
                 std::chrono::steady_clock::now() + ahead);
}

void video_phone::send(const coded_picture& picture)
{
    for (const auto& each : sender.packets_of(picture))
        send(each);
}

void video_phone::play(std::size_t first, std::size_t count)
{
    for (std::size_t nth = 0; nth < count; ++nth)
        send(bars_.at(first + nth));
}

void run_until(boost::asio::io_context& context, const std::function<bool()>& holds)
{
    const auto deadline = std::chrono::steady_clock::now() + 2min;
    context.restart();
    while (!holds() && std::chrono::steady_clock::now() < deadline)
        context.run_one_for(100ms);
    REQUIRE(holds());
}

void run_ready(boost::asio::io_context& context)
{
    context.restart();
    context.poll();
}

} // namespace thimble::tests
