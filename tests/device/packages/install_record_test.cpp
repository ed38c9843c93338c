// Apps that were installed, as they are remembered and looked after.
#include "device/packages/install_record.hpp"
#include "tests/catch2.hpp"
#include "tests/device/packages/made_package.hpp"
#include "tests/e2e/temporary_directory.hpp"

#include <fstream>

namespace thimble::tests {
namespace {

namespace packages = device::packages;
using packages::install_record;
using packages::installed_entry;
using packages::upkeep;

constexpr auto end_of_profile = std::chrono::sys_days(std::chrono::year(2026) / 11 / 30);

installed_entry remembered(std::string udid = "phone", std::string bundle_id = "org.example.app")
{
    return {.udid = std::move(udid),
            .bundle_id = std::move(bundle_id),
            .version = "9.15.3",
            .file = "/srv/runner.ipa",
            .file_time = 1'800'000'000'000'000'000,
            .installed = end_of_profile - std::chrono::days(7),
            .expires = end_of_profile,
            .is_runner = true,
            .follows_file = true};
}

} // namespace

TEST_CASE("what was installed is remembered as it was", "[packages]")
{
    install_record record;
    record.remember(remembered());
    auto other = remembered("phone", "org.example.other");
    other.expires.reset();
    other.follows_file = false;
    other.refused_time = 5;
    other.embeds_xctest = false;
    record.remember(other);
    record.remember(remembered("another"));
    const auto read = install_record::parse(record.text());
    REQUIRE(read);
    CHECK(read->entries() == record.entries());
    CHECK(read->of_phone("phone") == std::vector<installed_entry>{remembered(), other});
    CHECK(read->of_phone("none").empty());
}

TEST_CASE("an app that is installed again has one entry", "[packages]")
{
    install_record record;
    record.remember(remembered());
    auto newer = remembered();
    newer.version = "16.12.9";
    record.remember(newer);
    CHECK(record.entries() == std::vector<installed_entry>{newer});
    record.forget("phone", "org.example.none");
    CHECK(record.entries().size() == 1);
    record.forget("phone", "org.example.app");
    CHECK(record.entries().empty());
}

TEST_CASE("a record keeps so many, the oldest goes", "[packages]")
{
    install_record record;
    for (std::size_t i = 0; i <= install_record::most_entries; ++i)
        record.remember(remembered("phone " + std::to_string(i)));
    CHECK(record.entries().size() == install_record::most_entries);
    CHECK(record.entries().front().udid == "phone 1");
}

TEST_CASE("a record that somebody has written is read as far as it is one", "[packages]")
{
    for (const auto* bad : {"", "text", "[]", "{}", R"({"version": 2, "apps": []})",
                            R"({"version": 1, "apps": {}})", R"({"version": 1})"})
        CHECK_FALSE(install_record::parse(bad));
    const auto read = install_record::parse(
        R"({"version": 1, "apps": [1, {}, {"udid": "a", "bundle_id": "../x"},
            {"udid": "a", "bundle_id": "org.example.app", "expires": "never", "file_time": 1.5}]})");
    REQUIRE(read);
    REQUIRE(read->entries().size() == 1);
    CHECK(read->entries().front().bundle_id == "org.example.app");
    CHECK_FALSE(read->entries().front().expires);
    CHECK_FALSE(read->entries().front().file_time);
}

TEST_CASE("damage of a record costs the entries that it lies in", "[packages]")
{
    install_record record;
    for (const auto* phone : {"one", "two", "three"})
        record.remember(remembered(phone));
    const auto text = record.text();
    const auto place = text.find("two");
    REQUIRE(place != std::string::npos);
    const auto left_of = [](const std::string& damaged) {
        const auto read = install_record::parse(damaged);
        std::string phones;
        if (read)
            for (const auto& each : read->entries())
                phones += each.udid + " ";
        return phones;
    };
    CHECK(left_of(text) == "one two three ");
    for (const auto* broken : {"\"", "\\", "\xFF", "\n"}) {
        auto damaged = text;
        damaged.replace(place, 1, broken);
        CHECK(left_of(damaged) == "one three ");
    }
    CHECK(left_of(text.substr(0, place)) == "one "); // cut
}

