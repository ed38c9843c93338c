// Texts of the contract, made off the home thread.
#pragma once

#include "http/message.hpp"
#include "service/routing/table.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/thread_pool.hpp>

#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace thimble::service::api {

/// /openapi.json and /docs, each made when it is first asked for and kept from then on.
///
/// Making one takes longer than a request may hold the home thread (a description of every
/// endpoint), so that a thread does it, which starts with the first request. Home thread; to be
/// destroyed before the table, whose descriptions that thread reads: the destructor waits for a
/// text that is being made.
class contract_texts {
public:
    /// `endpoints` must outlive it, and must be complete before the first request.
    contract_texts(boost::asio::any_io_executor home, const table& endpoints);

    boost::asio::awaitable<http::shared_bytes> openapi();
    boost::asio::awaitable<http::shared_bytes> page();

private:
    using maker = std::string (*)(const table&);
    struct text {
        maker make;
        http::shared_bytes bytes; // of that thread alone
    };

    boost::asio::awaitable<http::shared_bytes> bytes_of(text& which);

    boost::asio::any_io_executor home_;
    const table& endpoints_;
    text openapi_;
    text page_;
    std::optional<boost::asio::thread_pool> thread_; // one, last: joined before the texts go
};

} // namespace thimble::service::api
