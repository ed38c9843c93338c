// A request as it came over the wire, and whoever sent it.
#pragma once

#include "http/file_receiver.hpp"

#include <boost/beast/http/fields.hpp>
#include <boost/beast/http/message.hpp>

#include <functional>
#include <memory>
#include <string>
#include <utility>

namespace thimble::service::http {

struct request {
    boost::beast::http::request_header<> head;
    std::string body;            // as sent; empty when it was too large
    bool body_too_large = false; // what is longer than is taken of this client is not kept
    bool to_file = false;        // the handler has had the body received as a file
    bool no_room = false;        // the disk has not taken that; what was left is unread

    /// That file, where all of it has come; nullptr otherwise.
    std::shared_ptr<const received_file> file = {};
};

/// The one who waits for an answer. Home thread.
class caller {
public:
    explicit caller(std::string address = {}, bool proxied = false)
        : address_(std::move(address)), proxied_(proxied)
    {
    }

    /// The IP address that it comes from, as a trusted proxy names it; empty where it has none.
    const std::string& address() const noexcept { return address_; }

    /// True where a trusted proxy has passed the request on, so that its word counts.
    bool proxied() const noexcept { return proxied_; }

    /// True when the connection has been closed from the other side.
    bool gone() const noexcept { return gone_; }

    /// Called when the caller goes away before the answer; at once if it has already.
    void when_gone(std::function<void()> then)
    {
        if (gone_)
            then();
        else
            then_ = std::move(then);
    }

    /// The connection says that the caller went away.
    void leave()
    {
        gone_ = true;
        if (const auto then = std::exchange(then_, nullptr))
            then();
    }

private:
    std::string address_;
    bool proxied_ = false;
    bool gone_ = false;
    std::function<void()> then_;
};

} // namespace thimble::service::http
