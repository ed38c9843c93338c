// Pictures as the parts of one HTTP answer that has no end: multipart/x-mixed-replace.
#pragma once

#include "http/open_body.hpp"
#include "http/upgraded_connection.hpp"
#include "service/live_view/stream_limits.hpp"
#include "service/live_view/viewer.hpp"

#include <memory>
#include <optional>
#include <string>

namespace thimble::service {

/// Of the answer whose body this is.
std::string multipart_media_type();

/// Home thread.
class multipart_viewing final : public http::upgraded_connection {
public:
    multipart_viewing(std::unique_ptr<viewer> who, const stream_limits& granted);

    boost::asio::awaitable<void> run(http::stream with, http::request first) override;
    void drain() override;

private:
    boost::asio::awaitable<void> show();
    boost::asio::awaitable<bool> write(const live_picture& what);

    std::unique_ptr<viewer> viewer_;
    stream_limits limits_;
    std::optional<http::open_body> body_; // once it runs
};

} // namespace thimble::service
