#include "service/http/listener.hpp"

#include "async/deadline.hpp"
#include "service/http/high_descriptor.hpp"

#include <boost/asio/redirect_error.hpp>

#include <sstream>

namespace thimble::service::http {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;

namespace {

constexpr std::chrono::milliseconds pause_after_error{100}; // of accept: out of descriptors, mostly
constexpr std::size_t few_connections = 64; // that have ended and are not forgotten yet

std::string to_string(const tcp::endpoint& at)
{
    std::ostringstream text;
    text << at;
    return text.str();
}

std::string to_string(const std::exception_ptr& problem)
{
    try {
        std::rethrow_exception(problem);
    } catch (const std::exception& error) {
        return error.what();
    }
}

asio::awaitable<void> run_to_the_end(std::shared_ptr<connection> client)
{
    co_await client->run();
}

} // namespace

listener::listener(asio::any_io_executor home,
                   handler& answers,
                   limits granted,
                   std::shared_ptr<const certificate> shown,
                   std::shared_ptr<spdlog::logger> log)
    : home_(std::move(home)), handler_(answers), limits_(granted), certificate_(std::move(shown)),
      log_(std::move(log)), acceptor_(home_),
      clients_(home_, [this](const std::exception_ptr& problem) {
          log_->error("a connection failed: {}", to_string(problem));
      })
{
}

void listener::open(const tcp::endpoint& at)
{
    try {
        acceptor_.open(at.protocol());
        acceptor_.set_option(tcp::acceptor::reuse_address(true));
        acceptor_.bind(at);
        acceptor_.listen();
    } catch (const boost::system::system_error& problem) {
        error_code ignored;
        acceptor_.close(ignored);
        throw boost::system::system_error(
            problem.code(),
            "Cannot listen on " + to_string(at) +
                " (stop the program that uses this address, or choose another with --listen)");
    }
}

asio::awaitable<void> listener::run(std::chrono::milliseconds drain)
{
    std::exception_ptr problem;
    try {
        co_await accept();
    } catch (const boost::system::system_error& ended) {
        if (ended.code() != asio::error::operation_aborted)
            problem = std::current_exception();
    } catch (...) {
        problem = std::current_exception();
    }
    co_await asio::this_coro::reset_cancellation_state(asio::disable_cancellation());
    co_await close(drain);
    if (problem)
        std::rethrow_exception(problem);
}

asio::awaitable<void> listener::accept()
{
    asio::steady_timer pause(home_);
    for (;;) {
        co_await clients_.until_fewer_than(limits_.connections);
        error_code failed;
        auto socket =
            co_await acceptor_.async_accept(asio::redirect_error(asio::use_awaitable, failed));
        if (!failed) {
            serve(with_high_descriptor(std::move(socket)));
            continue;
        }
        if (failed == asio::error::operation_aborted)
            throw boost::system::system_error(failed);
        log_->warn("cannot accept a connection: {}", failed.message());
        pause.expires_after(pause_after_error);
        co_await pause.async_wait(asio::use_awaitable);
    }
}

void listener::serve(tcp::socket socket)
{
    if (connections_.size() > 2 * clients_.size() + few_connections)
        std::erase_if(connections_, [](const auto& each) { return each.expired(); });
    auto bytes = certificate_ ? stream(std::move(socket), certificate_->context())
                              : stream(std::move(socket));
    auto client = std::make_shared<connection>(std::move(bytes), handler_, limits_);
    connections_.emplace_back(client);
    clients_.spawn(run_to_the_end(std::move(client)));
}

asio::awaitable<void> listener::close(std::chrono::milliseconds drain)
{
    error_code ignored;
    acceptor_.close(ignored);
    for (const auto& each : connections_)
        if (const auto client = each.lock())
            client->drain();
    if (co_await async::within(drain, clients_.until_empty()))
        co_return;
    log_->warn("{} connections were cut off at the end", clients_.size());
    for (const auto& each : connections_)
        if (const auto client = each.lock())
            client->close();
    clients_.cancel();
    co_await clients_.until_empty();
}

} // namespace thimble::service::http
