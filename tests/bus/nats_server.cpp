#include "tests/bus/nats_server.hpp"

#include "tests/e2e/eventually.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>

#include <csignal>
#include <cstdlib>
#include <stdexcept>
#include <utility>

namespace thimble::service::bus::test {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

std::optional<fs::path> nats_server::installed()
{
    // NOLINTNEXTLINE(concurrency-mt-unsafe): nobody writes to the environment
    if (const char* const given = std::getenv("THIMBLE_TEST_NATS"))
        return given;
    for (const auto* const each : {"/usr/sbin/nats-server", "/usr/bin/nats-server",
                                   "/opt/homebrew/bin/nats-server", "/usr/local/bin/nats-server"})
        if (fs::exists(each))
            return each;
    return std::nullopt;
}

nats_server::nats_server(fs::path program, std::string token, std::string address)
    : program_(std::move(program)), token_(std::move(token)), address_(std::move(address))
{
    start();
}

nats_server::~nats_server()
{
    stop();
}

std::string nats_server::url() const
{
    const auto login = token_.empty() ? std::string() : token_ + "@";
    return "nats://" + login + address_ + ":" + std::to_string(port_.number());
}

bool nats_server::takes_connections() const
{
    boost::asio::io_context context;
    boost::asio::ip::tcp::socket tried(context);
    boost::system::error_code refused;
    tried.connect({boost::asio::ip::make_address(address_), port_.number()}, refused);
    return !refused;
}

void nats_server::start()
{
    e2e::arguments words{"--addr", address_, "--port", std::to_string(port_.number())};
    if (!token_.empty())
        words.insert(words.end(), {"--auth", token_});
    running_ = std::make_unique<e2e::program>(program_.string(), words);
    if (!e2e::eventually(30s, [this] { return takes_connections(); }))
        throw std::runtime_error("nats-server does not start: " + running_->errors());
}

void nats_server::stop()
{
    if (running_)
        running_->interrupt(30s);
    running_.reset();
}

void nats_server::kill()
{
    running_->send_signal(SIGKILL);
    running_->wait(30s);
    running_.reset();
}

} // namespace thimble::service::bus::test
