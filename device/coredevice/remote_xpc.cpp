#include "device/coredevice/remote_xpc.hpp"

#include "async/race.hpp"
#include "async/sleep.hpp"
#include "device/coredevice/remote_xpc_link.hpp"

#include <boost/asio/this_coro.hpp>

#include <algorithm>
#include <utility>

namespace thimble::device::coredevice {
namespace {

using clock = std::chrono::steady_clock;

constexpr std::size_t most_waiting = 256UL << 10; // bytes of an upload in memory twice
constexpr std::uint64_t largest_download = 64UL << 20;

failure unreadable(const std::string& why)
{
    return {.what = problem::refused,
            .message = "The phone's answer cannot be read (" + why + ").",
            .cause = "malformed_answer"};
}

failure closed_by_us()
{
    return {.what = problem::refused,
            .message = "The connection to the phone's service was closed.",
            .cause = "connection_closed"};
}

/// Every body is a dictionary.
result<xpc::dictionary> dictionary_in(const xpc::arrived_message& what)
{
    if (!what.body)
        return std::unexpected(unreadable(std::string(to_string(what.body.error()))));
    if (!*what.body)
        return xpc::dictionary();
    const auto* entries = (*what.body)->as<xpc::dictionary>();
    if (entries == nullptr)
        return std::unexpected(unreadable("no dictionary"));
    return *entries;
}

/// For what has been handed to the connection.
failure perhaps_reached(failure why)
{
    why.phone = reached::perhaps;
    return why;
}

} // namespace

remote_xpc::remote_xpc(std::shared_ptr<link> of) : link_(std::move(of)) {}
remote_xpc::remote_xpc(remote_xpc&& other) noexcept = default;

remote_xpc& remote_xpc::operator=(remote_xpc&& other) noexcept
{
    std::swap(link_, other.link_);
    return *this;
}

remote_xpc::~remote_xpc()
{
    close();
}

boost::asio::awaitable<result<remote_xpc>> remote_xpc::open(
    std::unique_ptr<byte_stream> over, limit within, std::shared_ptr<recorded_connection> recorded)
{
    const auto deadline = clock::now() + within;
    remote_xpc opened(
        std::make_shared<link>(co_await boost::asio::this_coro::executor, std::move(over)));
    auto& link = *opened.link_;
    link.recorded = std::move(recorded);
    link.start();
    const auto agreed = co_await link.until([&] { return link.ready(); }, deadline);
    if (!agreed && link.recorded)
        link.recorded->not_agreed(agreed.error());
    if (!agreed)
        co_return std::unexpected(agreed.error());
    co_return opened;
}

boost::asio::awaitable<result<xpc::dictionary>> remote_xpc::request(xpc::dictionary body,
                                                                    limit within)
{
    const auto link = link_; // which may be closed meanwhile
    if (link->ended())
        co_return std::unexpected(*link->ended());
    const auto id = link->request(std::move(body));
    const link::place reply(link->replies, id);
    link->send_output();
    const auto deadline = clock::now() + within;
    const auto came = co_await link->until([&] { return reply.get().has_value(); }, deadline);
    if (!came && link->recorded)
        link->recorded->failed(id, came.error());
    if (!came)
        co_return std::unexpected(perhaps_reached(came.error()));
    auto read = dictionary_in(*reply.get());
    if (!read)
        co_return std::unexpected(failure{.what = read.error().what,
                                          .phone = reached::all,
                                          .message = read.error().message,
                                          .cause = read.error().cause});
    co_return std::move(*read);
}

boost::asio::awaitable<result<void>> remote_xpc::tell(xpc::dictionary body, limit within)
{
    const auto link = link_;
    if (link->ended())
        co_return std::unexpected(*link->ended());
    if (link->recorded)
        link->recorded->told(body);
    link->conversation.tell(std::move(body));
    link->expect_writing();
    link->send_output();
    const auto deadline = clock::now() + within;
    const auto written = co_await link->until(
        [&] { return link->all_written() && link->conversation.unsent(root_stream) == 0; },
        deadline);
    if (!written)
        co_return std::unexpected(perhaps_reached(written.error()));
    co_return result<void>();
}

boost::asio::awaitable<result<xpc::dictionary>> remote_xpc::next_message(limit within)
{
    const auto link = link_;
    const auto deadline = clock::now() + within;
    const auto came = co_await link->until([&] { return link->has_unasked(); }, deadline);
    if (!came)
        co_return std::unexpected(came.error());
    co_return dictionary_in(link->take_unasked());
}

boost::asio::awaitable<result<void>>
remote_xpc::upload(std::uint64_t transfer, std::span<const std::byte> bytes, limit within)
{
    const auto link = link_;
    if (link->ended())
        co_return std::unexpected(*link->ended());
    const auto deadline = clock::now() + within;
    const auto stream = link->conversation.begin_upload(transfer);
    const link::place ended(link->uploads, stream);
    while (!bytes.empty() && !ended.get()) {
        const auto now = bytes.first(std::min(bytes.size(), most_waiting));
        bytes = bytes.subspan(now.size());
        link->conversation.upload(stream, now);
        link->send_output();
        const auto taken = co_await link->until(
            [&] { return ended.get() || link->conversation.unsent(stream) == 0; }, deadline);
        if (!taken)
            co_return std::unexpected(perhaps_reached(taken.error()));
    }
    if (!bytes.empty())
        co_return std::unexpected(failure{.what = problem::refused,
                                          .phone = reached::perhaps,
                                          .message = "The phone did not take the whole file.",
                                          .cause = "upload_refused"});
    link->conversation.end_upload(stream);
    link->send_output();
    const auto taken = co_await link->until([&] { return ended.get(); }, deadline);
    if (!taken)
        co_return std::unexpected(perhaps_reached(taken.error()));
    co_return result<void>();
}

boost::asio::awaitable<result<xpc::data>>
remote_xpc::download(std::uint32_t index, std::uint64_t size, limit within)
{
    const auto link = link_;
    if (link->ended())
        co_return std::unexpected(*link->ended());
    if (size > largest_download)
        co_return std::unexpected(unreadable("a file too large"));
    const auto deadline = clock::now() + within;
    const auto stream = link->conversation.begin_download(index);
    const link::place file(link->downloads, stream);
    link->send_output();
    const auto came = co_await link->until(
        [&] { return file.get().last || file.get().bytes.size() >= size; }, deadline);
    if (!came)
        co_return std::unexpected(came.error());
    if (file.get().bytes.size() != size)
        co_return std::unexpected(unreadable("a file of another length than announced"));
    co_return std::move(file.get().bytes);
}

bool remote_xpc::is_open() const noexcept
{
    return link_ && link_->is_open();
}

bool remote_xpc::all_arrived() const
{
    return link_->all_arrived();
}

boost::asio::awaitable<result<void>> remote_xpc::until_arrived(limit within)
{
    const auto link = link_;
    if (!link->ended() && !link->all_arrived())
        co_await async::race(link->until_arrived(), async::sleep_for(within));
    if (link->all_arrived())
        co_return result<void>();
    co_return std::unexpected(
        perhaps_reached(link->ended() ? *link->ended() : link::took_too_long()));
}

boost::asio::awaitable<failure> remote_xpc::until_closed()
{
    const auto link = link_;
    const auto ended = co_await link->until([] { return false; }, link::time::max());
    co_return ended.error();
}

void remote_xpc::close()
{
    if (link_)
        link_->close(closed_by_us());
}

void remote_xpc::abort()
{
    if (link_)
        link_->abort(closed_by_us());
}

} // namespace thimble::device::coredevice
