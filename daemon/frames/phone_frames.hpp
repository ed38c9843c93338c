// The pictures of one phone: whoever wants one at the same time shares a capture.
#pragma once

#include "async/signal.hpp"
#include "device/phone.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/cancellation_signal.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

namespace thimble::daemon {

/// Required age of a picture.
enum class freshness : std::uint8_t {
    any,   // it shows what the last input has left: one that is there already may do
    fresh, // it is captured from now on
};

/// Home thread; owned by shared_ptr. At most one capture is under way and one comes next, however
/// many ask. Input that does not come through input_mark is not known of here.
class phone_frames : public std::enable_shared_from_this<phone_frames> {
public:
    using picture = device::result<device::captured_frame>;

    phone_frames(boost::asio::any_io_executor home, std::weak_ptr<device::phone> of);
    phone_frames(const phone_frames&) = delete;
    phone_frames& operator=(const phone_frames&) = delete;
    ~phone_frames();

    /// Never waits for an input that is under way; what was captured during it serves nobody who
    /// asks later. A caller that is cancelled leaves the capture to the others; the last one to go
    /// cancels it. The phone's frame source limits the time.
    boost::asio::awaitable<picture> capture(freshness wanted);

    /// A picture that the phone has pushed. It serves whoever asks for any within a moment.
    void show_live(const device::captured_frame& taken);

    /// No more of them come for now.
    void end_live() { live_.reset(); }

    /// Number of those that wait for a capture.
    std::size_t waiting() const noexcept;

private:
    friend class input_mark;
    using clock = std::chrono::steady_clock;

    struct run; // one capture

    struct live_picture {
        device::captured_frame taken;
        clock::time_point shows; // a moment no later than the one on it
    };

    static boost::asio::awaitable<picture> take(std::shared_ptr<device::phone> from,
                                                clock::time_point last_input);
    bool may_serve(const live_picture& seen) const;
    std::shared_ptr<run> run_for(freshness wanted);
    void begin_next();
    void ended(const std::shared_ptr<run>& one, const std::exception_ptr& problem, picture taken);
    void leave(run& one);

    void input_begins();
    void input_ends();

    boost::asio::any_io_executor home_;
    std::weak_ptr<device::phone> phone_;
    std::shared_ptr<run> now_;
    std::shared_ptr<run> next_;
    std::optional<live_picture> live_;
    std::size_t inputs_ = 0;        // under way
    std::uint64_t input_marks_ = 0; // begins and ends so far
    clock::time_point last_input_ended_;
};

/// While it lives an input is under way. Inputs may lie within each other.
class input_mark {
public:
    /// nullptr: nobody takes pictures.
    explicit input_mark(std::shared_ptr<phone_frames> of);
    input_mark(const input_mark&) = delete;
    input_mark& operator=(const input_mark&) = delete;
    ~input_mark();

private:
    std::shared_ptr<phone_frames> of_;
};

} // namespace thimble::daemon
