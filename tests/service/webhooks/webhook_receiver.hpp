// Server that takes webhooks' requests and answers as it is told.
#pragma once

#include "tests/e2e/test_certificate.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl/context.hpp>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace thimble::service::test {

struct received_webhook {
    std::string method;
    std::string target;
    std::map<std::string, std::string> fields; // names in lower case
    std::string body;
};

/// On a free port of 127.0.0.1, on a thread of its own: one connection after the other.
class webhook_receiver {
public:
    /// `statuses` of the first answers; 200 after them. `shown`: over TLS with this certificate.
    explicit webhook_receiver(std::deque<unsigned> statuses = {},
                              const e2e::test_certificate* shown = nullptr);
    webhook_receiver(const webhook_receiver&) = delete;
    webhook_receiver& operator=(const webhook_receiver&) = delete;
    ~webhook_receiver();

    std::string url(const std::string& host = "127.0.0.1") const
    {
        return (tls_ ? "https://" : "http://") + host + ":" + std::to_string(port_) + "/hook?a=b";
    }

    /// So many at least, once they are there; fewer after half a minute.
    std::vector<received_webhook> wait_for(std::size_t count);

private:
    void serve();
    void take(boost::asio::ip::tcp::socket& from);
    void answer(auto& on);

    boost::asio::io_context context_;
    boost::asio::ip::tcp::acceptor acceptor_;
    std::uint16_t port_;
    std::optional<boost::asio::ssl::context> tls_;
    std::mutex mutex_;
    std::deque<unsigned> statuses_;
    std::vector<received_webhook> received_;
    bool ended_ = false;
    std::thread thread_;
};

} // namespace thimble::service::test
