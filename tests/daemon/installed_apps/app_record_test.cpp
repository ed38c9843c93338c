// The record of installed apps on the disk.
#include "daemon/installed_apps/app_record.hpp"
#include "tests/catch2.hpp"
#include "tests/e2e/temporary_directory.hpp"

#include <chrono>
#include <fcntl.h>
#include <fstream>
#include <future>
#include <sstream>
#include <sys/file.h>
#include <unistd.h>

namespace thimble::tests {

namespace fs = std::filesystem;
using daemon::app_record;
namespace packages = device::packages;

namespace {

packages::installed_entry app_of(const std::string& id)
{
    packages::installed_entry entry;
    entry.udid = "00008130-000000000000001A";
    entry.bundle_id = id;
    entry.file = "/apps/app.ipa";
    return entry;
}

void remember(const app_record& record, const std::string& id)
{
    const auto done = record.change([&](auto& apps) { apps.remember(app_of(id)); });
    INFO((done ? *done : done.error()));
    REQUIRE(done);
    CHECK(done->empty());
}

std::string text_of_file(const fs::path& file)
{
    std::ostringstream text;
    text << std::ifstream(file).rdbuf();
    return text.str();
}

void write_privately(const fs::path& file, const std::string& text)
{
    std::ofstream(file) << text;
    fs::permissions(file, fs::perms::owner_read | fs::perms::owner_write);
}

} // namespace

TEST_CASE("a runner that was installed from here is known by what is in its package", "[daemon]")
{
    const e2e::temporary_directory place;
    const auto find = daemon::packages_of_runners(place.path() / "state");
    const std::string udid = app_of("").udid;
    CHECK_FALSE(find(udid, "org.example.runner")); // there is no record
    const app_record record(place.path() / "state");
    REQUIRE(record.change([&](auto& apps) {
        auto runner = app_of("org.example.runner");
        runner.is_runner = true;
        runner.embeds_xctest = false;
        runner.installed = std::chrono::sys_seconds(std::chrono::seconds(7));
        apps.remember(runner);
        apps.remember(app_of("org.example.older")); // by a version that did not look
    }));
    CHECK(find(udid, "org.example.runner") ==
          device::runner_package{.embeds_xctest = false,
                                 .installed = std::chrono::sys_seconds(std::chrono::seconds(7))});
    CHECK_FALSE(find(udid, "org.example.older"));
    CHECK_FALSE(find("another phone", "org.example.runner"));
    write_privately(place.path() / "state" / "installed-apps.json", "nonsense");
    CHECK_FALSE(find(udid, "org.example.runner"));
    CHECK(daemon::packages_of_runners({}) == nullptr);
}

TEST_CASE("what is installed is kept for this user alone", "[daemon]")
{
    const e2e::temporary_directory place;
    const app_record record(place.path() / "state");
    CHECK(record.read().apps.entries().empty());
    CHECK(record.read().problem.empty());
    remember(record, "org.example.one");
    remember(record, "org.example.two");
    CHECK(app_record(place.path() / "state").read().apps.entries().size() == 2);
    CHECK(fs::status(place.path() / "state" / "installed-apps.json").permissions() ==
          (fs::perms::owner_read | fs::perms::owner_write));
}

TEST_CASE("changes made at the same time are all kept", "[daemon]")
{
    constexpr int writers = 8;
    constexpr int each = 5;
    const e2e::temporary_directory place;
    std::vector<std::future<bool>> all;
    for (int writer = 0; writer < writers; ++writer)
        all.push_back(std::async(std::launch::async, [&place, writer] {
            const app_record record(place.path());
            bool fine = true;
            for (int i = 0; i < each; ++i) {
                const auto id = "org.example." + std::to_string(writer) + "." + std::to_string(i);
                fine = record.change([&](auto& apps) { apps.remember(app_of(id)); }) && fine;
            }
            return fine;
        }));
    for (auto& one : all)
        CHECK(one.get());
    CHECK(app_record(place.path()).read().apps.entries().size() == writers * each);
}

TEST_CASE("a record that cannot be read is set aside, however often", "[daemon]")
{
    const e2e::temporary_directory place;
    const app_record record(place.path());
    const auto file = place.path() / "installed-apps.json";
    for (const auto* number : {"1", "2"}) {
        const auto damaged = std::string("damaged ") + number;
        write_privately(file, damaged);
        CHECK(record.read().problem.contains("is damaged"));
        CHECK(text_of_file(file) == damaged); // whoever reads changes nothing
        const auto done = record.change([](auto& apps) { apps.remember(app_of("org.one")); });
        REQUIRE(done);
        const auto aside = file.string() + ".damaged-" + number;
        CHECK(done->contains(aside));
        CHECK(text_of_file(aside) == damaged);
        CHECK(record.read().apps.entries().size() == 1);
    }
}

TEST_CASE("entries that are not understood are not lost in silence", "[daemon]")
{
    const e2e::temporary_directory place;
    const app_record record(place.path());
    remember(record, "org.example.one");
    const auto file = place.path() / "installed-apps.json";
    auto text = text_of_file(file);
    const auto at = text.find("\"apps\": [");
    REQUIRE(at != std::string::npos);
    text.insert(at + std::string("\"apps\": [").size(), R"({"udid": 7},)");
    write_privately(file, text);
    CHECK(record.read().apps.entries().size() == 1);
    CHECK_FALSE(record.read().problem.empty());
    const auto done = record.change([](auto& apps) { apps.remember(app_of("org.example.two")); });
    REQUIRE(done);
    CHECK(done->contains("damaged-1"));
    CHECK(record.read().apps.entries().size() == 2);
    CHECK(text_of_file(file.string() + ".damaged-1") == text);
}

TEST_CASE("a record that others may read is neither read nor replaced", "[daemon]")
{
    const e2e::temporary_directory place;
    const app_record record(place.path());
    remember(record, "org.example.one");
    const auto file = place.path() / "installed-apps.json";
    fs::permissions(file, fs::perms::others_read, fs::perm_options::add);
    CHECK(record.read().problem.contains("chmod 600"));
    const auto before = text_of_file(file);
    CHECK_FALSE(record.change([](auto& apps) { apps.remember(app_of("org.example.two")); }));
    CHECK(text_of_file(file) == before);
}

TEST_CASE("a change waits for the process that makes one", "[daemon]")
{
    const e2e::temporary_directory place;
    const app_record record(place.path());
    remember(record, "org.example.one");
    const auto lock_file = place.path() / "installed-apps.lock";
    const int other = ::open(lock_file.c_str(), O_RDWR | O_CLOEXEC);
    REQUIRE(other >= 0);
    REQUIRE(::flock(other, LOCK_EX | LOCK_NB) == 0);
    auto change = std::async(std::launch::async, [&record] {
        return record.change([](auto& apps) { apps.remember(app_of("org.example.two")); })
            .has_value();
    });
    CHECK(change.wait_for(std::chrono::milliseconds(200)) == std::future_status::timeout);
    CHECK(record.read().apps.entries().size() == 1); // reading waits for nobody
    ::close(other);
    CHECK(change.get());
    CHECK(record.read().apps.entries().size() == 2);
}

} // namespace thimble::tests
