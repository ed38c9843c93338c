#include "http/listener.hpp"

#include "async/deadline.hpp"
#include "async/exception_text.hpp"
#include "async/sleep.hpp"
#include "http/high_descriptor.hpp"
#include "http/peer_user.hpp"

#include <boost/asio/local/stream_protocol.hpp>
#include <boost/asio/redirect_error.hpp>

#include <cerrno>
#include <cstring>
#include <sstream>
#include <stdexcept>
#include <sys/stat.h>
#include <unistd.h>

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

/// Both live until the connection has ended.
asio::awaitable<void> run_to_the_end(std::shared_ptr<connection> client,
                                     std::unique_ptr<connection_slot> /*held*/)
{
    co_await client->run();
}

} // namespace

listener::listener(asio::any_io_executor home,
                   handler& answers,
                   limits granted,
                   trusted_proxies proxies,
                   std::shared_ptr<const certificate> shown,
                   std::shared_ptr<spdlog::logger> log)
    : home_(std::move(home)), handler_(answers), limits_(granted), proxies_(std::move(proxies)),
      certificate_(std::move(shown)), log_(std::move(log)), acceptor_(home_),
      slots_(home_, limits_), clients_(home_, [this](const std::exception_ptr& problem) {
          log_->error("a connection failed: {}", async::exception_text(problem));
      })
{
}

listener::~listener()
{
    std::error_code ignored;
    if (!private_path_.empty())
        std::filesystem::remove(private_path_, ignored);
}

void listener::open(const tcp::endpoint& at)
{
    try {
        acceptor_.open(at.protocol());
        acceptor_.set_option(asio::socket_base::reuse_address(true));
        acceptor_.bind(at);
        acceptor_.listen();
    } catch (const boost::system::system_error& problem) {
        error_code ignored;
        acceptor_.close(ignored);
        throw std::runtime_error(
            "Cannot listen on " + to_string(at) + ": " + problem.code().message() +
            " (stop the program that uses this address, or choose another with --listen)");
    }
}

void listener::open(const std::filesystem::path& at)
{
    std::error_code none_there;
    std::filesystem::remove(at, none_there);
    try {
        const asio::local::stream_protocol::endpoint place(at.string());
        acceptor_.open(place.protocol());
        acceptor_.bind(place);
        private_path_ = at;
        if (::chmod(at.c_str(), 0600) != 0) // nobody can connect before listen()
            throw boost::system::system_error(errno, boost::system::system_category());
        acceptor_.listen();
    } catch (const boost::system::system_error& problem) {
        throw std::runtime_error("Cannot make the socket " + at.string() + ": " +
                                 problem.code().message());
    }
}

tcp::endpoint listener::endpoint() const
{
    const auto here = acceptor_.local_endpoint();
    tcp::endpoint out;
    std::memcpy(out.data(), here.data(), here.size());
    out.resize(here.size());
    return out;
}

asio::awaitable<void> listener::run(std::chrono::milliseconds drain,
                                    std::function<void()> when_draining)
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
    // The cancellation that has ended the accepting must not end the draining as well.
    co_await asio::this_coro::reset_cancellation_state(asio::disable_cancellation());
    if (when_draining)
        when_draining();
    co_await close(drain);
    if (problem)
        std::rethrow_exception(problem);
}

asio::awaitable<void> listener::accept()
{
    for (;;) {
        error_code failed;
        auto socket =
            co_await acceptor_.async_accept(asio::redirect_error(asio::use_awaitable, failed));
        if (!failed) {
            co_await let_in(with_high_descriptor(std::move(socket)));
            continue;
        }
        if (failed == asio::error::operation_aborted)
            throw boost::system::system_error(failed);
        log_->warn("cannot accept a connection: {}", failed.message());
        co_await async::sleep_for(pause_after_error);
    }
}

/// A trusted proxy's connections carry the requests of many clients, which are counted one by one.
asio::awaitable<void> listener::let_in(stream::socket socket)
{
    std::string network;
    if (!private_path_.empty()) {
        if (!is_same_user(socket))
            co_return;
    } else {
        const auto address = address_of(socket);
        if (address.empty())
            co_return;
        network = network_of(address);
        if (!proxies_.trusts(address) && !slots_.make_room_for(network))
            co_return;
    }
    co_await slots_.make_room();
    serve(std::move(socket), std::move(network));
}

bool listener::is_same_user(stream::socket& socket) const
{
    const auto user = peer_user(socket.native_handle());
    if (user == ::geteuid() || user == uid_t{0})
        return true;
    log_->warn("a process of another user came to {} and was turned away", private_path_.string());
    return false;
}

void listener::serve(stream::socket socket, std::string network)
{
    // Now and then: each sweep is paid for by as many connections that have come since.
    if (connections_.size() > 2 * clients_.size() + few_connections)
        std::erase_if(connections_, [](const auto& each) { return each.expired(); });
    auto bytes = certificate_ ? stream(std::move(socket), certificate_->context())
                              : stream(std::move(socket));
    auto slot = slots_.take(std::move(network));
    auto client = std::make_shared<connection>(
        std::move(bytes),
        connection_context{.answers = handler_, .granted = limits_, .proxies = proxies_}, *slot);
    connections_.emplace_back(client);
    clients_.spawn(run_to_the_end(std::move(client), std::move(slot)));
}

asio::awaitable<void> listener::close(std::chrono::milliseconds drain)
{
    error_code ignored;
    acceptor_.close(ignored);
    for (const auto& each : connections_)
        if (const auto client = each.lock())
            client->drain();
    if (co_await async::with_timeout(drain, clients_.until_empty()))
        co_return;
    log_->warn("{} connections were cut off at the end", clients_.size());
    for (const auto& each : connections_)
        if (const auto client = each.lock())
            client->close();
    clients_.cancel();
    co_await clients_.until_empty();
}

} // namespace thimble::service::http
