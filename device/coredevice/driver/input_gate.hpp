// The question whether touches and keys that are sent to a phone land there.
#pragma once

#include "async/lane.hpp"
#include "device/coredevice/driver/screen_sight.hpp"
#include "device/media_session.hpp"
#include "device/touch_gates.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>

#include <chrono>
#include <functional>
#include <memory>
#include <optional>

namespace thimble::device::coredevice {

/// Sends an input, once.
using send_input = std::function<boost::asio::awaitable<result<void>>()>;

/// Asked with each input of a phone; it decides what has to be done beside the sending.
class input_gate {
public:
    virtual ~input_gate() = default;

    /// Calls `send` once at most. A failure that is `reached::perhaps` with the cause
    /// "effect_not_seen" is about an input that was sent, and may have landed or not.
    virtual boost::asio::awaitable<result<void>> pass(send_input send) = 0;

    /// An input is about to come: what it needs is made ready. Sends nothing.
    virtual boost::asio::awaitable<void> prepare() = 0;

    /// After an input that began then: false where it needs a stream, and none has run all the
    /// while since. What was sent in between may have been dropped.
    virtual bool streamed_since(std::chrono::steady_clock::time_point began) const = 0;

    /// Begins the stream anew that inputs need, where it has ended. True once it runs, and touches
    /// are taken.
    virtual boost::asio::awaitable<bool> revive_stream() = 0;

    /// True where it is known how inputs land.
    virtual bool known() const = 0;
};

struct gate_times {
    /// Time that a phone needs to take up a stream that has just begun, for touches.
    std::chrono::milliseconds settle{300};

    /// From the end of an input on, in which its effect has to show.
    std::chrono::milliseconds effect{2000};

    /// Between two looks at the screen.
    std::chrono::milliseconds look_pause{50};

    /// For a stream that is known to be needed, until the phone offers it: it does so a moment
    /// after its tunnel was opened.
    std::chrono::milliseconds offer{3000};

    /// For a stream to start that an input needs, of the minute that its command has; and for one
    /// that only the next input needs. The phone goes on with it after that.
    std::chrono::milliseconds start{15'000};
    std::chrono::milliseconds start_for_next{1000};
    std::chrono::milliseconds start_for_lifting{3000};
};

struct gate_options {
    /// Reads the screen; nothing where it cannot be seen. May be empty.
    std::function<boost::asio::awaitable<std::optional<screen_sight>>()> look = {};

    /// The stream of this phone, or nullptr. May be empty.
    std::function<media_session*()> media = {};

    /// Shared with other phones; or nullptr: what is found is known here alone.
    std::shared_ptr<touch_gate_memory> memory = nullptr;

    gate_times times{};
};

/// Home thread. The services of a phone take every report and acknowledge none; some phones drop
/// them unless their media stream runs. So the first inputs of a phone are judged by what the
/// screen does. Where nothing happens, the stream is started for the next one: an input itself is
/// never sent again. What was found is remembered for the phone, its iOS and its developer image;
/// that no stream is needed, once two inputs in a row have had an effect without one.
class effect_gate final : public input_gate {
public:
    /// `key` tells which phone it is, or nothing while that is not known.
    effect_gate(const boost::asio::any_io_executor& home,
                gate_options options,
                std::function<std::optional<touch_gate_key>()> key);

    boost::asio::awaitable<result<void>> pass(send_input send) override;
    boost::asio::awaitable<void> prepare() override;
    bool streamed_since(std::chrono::steady_clock::time_point began) const override;
    boost::asio::awaitable<bool> revive_stream() override;
    bool known() const override { return finding().has_value(); }

    /// Before a finger is lifted that was left down through an earlier tunnel: a phone may drop
    /// that as well without its stream, which is started unless it is known not to be needed.
    boost::asio::awaitable<void> prepare_lifting();

private:
    using clock = std::chrono::steady_clock;

    std::optional<touch_gate> remembered() const;
    std::optional<touch_gate> finding() const;
    void remember(touch_gate what);
    void note_effect(bool streamed);
    boost::asio::awaitable<void> until_offered() const;
    media_session* media() const { return options_.media ? options_.media() : nullptr; }
    async::subscription hold() const;
    boost::asio::awaitable<result<void>> start_stream()
    {
        return start_stream(options_.times.start);
    }
    boost::asio::awaitable<result<void>> start_stream(std::chrono::milliseconds within);
    boost::asio::awaitable<result<void>> until_stream_runs();
    boost::asio::awaitable<void> until_stream_settled() const;
    boost::asio::awaitable<result<void>> judge(send_input send);
    boost::asio::awaitable<std::optional<screen_sight>> look() const;
    boost::asio::awaitable<std::optional<still_screen>> look_twice() const;
    boost::asio::awaitable<bool> shows_effect(const still_screen& before) const;

    gate_options options_;
    std::function<std::optional<touch_gate_key>()> key_;
    async::lane judging_;
    bool wants_stream_ = false;                         // an input had no effect that was seen
    std::optional<touch_gate_key> seen_without_stream_; // where the last input was seen to land
    std::optional<std::pair<touch_gate_key, touch_gate>> found_; // where there is no memory
};

} // namespace thimble::device::coredevice