TEST_CASE("a file that was refused is not tried again until it changes", "[packages]")
{
    install_record record;
    record.remember(remembered());
    const auto before = end_of_profile - std::chrono::days(3);
    const auto newer = remembered().file_time.value_or(0) + 1;
    const auto care_for = [&](std::int64_t file_time) {
        return packages::upkeep_of(record.entries().front(), file_time, before);
    };
    CHECK(care_for(newer) == upkeep::reinstall);
    record.note_refusal("phone", "org.example.other", newer);
    CHECK(care_for(newer) == upkeep::reinstall);
    record.note_refusal("phone", "org.example.app", newer);
    CHECK(care_for(newer) == upkeep::none);
    CHECK(care_for(newer + 1) == upkeep::reinstall);
    CHECK(packages::upkeep_of(record.entries().front(), newer, end_of_profile) == upkeep::warn);
    const auto read = install_record::parse(record.text());
    REQUIRE(read);
    CHECK(read->entries() == record.entries());
    record.remember(remembered());
    CHECK(care_for(newer) == upkeep::reinstall);
}

TEST_CASE("an app is warned of two days before its end, unless another file is there", "[packages]")
{
    using namespace std::chrono_literals;
    auto app = remembered();
    const auto same = app.file_time.value_or(0);
    CHECK(packages::upkeep_of(app, same, end_of_profile - 49h) == upkeep::none);
    CHECK(packages::upkeep_of(app, same, end_of_profile - 48h) == upkeep::warn);
    CHECK(packages::upkeep_of(app, same, end_of_profile + 48h) == upkeep::warn);
    CHECK(packages::upkeep_of(app, same + 1, end_of_profile - 49h) == upkeep::reinstall);
    CHECK(packages::upkeep_of(app, same - 1, end_of_profile - 49h) == upkeep::reinstall);
    CHECK(packages::upkeep_of(app, std::nullopt, end_of_profile - 1h) == upkeep::warn);
    app.file_time.reset(); // not known: it may be another one
    CHECK(packages::upkeep_of(app, same, end_of_profile - 49h) == upkeep::reinstall);
    CHECK(packages::upkeep_of(app, std::nullopt, end_of_profile - 49h) == upkeep::none);
    app.follows_file = false;
    CHECK(packages::upkeep_of(app, same + 1, end_of_profile - 49h) == upkeep::none);
    app.expires.reset();
    CHECK(packages::upkeep_of(app, same, end_of_profile + 49h) == upkeep::none);
}

TEST_CASE("a package's time is that of its last change, since 1970", "[packages]")
{
    const e2e::temporary_directory place;
    const auto file = place.path() / "runner.ipa";
    std::ofstream(file) << "package";
    const std::chrono::sys_seconds changed =
        std::chrono::sys_days(std::chrono::year(2026) / 11 / 1);
    std::filesystem::last_write_time(file,
                                     std::filesystem::file_time_type::clock::from_sys(changed));
    CHECK(packages::package_time(file) ==
          std::chrono::nanoseconds(changed.time_since_epoch()).count());
    CHECK_FALSE(packages::package_time(place.path() / "none"));
}

TEST_CASE("an entry is made from the package that was installed", "[packages]")
{
    const e2e::temporary_directory place;
    const auto file = place.path() / "runner.ipa";
    std::ofstream(file, std::ios::binary) << zip_of(entries_of({}));
    const auto app = packages::read_package(file);
    REQUIRE(app);
    const auto now = end_of_profile - std::chrono::days(1);
    const auto entry = packages::entry_for(*app, "phone", now, true);
    CHECK(entry.udid == "phone");
    CHECK(entry.bundle_id == "org.example.WebDriverAgentRunner.xctrunner");
    CHECK(entry.version == "9.15.3");
    CHECK(entry.file == file.string());
    CHECK(entry.installed == now);
    CHECK(entry.is_runner);
    CHECK(entry.embeds_xctest == false);
    CHECK(entry.expires == app->profile->expires);
    CHECK(packages::package_time(file) == entry.file_time);
    install_record record;
    record.remember(entry);
    const auto read = install_record::parse(record.text());
    REQUIRE(read);
    CHECK(read->entries() == record.entries());
    CHECK(packages::upkeep_of(read->entries().front(), packages::package_time(file), now) ==
          upkeep::none);
    std::filesystem::last_write_time(file, std::filesystem::last_write_time(file) +
                                               std::chrono::seconds(2));
    CHECK(packages::entry_for(*app, "phone", now, true).file_time == entry.file_time);
    CHECK(packages::upkeep_of(entry, packages::package_time(file), now) == upkeep::reinstall);
    CHECK_FALSE(packages::package_time(place.path() / "none"));
}

} // namespace thimble::tests
