#include "device/coredevice/core_device.hpp"

#include "async/deadline.hpp"
#include "device/coredevice/xpc_members.hpp"

#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <algorithm>
#include <utility>

namespace thimble::device::coredevice {
namespace {

using clock = std::chrono::steady_clock;

constexpr auto directory_service = "directory"; // its name in recordings

std::chrono::milliseconds left_until(clock::time_point deadline)
{
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(deadline - clock::now());
    return std::max(left, std::chrono::milliseconds(0));
}

failure not_in_time()
{
    return {.what = problem::timed_out,
            .message = "The service on the phone could not be reached in time.",
            .cause = {}};
}

failure no_such_service(const std::string& name)
{
    return {.what = problem::unsupported,
            .message = "The phone does not offer the service " + name + " at the moment.",
            .cause = "service_missing"};
}

/// No further attempt reaches the phone.
bool says_ended(const failure& what)
{
    return what.cause == "tunnel_lost" || what.cause == "tunnel_closed";
}

} // namespace

core_device::core_device(boost::asio::any_io_executor home, stream_opener open, options how)
    : home_(std::move(home)), open_(std::move(open)), how_(std::move(how))
{
}

boost::asio::awaitable<result<std::unique_ptr<byte_stream>>>
core_device::connect(std::uint16_t port, clock::time_point deadline)
{
    auto opened = co_await async::with_timeout(left_until(deadline), open_(port));
    if (!opened)
        co_return std::unexpected(not_in_time());
    co_return std::move(*opened);
}

/// A service that is about to start refuses the connection, or ends it before it has agreed. Where
/// the directory's connection has ended, so has all else.
bool core_device::is_worth_another_attempt(const failure& what) const
{
    const bool gone = says_ended(what) || (attachment_ && !attachment_->is_open());
    return what.what == problem::refused && what.phone == reached::nothing && !gone;
}

std::shared_ptr<recorded_connection> core_device::recording_of(const std::string& service) const
{
    return how_.recorder ? std::make_shared<recorded_connection>(how_.recorder, service) : nullptr;
}

boost::asio::awaitable<result<remote_xpc>>
core_device::agree(std::string service, std::uint16_t port, clock::time_point deadline)
{
    for (int attempt = 1;; ++attempt) {
        auto stream = co_await connect(port, deadline);
        auto opened = stream ? co_await remote_xpc::open(std::move(*stream), left_until(deadline),
                                                         recording_of(service))
                             : result<remote_xpc>(std::unexpected(stream.error()));
        if (opened || attempt >= how_.connect_attempts ||
            !is_worth_another_attempt(opened.error()) || left_until(deadline) <= how_.attempt_pause)
            co_return opened;
        boost::asio::steady_timer pause(home_, how_.attempt_pause);
        co_await pause.async_wait(boost::asio::use_awaitable);
    }
}

boost::asio::awaitable<result<void>> core_device::read_directory(std::chrono::milliseconds within)
{
    const auto deadline = clock::now() + within;
    auto opened = co_await agree(directory_service, how_.directory_port, deadline);
    if (!opened)
        co_return std::unexpected(opened.error());
    const auto told = co_await opened->tell(host_handshake(how_.host.uuid), left_until(deadline));
    if (!told)
        co_return std::unexpected(told.error());
    const auto message = co_await opened->next_message(left_until(deadline));
    if (!message)
        co_return std::unexpected(message.error());
    auto read = coredevice::read_directory(*message);
    if (!read)
        co_return std::unexpected(read.error());
    directory_ = std::move(*read);
    attachment_ = std::move(*opened);
    co_return result<void>();
}

boost::asio::awaitable<failure> core_device::until_lost()
{
    while (attachment_) {
        auto why = co_await attachment_->until_closed();
        if (!attachment_->is_open()) // else the directory has been read again
            co_return why;
    }
    co_return failure{.what = problem::detached,
                      .message = "The phone's directory has not been read.",
                      .cause = {}};
}

boost::asio::awaitable<result<remote_xpc>> core_device::open(std::string service,
                                                             std::chrono::milliseconds within)
{
    const auto* entry = directory_.find(service);
    if (entry == nullptr)
        co_return std::unexpected(no_such_service(service));
    co_return co_await agree(std::move(service), entry->port, clock::now() + within);
}

boost::asio::awaitable<result<std::unique_ptr<byte_stream>>>
core_device::open_stream(std::string service, std::chrono::milliseconds within)
{
    const auto* entry = directory_.find(service);
    if (entry == nullptr)
        co_return std::unexpected(no_such_service(service));
    const auto port = entry->port;
    const auto deadline = clock::now() + within;
    for (int attempt = 1;; ++attempt) {
        auto opened = co_await connect(port, deadline);
        if (opened || attempt >= how_.connect_attempts ||
            !is_worth_another_attempt(opened.error()) || left_until(deadline) <= how_.attempt_pause)
            co_return opened;
        boost::asio::steady_timer pause(home_, how_.attempt_pause);
        co_await pause.async_wait(boost::asio::use_awaitable);
    }
}

boost::asio::awaitable<result<xpc::dictionary>>
core_device::ask(std::string service, xpc::dictionary body, std::chrono::milliseconds within)
{
    const auto deadline = clock::now() + within;
    auto opened = co_await open(std::move(service), within);
    if (!opened)
        co_return std::unexpected(opened.error());
    co_return co_await opened->request(std::move(body), left_until(deadline));
}

xpc::dictionary core_device::wrapped(invocation what) const
{
    return envelope(std::move(what), how_.host, random_uuid());
}

boost::asio::awaitable<result<xpc::value>>
core_device::invoke(std::string service, invocation what, std::chrono::milliseconds within)
{
    const auto reply = co_await ask(std::move(service), wrapped(std::move(what)), within);
    if (!reply)
        co_return std::unexpected(reply.error());
    co_return output_of(*reply);
}

} // namespace thimble::device::coredevice
