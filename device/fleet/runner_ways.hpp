// The way in which each phone's runners are started: by their packages, and by what came of it.
#pragma once

#include "device/runner_package.hpp"

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace thimble::device {

enum class start_way : std::uint8_t {
    test_session,    // with a session of testmanagerd, which a runner with XCTest in it needs
    process_control, // launched alone: for one whose XCTest is the developer image's
};

/// "test session", "process control".
std::string_view to_string(start_way way);

struct runner_choice {
    std::string bundle_id;
    start_way way = start_way::test_session;

    friend bool operator==(const runner_choice&, const runner_choice&) = default;
};

struct runner_key {
    std::string udid;
    std::string bundle_id;

    friend auto operator<=>(const runner_key&, const runner_key&) = default;
};

/// The way in which a runner came up last.
struct proven_way {
    start_way way = start_way::test_session;
    std::optional<std::chrono::sys_seconds> installed; // its package; nothing: not known by then

    friend bool operator==(const proven_way&, const proven_way&) = default;
};

/// Ways that worked, for as long as the program is installed. Home thread; quick.
class runner_way_memory {
public:
    virtual ~runner_way_memory() = default;

    virtual std::optional<proven_way> find(const runner_key& of) const = 0;
    virtual void remember(const runner_key& of, const proven_way& what) = 0;
};

/// Home thread. Outlives the phones of a fleet, so that one that is plugged in again is known.
class runner_ways {
public:
    /// `memory` may be nullptr: then ways are learnt anew by each process.
    explicit runner_ways(std::shared_ptr<runner_way_memory> memory = nullptr)
        : memory_(std::move(memory))
    {
    }

    /// The runner and the way to try next: the one that worked last, else the one that its package
    /// needs, else a test session. A runner that the phone refused to launch comes behind those
    /// that it has not refused. Without `alone`, as up to iOS 16, there is one way only. Nothing
    /// where none is installed.
    std::optional<runner_choice>
    choose(const std::string& udid, const std::vector<std::string>& installed, bool alone) const;

    /// It was installed from this package. One that is newer than the experience with the runner
    /// makes that void.
    void note_package(const std::string& udid,
                      const std::string& bundle_id,
                      const runner_package& package);

    /// It answers: this is the way from now on.
    void worked(const std::string& udid, const runner_choice& what);

    /// The phone would not launch it at all.
    void refused(const std::string& udid, const runner_choice& what);

    /// It was launched and did not become a runner that answers: the other way is next.
    void failed(const std::string& udid, const runner_choice& what);

private:
    struct experience {
        start_way next = start_way::test_session;
        int refusals = 0;                                    // since it worked
        std::optional<std::chrono::sys_seconds> installed{}; // the package that it is with
    };

    experience experience_with(const runner_key& which) const;

    std::shared_ptr<runner_way_memory> memory_;
    std::map<runner_key, experience> known_;
};

} // namespace thimble::device
