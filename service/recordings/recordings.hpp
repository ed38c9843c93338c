// Recordings of the phones of all accounts: those under way, and those that are kept.
#pragma once

#include "async/task_group.hpp"
#include "async/worker.hpp"
#include "contract/failure.hpp"
#include "service/accounts/account_share.hpp"
#include "service/recordings/recorder.hpp"
#include "store/database.hpp"
#include "text/uuid.hpp"

#include <boost/asio/awaitable.hpp>
#include <spdlog/logger.h>

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace thimble::service {

/// All of it outlives the recordings.
struct recordings_dependencies {
    boost::asio::any_io_executor home;
    store::database& store;
    live_pictures& live;
    std::filesystem::path directory; // of the files; made when the first is
    bool shares_store = false;       // other nodes of the service have recordings in it, too
    recording_limits limits = {};
    account_count accounts;

    /// A recording has begun, has its first picture, or has ended.
    std::function<void(const recording&)> on_change;

    std::shared_ptr<spdlog::logger> log;
};

/// Order for a recording.
struct recording_order {
    phone_ptr phone;
    account who;
    recording_wish wanted;
    std::optional<std::string> id = {}; // where it is told already
    std::optional<std::string> session_id = {};
};

/// Home thread. The facts of all are in memory, the files on the disk; what is too old, or more
/// than there is room for, goes, the oldest first. Those under way and those that are kept may each
/// fill the room.
class recordings {
public:
    explicit recordings(recordings_dependencies with);

    /// Rows of a former run, before this one starts.
    static std::vector<recording> read(store::transaction& on);

    /// Takes them over; those that were under way have ended with it. Files without a row go. Where
    /// the store is shared, those without a file here are of other nodes.
    void restore(std::vector<recording> left);

    /// QUEUE_FULL where one more of this phone or account is not recorded now, or where those under
    /// way may need all the room of the account.
    result<void> check(const account& who, const known_phone& phone) const;

    /// Begins one. The phone can be watched.
    boost::asio::awaitable<result<recording>> start(recording_order what);

    /// Nothing where the account has no such recording, or the key is not for its phone.
    std::optional<recording> find(const account& who, std::string_view id) const;

    struct filter {
        account who;
        std::optional<std::string> phone_id = {};
        std::optional<std::string> session_id = {};
        std::size_t limit = 20;
    };

    /// The newest first.
    std::vector<recording> list(const filter& wanted) const;

    /// Returns when it has ended: all of it is in its file. One that has ended is left alone.
    boost::asio::awaitable<std::optional<recording>>
    stop(account who, std::string id, recording_end why = recording_end::stopped);

    /// It is to end soon; nobody waits for it.
    void stop_soon(std::string_view id, recording_end why);

    /// Stops it, and removes it with its file. False where there is none.
    boost::asio::awaitable<bool> remove(account who, std::string id);

    /// Where its content is; as many bytes of it as facts say are whole.
    std::filesystem::path file_of(const recording& what) const;

    /// Removes what is too old, or too much.
    boost::asio::awaitable<void> prune(recording::moment now);

    /// Ends all that are under way, and returns when they have ended.
    boost::asio::awaitable<void> close();

    std::size_t under_way() const noexcept { return live_.size(); }
    const recording_limits& granted() const noexcept { return with_.limits; }

private:
    using recorder_ptr = std::shared_ptr<recorder>;

    boost::asio::awaitable<void> conduct(recorder_ptr what);
    boost::asio::awaitable<void> record(recorder_ptr what);
    std::uint64_t room_for(const account& who) const;
    std::size_t waiting_bytes() const;
    void note_change(const recording& what);
    boost::asio::awaitable<void> forget(std::vector<recording> which);
    recorder_ptr find_live(std::string_view id) const;

    recordings_dependencies with_;
    std::shared_ptr<const recording_folders> folders_;
    recorder_context context_;
    ordered_uuids ids_;
    std::map<std::string, recording, std::less<>> all_;     // by id
    std::map<std::string, recorder_ptr, std::less<>> live_; // the same: under way
    async::worker disk_;
    async::task_group tasks_;
};

} // namespace thimble::service
