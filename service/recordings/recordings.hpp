// Recordings of the phones of all accounts: those under way, and those that are kept.
#pragma once

#include "async/task_group.hpp"
#include "async/worker.hpp"
#include "contract/failure.hpp"
#include "http/byte_range.hpp"
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
    std::filesystem::path directory;      // of the files; made when the first is
    std::optional<std::string> node = {}; // this one of several that have recordings in the store
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
    /// the store is shared, those without a file here are of other nodes, and those that others
    /// have ended in the place of this one count by their files.
    void restore(std::vector<recording> left);

    /// QUEUE_FULL where one more of this phone or account is not recorded now, or where those under
    /// way may need all the room of the account. `others`: under way at other nodes.
    result<void> check(const account& who,
                       const known_phone& phone,
                       const std::vector<recording>& others = {}) const;

    /// The same of all nodes of the service.
    boost::asio::awaitable<result<void>> check_anywhere(account who, phone_ptr phone);

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

    /// Other nodes of the service, which have recordings of their own. All of them are asked.
    struct elsewhere {
        struct question {
            std::string account_id;
            std::optional<std::string> id = {}; // this one alone
            std::optional<std::string> phone_id = {};
            std::optional<std::string> session_id = {};
            bool under_way = false; // only these
            std::size_t limit = 20;
        };

        std::function<boost::asio::awaitable<std::vector<recording>>(question what)> list = nullptr;

        /// Nothing where none has it.
        std::function<boost::asio::awaitable<std::optional<recording>>(std::string account_id,
                                                                       std::string id)>
            stop = nullptr;
        std::function<boost::asio::awaitable<bool>(std::string account_id, std::string id)> remove =
            nullptr;

        /// Bytes of a content, or its beginning; empty where there are none.
        std::function<boost::asio::awaitable<std::string>(
            std::string account_id, std::string id, http::byte_range what)>
            part = nullptr;
    };

    /// They are asked from now on, by stop() and remove() as well. Before the service starts.
    void look_elsewhere(elsewhere others) { elsewhere_ = std::move(others); }

    /// find() and list() of all nodes.
    boost::asio::awaitable<std::optional<recording>> find_anywhere(account who, std::string id);
    boost::asio::awaitable<std::vector<recording>> list_anywhere(filter wanted);

    /// True where its file is one of this node.
    bool is_here(std::string_view id) const { return all_.contains(id); }

    /// Those of the account that are under way at this node.
    std::vector<recording> under_way_of(std::string_view account_id) const;

    /// Part of the content of a recording of any node, no longer than `longest_part`: its bytes, or
    /// the first of them. Empty where there are none.
    boost::asio::awaitable<std::string>
    read_part(std::string account_id, std::string id, http::byte_range what);

    static constexpr std::uint64_t longest_part = 512UL * 1024;

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
    boost::asio::awaitable<std::vector<recording>> under_way_elsewhere(std::string account_id);
    boost::asio::awaitable<std::optional<recording>> stop_elsewhere(account who, std::string id);
    boost::asio::awaitable<bool> remove_elsewhere(account who, std::string id);
    recorder_ptr find_live(std::string_view id) const;

    recordings_dependencies with_;
    std::shared_ptr<const recording_folders> folders_;
    recorder_context context_;
    ordered_uuids ids_;
    std::map<std::string, recording, std::less<>> all_;     // by id
    std::map<std::string, recorder_ptr, std::less<>> live_; // the same: under way
    elsewhere elsewhere_;
    async::worker disk_;
    async::worker reads_; // of parts for other nodes
    async::task_group tasks_;
};

} // namespace thimble::service
