#include "tests/virtualphone/lockdown/phone_client.hpp"

#include "tests/catch2.hpp"
#include "tests/virtualphone/mux/mux_host.hpp"

#include <boost/asio/buffer.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>

#include <array>

namespace thimble::virtualphone::tests {

namespace asio = boost::asio;
namespace ssl = boost::asio::ssl;

asio::awaitable<void> phone_client::start_tls(const host_identity& as, bool present_root)
{
    settings_ = std::make_unique<ssl::context>(ssl::context::tls_client);
    SSL_CTX* raw = settings_->native_handle();
    SSL_CTX_set_security_level(raw, 0);
    SSL_CTX_use_certificate(raw, present_root ? as.root.get() : as.host.get());
    SSL_CTX_use_PrivateKey(raw, present_root ? as.root_key.get() : as.host_key.get());
    tls_ = std::make_unique<ssl::stream<stream&>>(*socket_, *settings_);
    co_await tls_->async_handshake(ssl::stream_base::client, asio::use_awaitable);
}

asio::awaitable<void> phone_client::send(const plist::value& message, bool binary)
{
    const plist::bytes body = binary ? plist::to_binary(message) : plist::to_xml(message);
    plist::bytes framed{
        static_cast<std::uint8_t>(body.size() >> 24), static_cast<std::uint8_t>(body.size() >> 16),
        static_cast<std::uint8_t>(body.size() >> 8), static_cast<std::uint8_t>(body.size())};
    framed.insert(framed.end(), body.begin(), body.end());
    co_await send_raw(std::move(framed));
}

asio::awaitable<void> phone_client::send_raw(plist::bytes content)
{
    if (tls_)
        co_await asio::async_write(*tls_, asio::buffer(content), asio::use_awaitable);
    else
        co_await asio::async_write(*socket_, asio::buffer(content), asio::use_awaitable);
}

asio::awaitable<void> phone_client::read(plist::bytes& to)
{
    if (tls_)
        co_await asio::async_read(*tls_, asio::buffer(to), asio::use_awaitable);
    else
        co_await asio::async_read(*socket_, asio::buffer(to), asio::use_awaitable);
}

asio::awaitable<plist::bytes> phone_client::receive_raw(std::size_t size)
{
    plist::bytes content(size);
    co_await read(content);
    co_return content;
}

asio::awaitable<plist::value> phone_client::receive()
{
    plist::bytes head(4);
    co_await read(head);
    plist::bytes body(static_cast<std::size_t>(head[0]) << 24 |
                      static_cast<std::size_t>(head[1]) << 16 |
                      static_cast<std::size_t>(head[2]) << 8 | head[3]);
    co_await read(body);
    auto message = plist::parse(body);
    REQUIRE(message);
    co_return *message;
}

asio::awaitable<plist::value> phone_client::ask(plist::value request)
{
    co_await send(request);
    co_return co_await receive();
}

asio::awaitable<bool> phone_client::ended()
{
    std::array<char, 4096> dropped{};
    boost::system::error_code error;
    while (!error)
        co_await socket_->async_read_some(asio::buffer(dropped),
                                          asio::redirect_error(asio::use_awaitable, error));
    co_return true;
}

asio::awaitable<phone_client> open_port(desk& table, std::uint16_t port)
{
    mux_host host(table.connect());
    REQUIRE(co_await host.connect(1, port) == 0);
    co_return phone_client(host.release());
}

asio::awaitable<phone_client> open_lockdown(desk& table)
{
    return open_port(table, lockdown_service::port);
}

asio::awaitable<host_identity> new_identity(desk& table)
{
    phone_client lockdown = co_await open_lockdown(table);
    auto request = lockdown_request("GetValue");
    request["Key"] = "DevicePublicKey";
    const auto answer = co_await lockdown.ask(std::move(request));
    const auto key = plist::data_at(answer, "Value");
    REQUIRE(key);
    co_return make_host_identity(*key);
}

plist::value lockdown_request(std::string_view name)
{
    return {{"Request", name}, {"Label", "test"}};
}

plist::value pair_request(const host_identity& as)
{
    plist::value request = lockdown_request("Pair");
    request["PairRecord"] = as.pair_record();
    request["ProtocolVersion"] = "2";
    return request;
}

asio::awaitable<host_identity> paired_identity(desk& table)
{
    host_identity made = co_await new_identity(table);
    phone_client lockdown = co_await open_lockdown(table);
    const auto answer = co_await lockdown.ask(pair_request(made));
    REQUIRE(answer.contains("EscrowBag"));
    co_return made;
}

asio::awaitable<phone_client> open_session(desk& table, const host_identity& as, bool present_root)
{
    phone_client lockdown = co_await open_lockdown(table);
    auto request = lockdown_request("StartSession");
    request["HostID"] = as.host_id;
    request["SystemBUID"] = as.system_buid;
    const auto answer = co_await lockdown.ask(std::move(request));
    REQUIRE(plist::bool_at(answer, "EnableSessionSSL") == true);
    co_await lockdown.start_tls(as, present_root);
    co_return lockdown;
}

asio::awaitable<phone_client>
open_service(desk& table, const host_identity& as, std::string_view service)
{
    phone_client lockdown = co_await open_session(table, as);
    auto request = lockdown_request("StartService");
    request["Service"] = service;
    const auto answer = co_await lockdown.ask(std::move(request));
    const auto port = plist::integer_at(answer, "Port");
    REQUIRE(port);
    phone_client client = co_await open_port(table, static_cast<std::uint16_t>(*port));
    co_await client.start_tls(as);
    co_return client;
}

} // namespace thimble::virtualphone::tests
