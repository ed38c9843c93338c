// A plain HTTP client for tests: one connection a request, and a deadline for each.
#pragma once

#include <boost/asio/generic/stream_protocol.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <nlohmann/json.hpp>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>

namespace thimble::e2e {

using header_fields = std::map<std::string, std::string>;

struct http_answer {
    int status = 0;
    header_fields headers; // names in lower case
    std::string body;

    /// The body as JSON; a discarded value when it is not.
    nlohmann::json json() const { return nlohmann::json::parse(body, nullptr, false); }
    std::string header(const std::string& name) const;
};

class http_client {
public:
    explicit http_client(std::uint16_t loopback_port, header_fields always = {});
    explicit http_client(const boost::asio::ip::tcp::endpoint& server, header_fields always = {});
    explicit http_client(const std::filesystem::path& unix_socket, header_fields always = {});

    http_answer get(const std::string& target, const header_fields& headers = {}) const;
    http_answer post(const std::string& target,
                     const std::string& body = "",
                     const header_fields& headers = {}) const;
    http_answer send(const std::string& method,
                     const std::string& target,
                     const std::string& body,
                     const header_fields& headers) const;

    /// Writes the bytes as they are and reads until the server closes or `limit` is over.
    std::string raw(const std::string& bytes, std::chrono::milliseconds limit) const;

    /// A client for the same place that says something else with every request.
    http_client with(header_fields always) const;

    /// One that encrypts its requests, and believes whatever certificate it is shown.
    http_client encrypted() const;

private:
    boost::asio::generic::stream_protocol::endpoint server_;
    header_fields always_;
    bool encrypted_ = false;
};

} // namespace thimble::e2e
