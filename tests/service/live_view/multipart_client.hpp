// A blocking client that watches a phone by HTTP, and reads only when it is told to.
#pragma once

#include "tests/service/http_client.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>

#include <cstdint>
#include <optional>
#include <string>

namespace thimble::service::test {

class multipart_client {
public:
    /// Asks, and reads the head of the answer.
    multipart_client(std::uint16_t port, const std::string& target, const headers& fields);

    const reply& head() const { return head_; }

    struct part {
        headers fields; // names in lower case
        std::string body;
    };

    /// The next picture; nothing once the service has closed.
    std::optional<part> next();

    /// Its head alone: the rest stays where it is.
    headers begin_part();
    std::string rest_of(const headers& of);

    /// True if the service has closed after what it had still sent.
    bool ends();

    void close();

private:
    bool fill();
    std::optional<std::string> line();

    boost::asio::io_context context_;
    boost::asio::ip::tcp::socket socket_{context_};
    std::string buffer_; // read and not yet looked at
    reply head_;
};

} // namespace thimble::service::test
