// Fetch of the document in which a client describes itself, from an address that it names.
#pragma once

#include "async/worker.hpp"

#include <boost/asio/awaitable.hpp>
#include <boost/asio/ssl/context.hpp>

#include <chrono>
#include <cstddef>
#include <expected>
#include <string>
#include <string_view>

namespace thimble::service::oauth {

struct document_reach {
    bool private_addresses = false;             // and this machine; for tests
    boost::asio::ssl::context* trust = nullptr; // outlives every fetch
    std::size_t most_bytes = 64UL * 1024;
    std::chrono::milliseconds connect_time{3000};
};

/// https with a path; without user, password, fragment, and dots as parts of the path.
std::expected<void, std::string> check_document_url(std::string_view url);

/// Home thread; the caller limits the time. The body of the document. The name is looked up once,
/// and the connection goes to what was found then and may be reached, and nowhere else: by no
/// proxy, and no redirection is followed. An error is a part of a sentence.
boost::asio::awaitable<std::expected<std::string, std::string>>
fetch_document(std::string url, document_reach within, async::worker& resolver);

} // namespace thimble::service::oauth
