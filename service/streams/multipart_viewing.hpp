// Pictures as the parts of one HTTP answer that has no end: multipart/x-mixed-replace.
#pragma once

#include "async/alarm.hpp"
#include "service/http/conversation.hpp"
#include "service/streams/stream_limits.hpp"
#include "service/streams/viewer.hpp"

#include <memory>
#include <optional>
#include <string>

namespace thimble::service {

/// Of the answer whose body this is.
std::string multipart_media_type();

/// Home thread.
class multipart_viewing final : public http::conversation {
public:
    multipart_viewing(const boost::asio::any_io_executor& home,
                      std::unique_ptr<viewer> who,
                      const stream_limits& granted);

    boost::asio::awaitable<void> run(http::stream with, http::request first) override;
    void drain() override;

private:
    boost::asio::awaitable<void> show();
    boost::asio::awaitable<bool> write(const live_picture& what);
    boost::asio::awaitable<bool> write_delimiter();
    boost::asio::awaitable<void> until_gone();
    boost::asio::awaitable<void> say_goodbye();
    void cut();

    std::unique_ptr<viewer> viewer_;
    stream_limits limits_;
    std::optional<http::stream> stream_; // once it runs
    bool writing_ = false;
    bool over_ = false; // the other end is gone, or cut off
    async::alarm patience_;
};

} // namespace thimble::service
