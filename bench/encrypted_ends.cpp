#include "bench/encrypted_ends.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/this_coro.hpp>

#include <algorithm>
#include <chrono>
#include <exception>
#include <stdexcept>
#include <vector>

namespace thimble::bench {

namespace asio = boost::asio;
using device::coredevice::byte_stream;

namespace {

constexpr std::size_t packet_bytes = 15'940; // as much as one packet of a tunnel carries
constexpr std::size_t room_bytes = 64UL << 10;

} // namespace

asio::awaitable<void> encrypted_ends::accept()
{
    phone = co_await phone_.accept();
}

asio::awaitable<void> encrypted_ends::open()
{
    asio::co_spawn(co_await asio::this_coro::executor, accept(), asio::detached);
    auto link = co_await device::tunnel::start_tls(phone_.take_connection(tests::new_identity()),
                                                   std::chrono::seconds(20));
    while (link && !phone)
        co_await asio::post(co_await asio::this_coro::executor, asio::use_awaitable);
    if (!link)
        throw std::runtime_error("no TLS");
    host = std::move(*link);
}

void encrypted_ends::close() const
{
    host->close();
    phone->close();
}

asio::awaitable<void> read_all(byte_stream& from, std::size_t count)
{
    std::vector<std::byte> room(room_bytes);
    while (count > 0) {
        const auto read =
            co_await from.read_some(std::span(room).first(std::min(count, room.size())));
        if (!read)
            throw std::runtime_error("a stream has ended");
        count -= *read;
    }
}

asio::awaitable<void> write_all(byte_stream& to, std::size_t count)
{
    const std::vector<std::byte> bytes(packet_bytes);
    for (; count > 0; count -= std::min(count, bytes.size()))
        if (!co_await to.write(std::span(bytes).first(std::min(count, bytes.size()))))
            throw std::runtime_error("a stream has ended");
}

void run_until_done(asio::io_context& context, asio::awaitable<void> work)
{
    bool done = false;
    std::exception_ptr failed;
    asio::co_spawn(context, std::move(work), [&](std::exception_ptr thrown) {
        done = true;
        failed = std::move(thrown);
    });
    context.restart(); // it has stopped where the work before has left nothing
    while (!done)
        if (context.run_one() == 0)
            throw std::runtime_error("the work waits for nothing");
    context.poll();
    if (failed)
        std::rethrow_exception(failed);
}

} // namespace thimble::bench
