// The pictures of one phone, one after another, for as long as somebody wants them.
#pragma once

#include "async/signal.hpp"
#include "daemon/frames/phone_frames.hpp"
#include "device/phone.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <spdlog/logger.h>

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

namespace thimble::daemon {

/// Where the pictures of phones come from. All of it outlives the feeds.
struct picture_source_context {
    boost::asio::any_io_executor home;

    /// The attached phone of that UDID, or nothing.
    std::function<std::shared_ptr<device::phone>(const std::string& udid)> find_phone;

    std::function<std::shared_ptr<phone_frames>(const std::shared_ptr<device::phone>&)> frames_of;

    std::shared_ptr<spdlog::logger> log;

    /// After a live source has failed, until it is tried again: doubled each time, up to the most.
    std::chrono::milliseconds first_pause{1000};
    std::chrono::milliseconds longest_pause{30'000};
};

/// Home thread; owned by shared_ptr. Pictures that the phone pushes, where it can; else captures,
/// one after the other. A phone that is away is waited for. Ends by itself when nothing is wanted.
class picture_source : public std::enable_shared_from_this<picture_source> {
public:
    using receiver = std::function<void(device::phone&, const device::captured_frame&)>;

    /// `on_picture` is never called within a call of this.
    picture_source(const picture_source_context& from, std::string udid, receiver on_picture);

    /// So many a second (1..60) from now on; 0: none.
    void want(int frames_per_second);

    /// The phone has come, gone or changed.
    void phone_changed() { notify(); }

    /// A picture that was handed over cannot be used. Pushed pictures are left alone for a pause,
    /// and others captured meanwhile.
    void refuse();

    /// True while anything of the phone may be in use.
    bool running() const noexcept { return running_; }

private:
    using clock = std::chrono::steady_clock;
    using phone_pointer = std::shared_ptr<device::phone>;

    static boost::asio::awaitable<void> run(std::shared_ptr<picture_source> self);
    boost::asio::awaitable<void> go_on();
    boost::asio::awaitable<void> watch(phone_pointer phone);
    boost::asio::awaitable<void> capture(phone_pointer phone);
    boost::asio::awaitable<void> until_phone_changes();
    boost::asio::awaitable<void> until_another_pace(int than, phone_pointer phone);
    boost::asio::awaitable<void> until_unwanted(phone_pointer phone);
    boost::asio::awaitable<void> pause_until(clock::time_point time);
    void live_failed(const device::failure& why);
    void attach_phone(const phone_pointer& phone);
    void notify();

    const picture_source_context& from_;
    std::string udid_;
    receiver on_picture_;
    int wanted_ = 0; // pictures a second
    bool running_ = false;
    bool refused_ = false;             // since the phone is watched
    bool has_gap_ = false;             // its video, since it was last seen
    std::weak_ptr<device::phone> met_; // whose failures these are:
    clock::time_point live_again_;     // not tried before
    std::chrono::milliseconds pause_{0};
    std::uint64_t changes_ = 0;
    async::signal changed_;
    async::signal* pausing_ = nullptr; // in pause_until()
};

} // namespace thimble::daemon
