// Provisioning profiles as they lie in apps.
#include "device/packages/provisioning_profile.hpp"
#include "tests/catch2.hpp"
#include "tests/device/packages/made_package.hpp"

namespace thimble::tests {
namespace {

namespace packages = device::packages;
using packages::read_profile;

} // namespace

TEST_CASE("a profile tells whose it is, for whom and until when", "[packages]")
{
    using namespace std::chrono;
    const auto read = read_profile(signed_profile(
        {.name = "Runner &amp; more",
         .phones = {"00008130-000000000000001A", "abcdef"},
         .created = sys_days(year(2026) / 11 / 20) + hours(8),
         .expires = sys_days(year(2026) / 11 / 27) + hours(8) + minutes(1) + seconds(2)}));
    REQUIRE(read);
    CHECK(read->name == "Runner & more");
    CHECK(read->team_id == "TEAM123456");
    CHECK(read->team_name == "TEAM123456 Ltd");
    CHECK(read->app_id == "TEAM123456.*");
    CHECK(read->created == sys_days(year(2026) / 11 / 20) + hours(8));
    CHECK(read->expires == sys_days(year(2026) / 11 / 27) + hours(8) + minutes(1) + seconds(2));
    CHECK(read->may_be_debugged);
    CHECK_FALSE(read->all_phones);
    CHECK(read->names_phone("00008130-000000000000001a"));
    CHECK(read->names_phone("ABCDEF"));
    CHECK_FALSE(read->names_phone("00008130-000000000000001B"));
}

TEST_CASE("a profile of an enterprise names no phone and is for all", "[packages]")
{
    const auto read = read_profile(signed_profile({.all_phones = true}));
    REQUIRE(read);
    CHECK(read->all_phones);
    CHECK(read->phones.empty());
    CHECK(read->names_phone("anything"));
}

TEST_CASE("a profile covers the apps that its id has room for", "[packages]")
{
    packages::provisioning_profile profile;
    profile.app_id = "TEAM.*";
    CHECK(profile.covers_app("org.example.app"));
    profile.app_id = "TEAM.org.example.*";
    CHECK(profile.covers_app("org.example.app"));
    CHECK_FALSE(profile.covers_app("org.other.app"));
    profile.app_id = "TEAM.org.example.app";
    CHECK(profile.covers_app("org.example.app"));
    CHECK_FALSE(profile.covers_app("org.example.app2"));
    profile.app_id = "";
    CHECK(profile.covers_app("org.example.app"));
}

TEST_CASE("what is no signed property list is no profile", "[packages]")
{
    const auto whole = signed_profile({});
    for (const auto& bad :
         {std::string(), std::string("text"), profile_text({}), whole.substr(0, whole.size() / 2),
          signed_message(""), signed_message("text"),
          signed_message("<plist version=\"1.0\"><dict/></plist>"),
          std::string(packages::largest_profile + 1, '0')}) {
        const auto read = read_profile(bad);
        REQUIRE_FALSE(read);
        CHECK_FALSE(read.error().empty());
    }
}

} // namespace thimble::tests
