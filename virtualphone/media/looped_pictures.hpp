// A stream of pictures that were encoded beforehand.
#pragma once

#include "virtualphone/media/picture_source.hpp"
#include "virtualphone/media/protocol/picture_loop.hpp"
#include "virtualphone/phone/phone.hpp"

#include <boost/asio/steady_timer.hpp>

namespace thimble::virtualphone::media {

/// At the rate that it is asked for, whatever the phone shows; a dark panel stops it. The phone
/// outlives it.
class looped_pictures final : public picture_source {
public:
    looped_pictures(const boost::asio::any_io_executor& home,
                    phone& device,
                    std::shared_ptr<const picture_loop> loop,
                    std::chrono::steady_clock::duration distance);

    boost::asio::awaitable<void> run(picture_receiver receiver) override;
    void want_key() override { next_ = 0; }

private:
    phone& device_;
    std::shared_ptr<const picture_loop> loop_;
    std::chrono::steady_clock::duration distance_;
    boost::asio::steady_timer timer_;
    std::size_t next_ = 0;
};

} // namespace thimble::virtualphone::media
