#include "virtualphone/media/looped_pictures.hpp"

#include <boost/asio/use_awaitable.hpp>

#include <utility>

namespace thimble::virtualphone::media {
namespace {

using loop_clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds longest_lag{200}; // that is made up for

} // namespace

looped_pictures::looped_pictures(const boost::asio::any_io_executor& home,
                                 phone& device,
                                 std::shared_ptr<const picture_loop> loop,
                                 loop_clock::duration distance)
    : device_(device), loop_(std::move(loop)), distance_(distance), timer_(home)
{
}

boost::asio::awaitable<void> looped_pictures::run(picture_receiver receiver)
{
    auto due = loop_clock::now();
    for (;;) {
        device_.os.advance(device_.clock.now());
        if (device_.os.awake()) {
            const std::size_t picture = next_;
            next_ = (picture + 1) % loop_->length();
            receiver({.units = loop_->units_of(picture),
                      .key = loop_->is_key(picture),
                      .taken = loop_clock::now()});
        }
        due += distance_;
        if (loop_clock::now() - due > longest_lag)
            due = loop_clock::now();
        timer_.expires_at(due);
        co_await timer_.async_wait(boost::asio::use_awaitable);
    }
}

} // namespace thimble::virtualphone::media
