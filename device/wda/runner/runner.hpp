// Shared state of the WebDriverAgent driver's parts: its connections, its session, what it knows.
#pragma once

#include "async/signal.hpp"
#include "device/capability.hpp"
#include "device/wda/runner/alert_timing.hpp"
#include "device/wda/runner/device_family.hpp"
#include "device/wda/runner/interface_reader.hpp"
#include "device/wda/runner/runner_version.hpp"

#include <boost/asio/awaitable.hpp>

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace thimble::device::wda {

/// Connections are opened by this; one each, so that nothing waits for anything else.
struct runner_options {
    boost::asio::any_io_executor home;
    std::string udid;
    port_opener open;                           // WebDriverAgent's port
    port_opener open_stream;                    // the port of its pictures
    std::shared_ptr<device::recorder> recorder; // or nullptr

    /// True when the phone has gone; waits a moment for usbmuxd to say so. Asked after a connection
    /// was lost, to tell an unplugged phone from a runner that has died.
    std::function<boost::asio::awaitable<bool>()> gone;

    /// Something about the phone may be other than known: it should be looked at now.
    std::function<void()> suspect;

    /// The bundle ids of the runners that the phone has installed, as far as it tells; or nullptr.
    std::function<boost::asio::awaitable<std::vector<std::string>>()> installed_runners = nullptr;

    /// True where the phone is locked and wants its passcode, by lockdownd, which is asked only
    /// where it has said so before; or nullptr.
    std::function<boost::asio::awaitable<bool>()> wants_passcode = nullptr;

    /// Orientation of the interface, by a service that no command keeps from answering: 1 portrait,
    /// 2 upside down, 3 and 4 landscape, or nothing. Or nullptr.
    std::function<boost::asio::awaitable<std::optional<int>>()> orientation_number = nullptr;

    alert_pauses pauses = {};

    /// Highest age of a sight of the interface that confirms how it stands.
    std::chrono::milliseconds fresh_sight{2000};

    /// Longest silence of a runner that queues /status behind its commands.
    std::chrono::milliseconds busy_timeout{15'000};

    /// Highest age of a look that was made before its touch came.
    std::chrono::milliseconds early_look_limit{100};

    /// Of the stream: how many pictures a second the phone is asked for at most, and how long it
    /// may send none.
    int most_live_frames = usual_live_frames;
    std::chrono::milliseconds live_silence{5000};
};

/// Something that the phone does once, under the living session.
struct command {
    wda::method method = wda::method::post; // get: a read
    std::string route;                      // what follows "/session/ID"
    nlohmann::json body = nlohmann::json::object();
    std::chrono::milliseconds limit{10'000};
    bool confidential = false; // the body holds text that no recording and no failure may keep
    bool confidential_answer = false; // so does the answer
};

/// The shape of the interface, by a picture or by the size that the runner told.
struct seen_shape {
    std::chrono::steady_clock::time_point at; // not older than this
    bool wide = false;
};

/// Home thread. Lives as long as the phone.
struct runner {
    explicit runner(const runner_options& options);

    runner_options options;
    connection input;    // touches and buttons, and nothing that they would wait for
    connection pictures; // large answers
    connection status;   // the reads of a probe
    connection tree;     // large answers that may take long
    std::optional<runner_version> version; // as /status last said
    std::string version_text;
    device_family family = device_family::unknown; // likewise
    wda::session session;
    wda::interface_reader interface;
    std::optional<bool> locked;    // as the phone last said; nothing while it does not say
    bool has_told_of_lock = false; // since it runs: it knows of every one from then on
    bool misses_lock = false;      // the phone is locked, and the runner says that it is not
    int inputs_under_way = 0;
    unsigned inputs_begun = 0;     // ever
    async::signal input_ended;     // whether or not the next one has begun
    int slow_reads = 0;            // under way: pictures and trees keep the runner busy
    unsigned slow_reads_ended = 0; // ever
    alert_timing alerts;
    std::optional<std::size_t> picture_digest; // of the newest picture's bytes
    std::optional<seen_shape> newest_shape;
    unsigned silences = 0; // commands and slow reads that were not answered, ever

    /// True where /status and pictures wait for the command under way: older runners, and those
    /// that do not say how old they are.
    bool queues_status() const { return !version || *version < first_runner_with_free_status; }

    /// True where an app need not fill the screen, and may begin anywhere on it.
    bool may_have_windows() const { return family == device_family::ipad; }

    /// Keeps what a picture tells: its shape, and whether it differs from the one before.
    void note_picture(const screen::picture& picture, std::chrono::steady_clock::time_point at);

    /// Keeps the shape, unless a newer one is known.
    void note_shape(seen_shape seen);

    /// Keeps what an answer to /status says of the runner itself.
    void note_status(const nlohmann::json& told);

    /// The runner is gone; the next one may be of another version and have another name.
    void forget_identity();

    /// The bundle id of the runner's own app. Reads.
    boost::asio::awaitable<std::string> own_bundle_id();

    /// Asks the phone whether it is locked, and keeps the answer. A read. A runner hears only of
    /// changes: one that began on a locked phone calls it open until it is unlocked.
    boost::asio::awaitable<result<bool>> ask_locked(connection& over);

    /// Waits for the end of the input under way, if there is one: a read that is sent then is
    /// answered before the next input plays, or behind that one at most. False when the input is a
    /// long one, and plays on.
    boost::asio::awaitable<bool> until_input_ends();

    /// The failure as a command has to report it: `detached` when the phone has gone. In any case
    /// the phone is looked at again.
    boost::asio::awaitable<failure> explain(failure what);

    /// Looks which session is alive, sends the command under it, and explains what went wrong.
    boost::asio::awaitable<result<nlohmann::json>> perform(command what);

    /// Asks something of the living session, and explains what went wrong. `what` touches nothing:
    /// it is no input, and asked again where another session has taken the place of the known one.
    boost::asio::awaitable<result<nlohmann::json>> read(command what);

    /// The sending alone, for callers that have just seen an answer and explain failures
    /// themselves.
    boost::asio::awaitable<result<nlohmann::json>> send(command what);

    void close();

    /// Asks which session is alive. A read.
    boost::asio::awaitable<result<void>> look_at_session();

private:
    boost::asio::awaitable<bool> runs(const std::string& bundle_id);
    boost::asio::awaitable<bool> judge_lock(bool told);

    std::string told_name_;       // by /status, of the tests that the runner's app runs
    unsigned lock_questions_ = 0; // so far
    unsigned locked_from_ = 0;    // the one that `locked` is the answer to
};

/// Counts one input for as long as it lives: ordinary reads would wait behind it on the phone.
class input_under_way {
public:
    explicit input_under_way(runner& of) : runner_(of)
    {
        ++runner_.inputs_under_way;
        ++runner_.inputs_begun;
    }
    input_under_way(const input_under_way&) = delete;
    input_under_way& operator=(const input_under_way&) = delete;
    ~input_under_way()
    {
        --runner_.inputs_under_way;
        runner_.alerts.changed(std::chrono::steady_clock::now());
        runner_.input_ended.notify_all();
    }

private:
    runner& runner_;
};

/// Counts a read that keeps the runner busy for as long as it lives.
class slow_read_under_way {
public:
    explicit slow_read_under_way(runner& of) : runner_(of) { ++runner_.slow_reads; }
    slow_read_under_way(const slow_read_under_way&) = delete;
    slow_read_under_way& operator=(const slow_read_under_way&) = delete;
    ~slow_read_under_way()
    {
        --runner_.slow_reads;
        ++runner_.slow_reads_ended;
    }

private:
    runner& runner_;
};

} // namespace thimble::device::wda
