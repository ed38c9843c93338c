#include "device/dtx/connection.hpp"

#include "device/dtx/connection_link.hpp"
#include "device/text_limit.hpp"

#include <boost/asio/this_coro.hpp>

#include <utility>

namespace thimble::device::dtx {
namespace {

using clock = std::chrono::steady_clock;
using boost::asio::awaitable;

constexpr std::size_t longest_reason = 300; // bytes of a service's own words

failure unreadable_answer(malformed why)
{
    return {.what = problem::refused,
            .phone = reached::all,
            .message = "The phone's answer cannot be read (" + std::string(to_string(why)) + ").",
            .cause = "malformed_answer"};
}

failure closed_by_host()
{
    return {.what = problem::refused,
            .message = "The connection to the phone's service was closed.",
            .cause = "connection_closed"};
}

failure channel_closed()
{
    return {.what = problem::refused,
            .message = "The service on the phone has closed the channel.",
            .cause = "channel_closed"};
}

failure no_such_service(std::string_view identifier)
{
    return {.what = problem::refused,
            .phone = reached::all,
            .message = "The phone has no service " + std::string(identifier) + ".",
            .cause = "channel_closed"};
}

/// A call had been sent when it failed.
failure after_sending(failure why)
{
    why.phone = reached::perhaps;
    return why;
}

} // namespace

dictionary host_capabilities()
{
    return {{"com.apple.private.DTXBlockCompression", std::int64_t{0}},
            {"com.apple.private.DTXConnection", std::int64_t{1}}};
}

failure refused_by_service(std::string_view selector, const ns_error& why)
{
    const auto* words = member<std::string>(why.user_info, "NSLocalizedDescription");
    const auto reason = why.domain + " " + std::to_string(why.code) +
                        (words == nullptr ? std::string() : ": " + *words);
    return {.what = problem::refused,
            .phone = reached::all,
            .message = "The phone's service refused " + std::string(selector) + " (" +
                       cut_text(reason, longest_reason) + ").",
            .cause = "service_error"};
}

connection::connection(std::shared_ptr<link> of) : link_(std::move(of)) {}
connection::connection(connection&& other) noexcept = default;

connection& connection::operator=(connection&& other) noexcept
{
    if (this != &other) {
        close();
        link_ = std::move(other.link_);
    }
    return *this;
}

connection::~connection()
{
    close();
}

awaitable<result<connection>>
connection::open(std::unique_ptr<coredevice::byte_stream> over, settings how, limit within)
{
    const auto deadline = clock::now() + within;
    connection opened(std::make_shared<link>(co_await boost::asio::this_coro::executor,
                                             std::move(over), std::move(how)));
    auto& link = *opened.link_;
    link.start();
    const auto agreed =
        co_await link.until([&] { return link.capabilities().has_value(); }, deadline);
    if (!agreed)
        co_return std::unexpected(agreed.error());
    co_return opened;
}

const dictionary& connection::capabilities() const
{
    return *link_->capabilities();
}

awaitable<result<std::int32_t>>
connection::open_channel(std::string identifier, call_handler on_call, limit within)
{
    const auto link = link_; // which may be closed meanwhile
    link::added_channel channel(*link, std::move(on_call));
    const auto which = channel.number();
    outgoing_call request{.selector = "_requestChannelWithCode:identifier:",
                          .arguments = {which, archived(identifier)}};
    const auto opened = co_await this->request(std::move(request), within);
    if (!opened)
        co_return std::unexpected(opened.error());
    if (link->ended())
        co_return std::unexpected(*link->ended());
    if (link->is_closed(which)) // acknowledged and closed in one read, as phones do
        co_return std::unexpected(no_such_service(identifier));
    channel.keep();
    co_return which;
}

awaitable<result<std::int32_t>> connection::channel_of_phone(std::string identifier, limit within)
{
    const auto link = link_;
    const auto deadline = clock::now() + within;
    const auto opened =
        co_await link->until([&] { return link->channel_named(identifier).has_value(); }, deadline);
    if (!opened)
        co_return std::unexpected(opened.error());
    co_return *link->channel_named(identifier);
}

awaitable<result<answer>> connection::call(outgoing_call what, limit within)
{
    const auto link = link_;
    if (link->ended())
        co_return std::unexpected(*link->ended());
    if (link->is_closed(what.channel))
        co_return std::unexpected(channel_closed());
    const auto deadline = clock::now() + within;
    link::awaited_answer answer(*link, what);
    const auto came = co_await link->until([&] { return answer.has_come(); }, deadline);
    if (!came)
        co_return std::unexpected(after_sending(came.error()));
    auto read = answer.take();
    if (!read)
        co_return std::unexpected(after_sending(channel_closed()));
    if (!*read)
        co_return std::unexpected(unreadable_answer(read->error()));
    co_return std::move(**read);
}

awaitable<result<value>> connection::request(outgoing_call what, limit within)
{
    const auto selector = what.selector;
    auto answered = co_await call(std::move(what), within);
    if (!answered)
        co_return std::unexpected(answered.error());
    if (!*answered)
        co_return std::unexpected(refused_by_service(selector, answered->error()));
    co_return std::move(**answered);
}

awaitable<result<void>> connection::tell(outgoing_call what, limit within)
{
    const auto link = link_;
    if (link->ended())
        co_return std::unexpected(*link->ended());
    if (link->is_closed(what.channel))
        co_return std::unexpected(channel_closed());
    const auto deadline = clock::now() + within;
    link->send(what);
    const auto all = link->said();
    const auto written = co_await link->until([&] { return link->written() >= all; }, deadline);
    if (!written)
        co_return std::unexpected(after_sending(written.error()));
    co_return result<void>();
}

bool connection::is_open() const noexcept
{
    return link_ && !link_->ended();
}

awaitable<failure> connection::until_closed()
{
    const auto link = link_;
    const auto ended = co_await link->until([] { return false; }, link::time::max());
    co_return ended.error();
}

void connection::close()
{
    if (link_)
        link_->close(closed_by_host());
}

} // namespace thimble::device::dtx
