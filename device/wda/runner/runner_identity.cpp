// Identity of the runner among the phone's apps.
#include "device/text_limit.hpp"
#include "device/wda/runner/runner.hpp"
#include "text/bundle_id.hpp"

namespace thimble::device::wda {
namespace {

/// The name that a runner gives which was not told its own when it was started: nearly every one,
/// whatever it was signed as.
constexpr std::string_view name_by_default = "com.facebook.WebDriverAgentRunner";

/// Xcode names the app that runs the tests like the tests, with this behind.
constexpr std::string_view test_app_ending = ".xctrunner";

constexpr int running_suspended = 2; // the states of an app from this on are those of a running one

std::string app_of_tests(std::string name)
{
    if (!name.ends_with(test_app_ending))
        name += test_app_ending;
    return name;
}

} // namespace

void runner::note_status(const nlohmann::json& told)
{
    family = family_of(told);
    const auto* build = member(told, "build");
    if (build == nullptr)
        return;
    version_text = cut_text(string_member(*build, "version"), longest_version);
    version = parse_runner_version(version_text);
    if (auto name = string_member(*build, "productBundleIdentifier"); service::is_bundle_id(name))
        told_name_ = std::move(name);
}

void runner::forget_identity()
{
    version.reset();
    version_text.clear();
    told_name_.clear();
}

/// The installation service knows the runner by its executable, which nobody renames. Where several
/// runners are installed, the one that runs is the one that answers.
boost::asio::awaitable<std::string> runner::own_bundle_id()
{
    std::vector<std::string> installed;
    if (options.installed_runners)
        installed = co_await options.installed_runners();
    if (installed.size() == 1)
        co_return installed.front();
    if (told_name_.empty())
        co_await look_at_session(); // which tells the name as well
    const bool was_told = !told_name_.empty() && told_name_ != name_by_default;
    for (const auto& each : installed) {
        if (was_told && (each == told_name_ || each == app_of_tests(told_name_)))
            co_return each;
    }
    for (const auto& each : installed) {
        if (co_await runs(each))
            co_return each;
    }
    co_return app_of_tests(was_told ? told_name_ : std::string(name_by_default));
}

boost::asio::awaitable<bool> runner::runs(const std::string& bundle_id)
{
    const auto state = co_await read(
        {.route = "/wda/apps/state", .body = {{"bundleId", bundle_id}}, .limit = read_limit});
    co_return state && state->is_number_integer() && state->get<int>() >= running_suspended;
}

} // namespace thimble::device::wda
