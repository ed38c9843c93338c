// Warnings before the profile of a runner ends.
#include "daemon/installed_apps/app_expiry.hpp"
#include "tests/catch2.hpp"

namespace thimble::tests {

namespace packages = device::packages;
using daemon::expiry_warnings;

namespace {

constexpr auto warned_phone = "00008130-000000000000001A";
constexpr std::chrono::sys_seconds this_time(std::chrono::seconds(1'800'000'000));

packages::installed_entry runner_until(std::chrono::sys_seconds expires,
                                       const std::string& id = "org.example.runner")
{
    packages::installed_entry entry;
    entry.udid = warned_phone;
    entry.bundle_id = id;
    entry.is_runner = true;
    entry.expires = expires;
    return entry;
}

std::size_t warnings_for(const packages::installed_entry& entry)
{
    packages::install_record apps;
    apps.remember(entry);
    return expiry_warnings(apps, warned_phone, this_time).size();
}

} // namespace

TEST_CASE("a runner is warned of from 48 hours before its profile ends", "[daemon]")
{
    using namespace std::chrono_literals;
    CHECK(warnings_for(runner_until(this_time + 48h + 1s)) == 0);
    CHECK(warnings_for(runner_until(this_time + 48h)) == 1);
    CHECK(warnings_for(runner_until(this_time + 1s)) == 1);
    CHECK(warnings_for(runner_until(this_time)) == 1); // and goes on to say so
    CHECK(warnings_for(runner_until(this_time - 1000h)) == 1);

    packages::install_record apps;
    apps.remember(runner_until(this_time + 10h));
    const auto found = expiry_warnings(apps, warned_phone, this_time);
    REQUIRE(found.size() == 1);
    CHECK(device::to_string(found.front().code) == "DRIVER_EXPIRES");
    CHECK(found.front().since == this_time + 10h - 48h);
    CHECK(found.front().message.contains("will not start it"));
    CHECK(found.front().remedy.contains("thimbled runner install"));
    CHECK(expiry_warnings(apps, warned_phone, this_time + 1h) ==
          found); // the same until it changes
    CHECK(
        expiry_warnings(apps, warned_phone, this_time + 10h).front().message.contains("any more"));
}

TEST_CASE("no other app and no other phone is warned of", "[daemon]")
{
    auto app = runner_until(this_time);
    app.is_runner = false;
    CHECK(warnings_for(app) == 0);
    auto of_another = runner_until(this_time);
    of_another.udid = "00008130-000000000000002B";
    CHECK(warnings_for(of_another) == 0);
    auto endless = runner_until(this_time);
    endless.expires.reset();
    CHECK(warnings_for(endless) == 0);
}

TEST_CASE("the runner that was installed last counts", "[daemon]")
{
    using namespace std::chrono_literals;
    packages::install_record apps;
    apps.remember(runner_until(this_time, "org.example.first"));
    apps.remember(runner_until(this_time + 1000h, "org.example.second"));
    CHECK(expiry_warnings(apps, warned_phone, this_time).empty());
    apps.remember(runner_until(this_time, "org.example.first"));
    CHECK(expiry_warnings(apps, warned_phone, this_time).size() == 1);
}

TEST_CASE("a runner that follows its file names that", "[daemon]")
{
    packages::install_record apps;
    auto entry = runner_until(this_time);
    entry.follows_file = true;
    entry.file = "/builds/runner.ipa";
    apps.remember(entry);
    CHECK(expiry_warnings(apps, warned_phone, this_time)
              .front()
              .remedy.contains("/builds/runner.ipa"));
    entry.file = "/builds/`thimbled x`.ipa"; // which is no command
    apps.remember(entry);
    CHECK(expiry_warnings(apps, warned_phone, this_time)
              .front()
              .remedy.contains("/builds/thimbled x.ipa"));
}

} // namespace thimble::tests
