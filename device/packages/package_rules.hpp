// Limits of what a package may hold, and the names that it may have in it.
#pragma once

#include "device/failure.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>

namespace thimble::device::packages {

struct package_limits {
    std::size_t entries = 100'000;
    std::size_t depth = 32;                     // folders, and what lies in the last
    std::size_t path_bytes = 1024;              // of one
    std::size_t all_path_bytes = 32U << 20U;    // of all together
    std::uint64_t unpacked_bytes = 8ULL << 30U; // of all together
    std::uint64_t ratio = 100;                  // unpacked to packed, beyond the slack
    std::uint64_t ratio_slack = 64ULL << 20U;   // bytes that count for nothing in the ratio

    /// Asked at every entry and every block of it that is read, which are at most some milliseconds
    /// apart; false ends the reading. Empty: it goes on to the end.
    std::function<bool()> wanted;

    /// Told in steps of a hundredth how much has been read, from 0 to 1. May be empty.
    std::function<void(double)> progress{};
};

enum class entry_kind : std::uint8_t { file, folder, link };

/// A failure of reading a package: nothing has reached a phone.
failure package_failure(std::string cause, std::string message);

/// The folder of the app that a path lies in: "Payload/X.app" or "X.app"; empty for other paths. A
/// file may be called so as well.
std::string_view app_root_of(std::string_view path);

/// Sees every entry of a package, in any order, and refuses what could lead out of it: absolute
/// paths, "..", a name of a file that comes twice, what lies below a file or a link, links out of
/// the app. Failures have the causes package_path, package_link, package_duplicate and
/// package_too_large.
class entry_rules {
public:
    explicit entry_rules(const package_limits& limits) : limits_(limits) {}

    /// `path` without a slash at its end. `target` is that of a link.
    result<void> admit(const std::string& path, entry_kind kind, std::string_view target);

private:
    enum class known : std::uint8_t { file, folder, link, implied_folder };

    result<void> count(std::size_t bytes); // one more name, implied folders among them
    result<void> note_folders_of(std::string_view path);
    result<void> note(const std::string& path, entry_kind kind);

    package_limits limits_;
    std::map<std::string, known> seen_; // names may be chosen so that they have one hash
    std::size_t entries_ = 0;
    std::size_t path_bytes_ = 0;
};

/// Bytes unpacked so far, against the limits.
class unpacked_bytes {
public:
    /// `packed`: bytes of the whole archive; 0: it is none, and has no ratio.
    unpacked_bytes(const package_limits& limits, std::uint64_t packed);

    /// The bytes that there will be, as the package says itself; for the progress alone.
    void expect(std::uint64_t all) { expected_ = all; }

    /// Failures: package_too_large; cancelled, where it is not wanted any more.
    result<void> add(std::uint64_t count);
    std::uint64_t total() const { return total_; }

private:
    void tell_progress();

    std::uint64_t most_;
    std::uint64_t total_ = 0;
    std::uint64_t expected_ = 0; // 0: not known
    unsigned told_ = 0;          // hundredths
    std::function<bool()> wanted_;
    std::function<void(double)> progress_;
};

} // namespace thimble::device::packages
