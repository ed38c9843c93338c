// A desktop that does what a test tells it to.
#pragma once

#include "async/signal.hpp"
#include "service/phones/desktop.hpp"

#include <deque>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace thimble::service::test {

/// Commands to a desktop, in order.
struct observations {
    std::vector<link::command> received;
    std::vector<std::string> started_jobs;
    std::vector<std::string> withdrawn_jobs;
    std::vector<std::string> cancelled_jobs;
    std::vector<std::string> recalled_jobs;
    std::vector<link::stream> streams;
    std::vector<link::stream> videos;
    std::vector<std::string> restarted_videos; // stream ids
};

/// Home thread. Input goes one at a time, pictures beside it; every command succeeds at once until
/// the test says otherwise.
class scripted_desktop : public desktop {
public:
    explicit scripted_desktop(const boost::asio::any_io_executor& home);

    boost::asio::awaitable<link::result> execute(link::command what,
                                                 std::function<void()> started) override;
    boost::asio::awaitable<std::optional<link::result>> recall(std::string job_id) override;
    void stream(const link::stream& wanted, std::function<void(link::frame)> on_frame) override;
    void video(const link::stream& wanted,
               std::function<void(const link::access_unit&)> on_unit) override;
    void restart_video(const std::string& stream_id) override;
    void withdraw(const std::string& job_id) override;
    void cancel(const std::string& job_id) override;

    /// This picture goes to every stream of the phone that has begun and not ended.
    void show(const link::frame& what, const std::string& udid = "udid-1");

    /// This unit goes to every video of the phone.
    void play(const link::access_unit& what, const std::string& udid = "udid-1");

    std::size_t open_videos() const { return videos_.size(); }

    /// Number of the streams of pictures.
    std::size_t open_streams() const { return streams_.size(); }

    /// Commands for this phone wait on it until release().
    void hold(const std::string& udid = "udid-1");
    void release();

    /// Result of a command, instead of success.
    std::function<link::result(const link::command&)> script;

    /// Content of its journal.
    std::map<std::string, link::result> past;

    /// True if cancelled commands end; a stuck phone's do not.
    bool obeys_cancel = true;

    observations seen;

    /// Wakes whoever waits for a change of the above.
    async::signal changed;

private:
    boost::asio::awaitable<void> wait_for_turn(const link::command& what);
    boost::asio::awaitable<link::result> play(const link::command& what,
                                              const std::function<void()>& started);
    bool called_off(const std::string& job_id) const;

    std::map<std::string, std::deque<std::string>> input_; // of a UDID: job ids, in order
    std::set<std::string> held_;                           // UDIDs

    struct begun {
        std::string udid;
        std::function<void(link::frame)> on_frame;
    };
    std::map<std::string, begun> streams_; // by stream id

    struct begun_video {
        std::string udid;
        std::function<void(const link::access_unit&)> on_unit;
    };
    std::map<std::string, begun_video> videos_; // the same
};

/// Success, as the phone of the command.
link::result success(const link::command& what);

/// A failure with an outcome.
link::result failure(const link::command& what, std::string code, link::outcome outcome);

/// A JPEG of a stream, which is no real one either.
link::frame live_frame(const std::string& content,
                       screen::orientation turned = screen::orientation::portrait);

/// The bytes of a picture, which are no real one.
link::result picture(const link::command& what, const std::string& content);

/// A picture that is one, all grey: for whoever looks at it.
link::result grey_picture(const link::command& what);

} // namespace thimble::service::test
