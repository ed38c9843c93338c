// Clients whose id is the address of their description: fetched, checked, and kept for a while.
#pragma once

#include "async/worker.hpp"
#include "service/accounts/rate_limit.hpp"
#include "service/oauth/client.hpp"
#include "service/oauth/lookups.hpp"
#include "service/oauth/oauth_error.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>

#include <chrono>
#include <expected>
#include <functional>
#include <map>
#include <memory>
#include <string>

namespace thimble::service::oauth {

struct document_limits {
    std::chrono::milliseconds fetch_time{5'000};
    std::chrono::minutes kept{10};                   // a description
    std::chrono::seconds kept_failure{30};           // that it could not be had
    std::size_t most = 200;                          // are kept; the oldest go
    rate of_address{.per_second = 0.2, .burst = 10}; // fetches that an address causes
    rate of_all{.per_second = 2, .burst = 50};
    std::size_t lookups = 8; // of names, under way at once
};

/// Home thread.
class client_documents {
public:
    using clock = std::chrono::steady_clock;

    /// The body of a document, or why there is none, as a part of a sentence. Names are looked up
    /// on `resolver`.
    using fetch = std::function<boost::asio::awaitable<std::expected<std::string, std::string>>(
        std::string url, std::shared_ptr<async::worker> resolver)>;

    client_documents(boost::asio::any_io_executor home, fetch how, const document_limits& granted);

    /// `url` has been found valid. `network`: of the one who asks.
    boost::asio::awaitable<outcome<client>> find(std::string url, std::string network);

private:
    struct kept_document {
        std::expected<client, std::string> what;
        clock::time_point until;
    };

    void keep(const std::string& url, std::expected<client, std::string> what);

    fetch fetch_;
    document_limits limits_;
    rate_limiter of_address_;
    rate_limiter of_all_;
    lookups lookups_;
    std::map<std::string, kept_document, std::less<>> kept_; // by URL
};

/// The client that the document at this address describes; an error is a part of a sentence.
std::expected<client, std::string> read_document(const std::string& url, const std::string& text);

} // namespace thimble::service::oauth
