// A blocking HTTP client that keeps to nothing it is not told to: tests send what they like.
#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <nlohmann/json.hpp>

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace thimble::service::test {

using headers = std::map<std::string, std::string>;

struct reply {
    unsigned status = 0; // 0: the connection was closed without an answer
    headers fields;      // names in lower case
    std::string body;

    nlohmann::json json() const { return nlohmann::json::parse(body); }
    std::string field(const std::string& name) const;

    /// The code of an error record.
    std::string error() const { return json().at("error").get<std::string>(); }
};

/// One connection.
class http_client {
public:
    explicit http_client(std::uint16_t port);

    /// With the key, and JSON where there is a body.
    reply get(const std::string& target, const headers& more = {});
    reply post(const std::string& target, const std::string& body = "", const headers& more = {});

    /// With nothing but what is given here (and Host and Content-Length).
    reply ask(const std::string& method,
              const std::string& target,
              const headers& fields,
              const std::string& body = "");

    void send(std::string_view bytes);

    /// The next answer; `to_head`: one that has no body whatever its length says. Of one that has
    /// no end, its head.
    reply receive(bool to_head = false);

    /// True if the other side closes, which is waited for.
    bool closed();

    void close();
    void shut_sending();

private:
    void wait_for_bytes();

    boost::asio::io_context context_;
    boost::asio::ip::tcp::socket socket_{context_};
    boost::beast::flat_buffer buffer_;
};

/// The record of a job at "/v1/jobs/{id}", once it has ended.
nlohmann::json ended_job(http_client& client, const std::string& path);

} // namespace thimble::service::test
