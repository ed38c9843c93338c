#include "device/fleet/runner_problem.hpp"

#include "device/launch_refusal.hpp"

#include <algorithm>
#include <initializer_list>
#include <string_view>

namespace thimble::device {
namespace {

bool has_any(const std::string& text, std::initializer_list<std::string_view> words)
{
    return std::ranges::any_of(words, [&](std::string_view each) { return text.contains(each); });
}

runner_obstacle obstacle_of_launch(const failure& why)
{
    if (has_any(why.message, {"has expired", "profile expired", "is expired"}))
        return runner_obstacle::expired;
    const auto cause = explained_launch(why, false).cause;
    if (cause == "locked")
        return runner_obstacle::locked;
    return cause == "app_not_trusted" ? runner_obstacle::not_trusted : runner_obstacle::other;
}

runner_obstacle obstacle_of(const failure& why)
{
    if (why.cause == "launch_refused")
        return obstacle_of_launch(why);
    if (why.cause == "locked" || why.cause == "passcode_locked")
        return runner_obstacle::locked;
    if (why.cause == "service_missing" || why.cause == "no_developer_service")
        return runner_obstacle::image_missing;
    if (why.cause == "not_authorized" || why.cause == "exit_74")
        return runner_obstacle::test_manager;
    if (why.cause == "exit_41" ||
        has_any(why.message, {"XCTDaemonErrorDomain 41", "Not authorized for performing UI"}))
        return runner_obstacle::automation_off;
    if (has_any(why.message, {"enabling automation mode"}))
        return runner_obstacle::passcode_wanted;
    if (has_any(why.message, {"ui-testing.error 10300"}))
        return runner_obstacle::not_backgrounded;
    return runner_obstacle::other;
}

} // namespace

runner_problem explain_start(const failure& why)
{
    return {.what = obstacle_of(why), .reason = why.message};
}

} // namespace thimble::device
