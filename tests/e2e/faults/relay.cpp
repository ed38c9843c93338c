#include "tests/e2e/faults/relay.hpp"

#include <boost/asio/buffer.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <future>

namespace thimble::e2e {

namespace asio = boost::asio;

namespace {

constexpr std::size_t chunk = 16UL * 1024;
constexpr int chunks_a_second = 20; // of a slow network

} // namespace

/// A connection of the daemon's and the one to the service that goes with it.
struct relay::route {
    explicit route(asio::io_context& home) : daemon(home), service(home) {}

    void close()
    {
        boost::system::error_code ignored;
        daemon.close(ignored);
        service.close(ignored);
    }

    tcp::socket daemon;
    tcp::socket service;
    bool dead = false; // for good: what comes is read and dropped
    int directions = 2;
};

relay::relay()
    : acceptor_(context_, {asio::ip::address_v4::loopback(), 0}),
      port_(acceptor_.local_endpoint().port())
{
    asio::co_spawn(context_, serve(), asio::detached);
    thread_ = std::thread([this] { context_.run(); });
}

relay::~relay()
{
    context_.stop();
    thread_.join();
}

void relay::on_its_thread(const std::function<void()>& what)
{
    std::promise<void> done;
    asio::post(context_, [&] {
        what();
        done.set_value();
    });
    done.get_future().wait();
}

void relay::change(const std::function<void(state&)>& how)
{
    on_its_thread([&] {
        how(now_);
        changed_.notify_all();
    });
}

void relay::lead_to(std::uint16_t target)
{
    on_its_thread([&] { target_ = target; });
}

void relay::cut()
{
    on_its_thread([&] {
        for (const auto& each : routes_)
            each->close();
    });
}

void relay::refuse()
{
    change([](state& is) { is.refusing = true; });
}

void relay::half_open()
{
    change([&](state& is) {
        is.accepting = false;
        for (const auto& each : routes_)
            each->dead = true;
    });
}

void relay::stall(direction which)
{
    change([&](state& is) { is.stalled[static_cast<std::size_t>(which)] = true; });
}

void relay::slow(std::size_t bytes_a_second)
{
    change([&](state& is) { is.rate = bytes_a_second; });
}

void relay::pass()
{
    change([](state& is) { is = {}; });
}

asio::awaitable<void> relay::serve()
{
    for (;;) {
        while (!now_.accepting)
            co_await changed_.wait();
        auto made = std::make_shared<route>(context_);
        boost::system::error_code failed;
        co_await acceptor_.async_accept(made->daemon,
                                        asio::redirect_error(asio::use_awaitable, failed));
        if (!failed && !now_.refusing)
            asio::co_spawn(context_, connect(std::move(made)), asio::detached);
    }
}

asio::awaitable<void> relay::connect(std::shared_ptr<route> on)
{
    while (!now_.accepting) // half open has come while it was accepted
        co_await changed_.wait();
    boost::system::error_code failed;
    const tcp::endpoint service(asio::ip::address_v4::loopback(), target_);
    co_await on->service.async_connect(service, asio::redirect_error(asio::use_awaitable, failed));
    if (failed)
        co_return;
    on->daemon.set_option(tcp::no_delay(true));
    on->service.set_option(tcp::no_delay(true));
    routes_.insert(on);
    asio::co_spawn(context_, pump(on, on->daemon, on->service, direction::up), asio::detached);
    asio::co_spawn(context_, pump(on, on->service, on->daemon, direction::down), asio::detached);
}

/// True if the bytes are passed on, once they may be; a dead connection drops them.
asio::awaitable<bool> relay::await_permission(const route& on, direction which)
{
    while (!on.dead && now_.stalled[static_cast<std::size_t>(which)])
        co_await changed_.wait();
    co_return !on.dead;
}

asio::awaitable<void> relay::keep_pace(std::size_t passed)
{
    if (!now_.rate)
        co_return;
    const auto seconds = static_cast<double>(passed) / static_cast<double>(*now_.rate);
    asio::steady_timer pause(context_, std::chrono::milliseconds(static_cast<int>(seconds * 1000)));
    co_await pause.async_wait(asio::use_awaitable);
}

asio::awaitable<void>
relay::pump(std::shared_ptr<route> on, tcp::socket& from, tcp::socket& to, direction which)
{
    std::array<char, chunk> buffer{};
    boost::system::error_code failed;
    const auto told = [&] { return asio::redirect_error(asio::use_awaitable, failed); };
    for (;;) {
        co_await await_permission(*on, which);
        const auto most =
            now_.rate ? std::max<std::size_t>(1, *now_.rate / chunks_a_second) : chunk;
        const auto size = co_await from.async_read_some(asio::buffer(buffer.data(), most), told());
        const bool passes = co_await await_permission(*on, which);
        if (failed)
            break;
        if (!passes)
            continue;
        co_await asio::async_write(to, asio::buffer(buffer.data(), size), told());
        if (failed)
            break;
        co_await keep_pace(size);
    }
    boost::system::error_code ignored;
    if (failed != asio::error::eof && !on->dead)
        on->close();
    else if (!on->dead)
        to.shutdown(tcp::socket::shutdown_send, ignored);
    if (--on->directions == 0)
        routes_.erase(on);
}

} // namespace thimble::e2e
