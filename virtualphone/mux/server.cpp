#include "virtualphone/mux/server.hpp"

#include "virtualphone/mux/client.hpp"

#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/uuid/random_generator.hpp>
#include <boost/uuid/uuid_io.hpp>

#include <algorithm>
#include <cctype>

namespace thimble::virtualphone::mux {
namespace {

namespace asio = boost::asio;

constexpr std::size_t most_clients = 1024;
constexpr std::chrono::milliseconds pause_after_failed_accept{100};

std::string random_buid()
{
    std::string text = to_string(boost::uuids::random_generator()());
    std::ranges::transform(text, text.begin(),
                           [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    return text;
}

} // namespace

server::server(asio::any_io_executor home, std::string address, std::shared_ptr<spdlog::logger> log)
    : home_(std::move(home)), address_(std::move(address)), log_(std::move(log)),
      buid_(random_buid())
{
}

server::~server()
{
    stop();
}

std::expected<void, std::string> server::start()
{
    if (listening_)
        return {};
    auto opened = listen_socket::open(home_, address_);
    if (!opened)
        return std::unexpected(opened.error());
    listening_ = std::make_shared<listen_socket>(std::move(*opened));
    address_ = listening_->address();
    asio::co_spawn(home_, accept_hosts(listening_), asio::detached);
    return {};
}

void server::stop()
{
    if (listening_)
        listening_->close();
    listening_.reset();
    for (const auto& host : clients())
        host->close();
    for (const auto& attached : phones_.all())
        attached->connections.shut_down_all();
}

void server::attach(phone& device)
{
    const auto added = phones_.attach(device);
    if (!added)
        return;
    log_->info("{} attached as device {}", added->id.udid, added->id.device_id);
    for (const auto& host : clients())
        host->tell_attached(added->id);
}

void server::detach(phone& device)
{
    const auto removed = phones_.detach(device);
    if (!removed)
        return;
    log_->info("{} detached", removed->id.udid);
    for (const auto& host : clients())
        host->tell_detached(removed->id.device_id);
}

asio::awaitable<void> server::accept_hosts(std::shared_ptr<listen_socket> from)
{
    while (from == listening_) {
        bool failed = false;
        try {
            serve(co_await from->accept());
        } catch (const boost::system::system_error& error) {
            failed = error.code() != asio::error::operation_aborted;
        }
        if (failed) { // out of descriptors, most likely: some will be given back
            asio::steady_timer pause(co_await asio::this_coro::executor, pause_after_failed_accept);
            co_await pause.async_wait(asio::use_awaitable);
        }
    }
}

void server::serve(stream connection)
{
    std::erase_if(clients_, [](const auto& host) { return host.expired(); });
    if (clients_.size() >= most_clients) {
        log_->warn("more than {} connections: refused one", most_clients);
        return;
    }
    const auto host = std::make_shared<client>(*this, std::move(connection));
    clients_.push_back(host);
    asio::co_spawn(home_, host->run(), asio::detached);
}

std::vector<std::shared_ptr<client>> server::clients() const
{
    std::vector<std::shared_ptr<client>> present;
    for (const auto& host : clients_)
        if (auto alive = host.lock())
            present.push_back(std::move(alive));
    return present;
}

} // namespace thimble::virtualphone::mux
