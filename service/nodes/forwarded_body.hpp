// The body of an answer that another node sends part by part.
#pragma once

#include "http/open_body.hpp"
#include "http/upgraded_connection.hpp"
#include "service/nodes/forwarded_requests.hpp"

#include <boost/asio/awaitable.hpp>

#include <functional>
#include <memory>
#include <optional>

namespace thimble::service::nodes {

/// Home thread.
class forwarded_body final : public http::upgraded_connection {
public:
    using request_ptr = std::shared_ptr<forwarded_requests::awaited>;

    /// `has_room` is called after parts have been written. `held` goes with this.
    forwarded_body(request_ptr what, std::function<void()> has_room, std::shared_ptr<void> held);

    boost::asio::awaitable<void> run(http::stream with, http::request first) override;
    void drain() override;

private:
    boost::asio::awaitable<void> write_parts();

    request_ptr what_;
    std::function<void()> has_room_;
    std::shared_ptr<void> held_;
    std::optional<http::open_body> body_; // once it runs
};

} // namespace thimble::service::nodes
