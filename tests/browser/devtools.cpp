#include "tests/browser/devtools.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core/buffers_to_string.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/websocket.hpp>

#include <optional>
#include <stdexcept>

namespace thimble::browser {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace websocket = boost::beast::websocket;
using std::chrono::steady_clock;

namespace {

constexpr std::chrono::seconds answer_limit{30};
constexpr std::size_t longest_message = 64UL * 1024 * 1024; // bytes: a picture of the page

} // namespace

struct devtools::wire {
    asio::io_context context;
    websocket::stream<asio::ip::tcp::socket> stream{context};
};

devtools::devtools(std::uint16_t port, const std::string& path) : wire_(std::make_unique<wire>())
{
    wire_->stream.next_layer().connect({asio::ip::address_v4::loopback(), port});
    wire_->stream.read_message_max(longest_message);
    wire_->stream.handshake("127.0.0.1:" + std::to_string(port), path);
    for (const auto* domain : {"Page.enable", "Runtime.enable", "Log.enable"})
        call(domain);
}

devtools::devtools(devtools&&) noexcept = default;
devtools& devtools::operator=(devtools&&) noexcept = default;
devtools::~devtools() = default;

nlohmann::json devtools::call(const std::string& method, const nlohmann::json& params)
{
    const int id = ++last_id_;
    const nlohmann::json asked{{"id", id}, {"method", method}, {"params", params}};
    wire_->stream.write(asio::buffer(asked.dump()));
    const auto deadline = steady_clock::now() + answer_limit;
    for (;;) {
        auto heard = receive(deadline);
        if (!heard.contains("id")) {
            events_.push_back(std::move(heard));
            continue;
        }
        if (heard.at("id") != id)
            continue;
        if (heard.contains("error"))
            throw std::runtime_error(method + ": " + heard.at("error").dump());
        return heard.at("result");
    }
}

nlohmann::json devtools::receive(steady_clock::time_point deadline)
{
    beast::flat_buffer buffer;
    std::optional<boost::system::error_code> ended;
    wire_->stream.async_read(buffer,
                             [&](boost::system::error_code how, std::size_t) { ended = how; });
    wire_->context.restart();
    wire_->context.run_until(deadline);
    if (!ended) {
        wire_->stream.next_layer().close();
        wire_->context.restart();
        wire_->context.run(); // the read ends before its buffer goes
        throw std::runtime_error("the browser does not answer");
    }
    if (*ended)
        throw std::runtime_error("the browser has gone: " + ended->message());
    return nlohmann::json::parse(beast::buffers_to_string(buffer.data()));
}

} // namespace thimble::browser
