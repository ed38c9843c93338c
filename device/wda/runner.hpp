// What the parts of the WebDriverAgent driver share: its connections, its session, what it knows.
#pragma once

#include "async/signal.hpp"
#include "device/capability.hpp"
#include "device/wda/interface_reader.hpp"

#include <boost/asio/awaitable.hpp>

#include <functional>
#include <memory>
#include <string>

namespace thimble::device::wda {

/// Connections are opened by this; one each, so that nothing waits for anything else.
struct runner_options {
    boost::asio::any_io_executor home;
    std::string udid;
    port_opener open;                           // WebDriverAgent's port
    port_opener open_stream;                    // the port of its pictures
    std::shared_ptr<device::recorder> recorder; // or nullptr

    /// Whether the phone has gone; waits a moment for usbmuxd to say so. Asked after a connection
    /// was lost, to tell an unplugged phone from a runner that has died.
    std::function<boost::asio::awaitable<bool>()> gone;

    /// Something about the phone may be other than known: it should be looked at now.
    std::function<void()> suspect;

    /// How old a look may be that was made before its touch came.
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

/// Home thread. Lives as long as the phone.
struct runner {
    explicit runner(const runner_options& options);

    runner_options options;
    connection input;    // touches and buttons, and nothing that they would wait for
    connection pictures; // large answers
    connection status;   // the reads of a probe
    connection tree;     // large answers that may take long
    wda::session session;
    wda::interface_reader interface;
    std::string bundle_id;      // of the runner's own app, as it last said
    std::optional<bool> locked; // as the phone last said; nothing while it does not say
    int inputs_under_way = 0;
    unsigned inputs_begun = 0; // ever
    async::signal input_ended; // whether or not the next one has begun

    /// Asks the phone whether it is locked, and keeps the answer. A read.
    boost::asio::awaitable<result<bool>> ask_locked(connection& over);

    /// Waits for the end of the input under way, if there is one: a read that is sent then is
    /// answered before the next input plays, or behind that one at most. False when the input is a
    /// long one, and plays on.
    boost::asio::awaitable<bool> until_input_ends();

    /// The failure as a command has to report it: `detached` when the phone has gone. Whatever it
    /// was, the phone is looked at again.
    boost::asio::awaitable<failure> explain(failure what);

    /// Looks which session is alive, sends the command under it, and explains what went wrong.
    boost::asio::awaitable<result<nlohmann::json>> perform(command what);

    /// The sending alone, for whoever has just seen an answer and explains failures itself.
    boost::asio::awaitable<result<nlohmann::json>> send(command what);

    void close();

private:
    boost::asio::awaitable<result<void>> look_at_session();
    void note_bundle_id(const nlohmann::json& told);

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
        runner_.input_ended.notify_all();
    }

private:
    runner& runner_;
};

} // namespace thimble::device::wda
