// Journal of delivered commands and their results: survives the death of the process.
#pragma once

#include "link/command.hpp"

#include <cstddef>
#include <deque>
#include <expected>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace thimble::daemon {

struct journal_limits {
    std::size_t jobs = 10'000;  // remembered; the oldest are forgotten first
    std::size_t lines = 60'000; // in the file, before it is rewritten
};

/// Append-only file, one line an event, written by write(2) without fsync: what was written before
/// a kill -9 is there afterwards. It names jobs and outcomes and nothing else: no argument, no
/// text.
///
/// Home thread. A line is tens of bytes to the page cache; the file is rewritten with what is still
/// remembered when it is opened and when it has grown to `limits.lines`.
class journal {
public:
    enum class stage : std::uint8_t { received, started, finished };

    struct entry {
        journal::stage stage = stage::received;
        link::outcome outcome = link::outcome::unknown; // when finished
        std::string code;                               // of the failure, empty for success
    };

    /// Reads what is there and goes on with it. A torn last line is dropped, a line that makes no
    /// sense is passed over. An error is a sentence that names the file.
    static std::expected<journal, std::string> open(std::filesystem::path file,
                                                    journal_limits limits = {});

    journal(journal&& other) noexcept;
    journal& operator=(journal&&) = delete;
    ~journal();

    /// Before anything is sent to the phone these must have succeeded: a job that cannot be
    /// recorded must not be started. `job_id` is a valid one.
    std::expected<void, std::string> received(const std::string& job_id);
    std::expected<void, std::string> started(const std::string& job_id);
    std::expected<void, std::string>
    finished(const std::string& job_id, link::outcome outcome, std::string_view code);

    /// The sender of the job has its result and will not send it again: it is forgotten. One that
    /// is not known is none of its affair.
    std::expected<void, std::string> settled(const std::string& job_id);

    std::optional<entry> find(const std::string& job_id) const;

    /// Jobs that have not been settled, the oldest first.
    std::vector<std::pair<std::string, stage>> open() const;

    /// Made with the file: whoever sees another one knows that the past is gone.
    const std::string& id() const noexcept { return id_; }

    /// 1 to 128 printable ASCII characters without spaces.
    static bool valid_job_id(std::string_view job_id);

private:
    journal(std::filesystem::path file, journal_limits limits);

    void load();
    void apply(std::string_view line);
    void remember(const std::string& job_id, entry what);
    void forget(const std::string& job_id);
    void forget_gone();
    std::expected<void, std::string> rewrite();
    std::expected<void, std::string> append(const std::string& line);
    std::expected<void, std::string> record(const std::string& job_id, entry what);

    std::filesystem::path file_;
    journal_limits limits_;
    std::string id_;
    int descriptor_ = -1;
    std::size_t lines_ = 0;
    std::unordered_map<std::string, entry> entries_;
    std::deque<std::string> order_; // oldest first: keys of entries_, and some that have gone
};

} // namespace thimble::daemon
