// The way in which each phone's runners are started, learnt from what came of it.
#pragma once

#include <cstdint>
#include <map>
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

/// Home thread. Outlives the phones of a fleet, so that one that is plugged in again is known.
class runner_ways {
public:
    /// The runner and the way to try next. A runner that the phone refused to launch comes behind
    /// those that it has not refused. Without `alone`, as up to iOS 16, there is one way only.
    /// Nothing where none is installed.
    std::optional<runner_choice>
    choose(const std::string& udid, const std::vector<std::string>& installed, bool alone) const;

    /// It answers: this is the way from now on.
    void worked(const std::string& udid, const runner_choice& what);

    /// The phone would not launch it at all.
    void refused(const std::string& udid, const runner_choice& what);

    /// It was launched and did not become a runner that answers: the other way is next.
    void failed(const std::string& udid, const runner_choice& what);

private:
    struct experience {
        start_way next = start_way::test_session;
        int refusals = 0; // since it worked
    };

    std::map<std::pair<std::string, std::string>, experience> known_; // by UDID and bundle id
};

} // namespace thimble::device
