// The tunnel to one phone, kept open, and what the phone offers in it.
#pragma once

#include "async/signal.hpp"
#include "device/capability.hpp"
#include "device/coredevice/driver/tunnel_facts.hpp"
#include "device/coredevice/driver/tunnel_session.hpp"
#include "device/touch_gates.hpp"

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>

namespace thimble::device::coredevice {

/// A question to a service, for recordings: never the text in it.
struct call_note {
    std::string_view what; // "launch", "read_clipboard", …
    std::chrono::steady_clock::duration took{};
    const failure* failed = nullptr;
};

struct tunnel_options {
    boost::asio::any_io_executor home;

    /// A connection to the phone's tunnel service, made beside the home thread.
    std::function<boost::asio::awaitable<result<tunnel::service_connection>>()> connect;

    host_identity host; // the same as long as the program is installed

    /// True when the phone has gone; waits a moment for usbmuxd to say so.
    std::function<boost::asio::awaitable<bool>()> gone;

    /// True while no other driver answers: pictures are tried, and facts asked for, only then.
    std::function<bool()> alone;

    /// The interface's orientation as another driver knows it; may be empty.
    std::function<std::optional<screen::orientation>()> turned = {};

    std::function<void()> changed;      // what it offers or tells, or whether it is open
    std::function<void()> lock_changed; // as far as the passcode shows it

    /// True while the phone wants its passcode, as lockdownd tells it; nothing where it has none or
    /// does not say. May be empty.
    std::function<boost::asio::awaitable<std::optional<bool>>()> wants_passcode = {};
    std::function<void(const call_note&)> called; // or nullptr

    /// Of what the services are asked and answer; or nullptr.
    std::shared_ptr<service_recorder> recorder = nullptr;

    /// Fingers and keys that this computer has left down on the phone; outlives the keeper where
    /// the phone may come back. May be empty: what is down is known to the keeper alone.
    std::shared_ptr<hid::held_input> held = nullptr;

    /// Has the phone ready to hear that what was left down is lifted; may be empty.
    std::function<boost::asio::awaitable<void>()> before_lifting = {};

    /// Runs as long as a tunnel is open, and is cancelled with it; may be empty.
    std::function<boost::asio::awaitable<void>(tunnel_session&)> beside = {};
};

/// Home thread. Lives as long as the phone.
class tunnel_keeper {
public:
    explicit tunnel_keeper(tunnel_options options);

    /// Opens the tunnel and stays until it has ended; says why it could not be opened or has ended.
    boost::asio::awaitable<failure> live();

    bool is_open() const noexcept { return session_ != nullptr; }

    /// True while a tunnel is being opened, unless the last try has a problem to tell.
    bool is_opening() const { return opening_ && !problem_; }

    /// Time for which the last tunnel was open; none after an attempt that opened none.
    std::chrono::steady_clock::duration lasted() const noexcept { return lasted_; }

    /// Why there is no tunnel; nothing while there is one, or before the first attempt.
    const std::optional<failure>& problem() const noexcept { return problem_; }

    /// True where the phone names the service that this needs, or for pictures, has sent one.
    bool offers(capability what) const;

    /// True once all that it may offer without another driver has been looked at, or there was no
    /// tunnel to look into.
    bool has_looked() const noexcept { return looked_; }

    /// Of the newest picture, which is there since; nothing before the first.
    const std::optional<screen::pixel_size>& picture_size() const { return picture_size_; }
    std::chrono::steady_clock::time_point pictured_at() const { return pictured_at_; }
    void note_picture(screen::pixel_size size);

    const tunnel_facts& facts() const { return facts_; }

    /// True where the display's facts are told as soon as they change, or asked for again and
    /// again.
    bool follows_display() const;

    /// True where the phone tells by itself of each turn.
    bool display_is_pushed() const;

    /// The phone as its directory tells; nothing while there is no tunnel.
    std::optional<touch_gate_key> gate_key() const;

    /// Asks for the display now, as after a turn.
    boost::asio::awaitable<void> look_at_display();

    /// Reads the directory again, now rather than at the next turn.
    void look_soon() { look_.notify_all(); }

    /// The phone has more services now, a moment after an image was mounted: what was seen before
    /// counts no more.
    void look_anew()
    {
        if (session_ != nullptr && options_.alone())
            looked_ = false;
        look_soon();
    }

    /// A stream to a service that has a protocol of its own, as testmanagerd has.
    boost::asio::awaitable<result<std::unique_ptr<byte_stream>>>
    open_stream(std::string service, std::chrono::milliseconds within);

    /// Ends once the last report of a finger, key or button has had time to arrive, and what is
    /// down was lifted: for whoever closes this.
    boost::asio::awaitable<void> until_inputs_arrived();

    /// The phone has dropped the end of a plan: all that it puts down counts as down until it is
    /// lifted, before the next plan or through the next connection.
    void count_as_down(const hid::report_plan& what);

    /// Ends what is under way; every later call fails.
    void close();

    /// Number of questions to services that have no answer yet.
    int calls_under_way() const noexcept { return *calls_; }

    /// Asks something of a service. A service that turns out to be missing is looked for again.
    template <class Value>
    boost::asio::awaitable<result<Value>>
    call(std::string_view what,
         std::function<boost::asio::awaitable<result<Value>>(tunnel_session&)> ask)
    {
        const auto session = session_;
        if (!session)
            co_return std::unexpected(no_tunnel());
        const call_count_of_one counted(calls_);
        const auto began = std::chrono::steady_clock::now();
        auto answer = co_await ask(*session);
        if (!answer)
            co_await explain(answer.error());
        note(what, std::chrono::steady_clock::now() - began, answer ? nullptr : &answer.error());
        co_return answer;
    }

private:
    /// One more call for as long as this lives, which may be longer than the keeper.
    class call_count_of_one {
    public:
        explicit call_count_of_one(std::shared_ptr<int> all) : all_(std::move(all)) { ++*all_; }
        call_count_of_one(const call_count_of_one&) = delete;
        call_count_of_one& operator=(const call_count_of_one&) = delete;
        ~call_count_of_one() { --*all_; }

    private:
        std::shared_ptr<int> all_;
    };

    static failure no_tunnel();
    boost::asio::awaitable<void> explain(failure& what);
    void
    note(std::string_view what, std::chrono::steady_clock::duration took, const failure* failed);
    boost::asio::awaitable<result<std::shared_ptr<tunnel_session>>> open_one();
    boost::asio::awaitable<failure> stay(std::shared_ptr<tunnel_session> open);
    boost::asio::awaitable<void> look_again(std::shared_ptr<tunnel_session> open);
    boost::asio::awaitable<void> run_beside(tunnel_session& open);
    boost::asio::awaitable<void> probe(tunnel_session& open);
    boost::asio::awaitable<void> probe_pictures(tunnel_session& open);
    boost::asio::awaitable<void> look_at_display_and_surfaces(tunnel_session& open);

    tunnel_options options_;
    async::signal look_;
    left_down_inputs held_;
    std::shared_ptr<int> calls_ = std::make_shared<int>(0);
    std::shared_ptr<tunnel_session> session_; // while it is open
    bool opening_ = false;
    std::chrono::steady_clock::duration lasted_{};
    std::optional<failure> problem_;
    bool pictures_ = false; // the phone has sent one
    bool looked_ = false;
    std::optional<screen::pixel_size> picture_size_;
    std::chrono::steady_clock::time_point pictured_at_;
    tunnel_facts facts_;
};

} // namespace thimble::device::coredevice
