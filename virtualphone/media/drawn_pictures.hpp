// A stream of what the phone shows, encoded as it is shown.
#pragma once

#include "virtualphone/media/encoder_process.hpp"
#include "virtualphone/media/picture_source.hpp"
#include "virtualphone/media/planes.hpp"
#include "virtualphone/phone/phone.hpp"

#include <boost/asio/steady_timer.hpp>
#include <boost/asio/thread_pool.hpp>

#include <deque>
#include <optional>

namespace thimble::virtualphone::media {

/// A picture is drawn when another one is to be seen, and no sooner than the encoder has room for
/// it; while the panel is dark there is one a second. The phone outlives it.
class drawn_pictures final : public picture_source {
public:
    drawn_pictures(const boost::asio::any_io_executor& home,
                   phone& device,
                   std::chrono::steady_clock::duration shortest_distance);

    boost::asio::awaitable<void> run(picture_receiver receiver) override;
    void want_key() override;

private:
    using clock = std::chrono::steady_clock;

    boost::asio::awaitable<void> feed(encoder_process& encoder);
    boost::asio::awaitable<void> collect(encoder_process& encoder,
                                         const picture_receiver& receiver);
    boost::asio::awaitable<bytes> converted(raw_picture upright, turned interface);
    bool is_due(clock::time_point now) const;
    void tell(std::vector<bytes> units, const picture_receiver& receiver);

    phone& device_;
    clock::duration shortest_distance_;
    picture_size size_;
    boost::asio::steady_timer wakes_;
    boost::asio::thread_pool worker_{1};
    std::optional<std::uint64_t> fed_;        // the generation that the encoder got last
    clock::time_point next_{};                // not before
    clock::time_point latest_{};              // that was drawn
    std::deque<clock::time_point> under_way_; // in the encoder
    bool key_wanted_ = false;
};

} // namespace thimble::virtualphone::media
