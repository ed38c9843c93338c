// The ways in which runners came up, from one process to the next.
#include "daemon/execution/runner_way_record.hpp"
#include "tests/catch2.hpp"
#include "tests/e2e/temporary_directory.hpp"

#include <filesystem>
#include <fstream>

namespace thimble::daemon {

namespace {

using device::proven_way;
using device::runner_key;
using device::start_way;

const runner_key known_runner{.udid = "1", .bundle_id = "org.example.runner.xctrunner"};
const runner_key other_runner{.udid = "2", .bundle_id = "org.example.runner.xctrunner"};
const proven_way alone_once{.way = start_way::process_control,
                            .installed = std::chrono::sys_seconds(std::chrono::seconds(7))};
const proven_way in_session{.way = start_way::test_session, .installed = {}};

void write_ways(const std::filesystem::path& folder, std::string_view text)
{
    const auto file = folder / "runner-ways.json";
    std::ofstream(file) << text;
    std::filesystem::permissions(file, std::filesystem::perms::owner_read |
                                           std::filesystem::perms::owner_write);
}

} // namespace

TEST_CASE("a way that worked is known to the next process", "[daemon]")
{
    const e2e::temporary_directory place;
    {
        runner_way_record record(place.path() / "state");
        CHECK_FALSE(record.find(known_runner));
        record.remember(known_runner, alone_once);
        record.remember(other_runner, in_session);
        CHECK(record.find(known_runner) == alone_once);
    }
    runner_way_record again(place.path() / "state");
    CHECK(again.find(known_runner) == alone_once);
    CHECK(again.find(other_runner) == in_session);
    again.remember(known_runner, in_session);
    CHECK(runner_way_record(place.path() / "state").find(known_runner) == in_session);
    using std::filesystem::perms;
    CHECK(std::filesystem::status(place.path() / "state" / "runner-ways.json").permissions() ==
          (perms::owner_read | perms::owner_write));
}

TEST_CASE("two processes keep each other's ways", "[daemon]")
{
    const e2e::temporary_directory place;
    runner_way_record one(place.path());
    runner_way_record other(place.path());
    one.remember(known_runner, alone_once);
    other.remember(other_runner, in_session);
    const runner_way_record both(place.path());
    CHECK(both.find(known_runner) == alone_once);
    CHECK(both.find(other_runner) == in_session);
}

TEST_CASE("what is no record of ways counts as none", "[daemon]")
{
    const e2e::temporary_directory place;
    const std::string entry =
        R"({"udid":"1","bundle_id":"org.example.runner.xctrunner","way":"process_control"})";
    for (const std::string& text :
         {std::string(), std::string("nonsense"), std::string("{}"), std::string("[7, null, []]"),
          '[' + entry, std::string(R"([{"udid":1,"bundle_id":"a","way":"process_control"}])"),
          std::string(R"([{"udid":"1","bundle_id":"../a","way":"process_control"}])"),
          std::string(
              R"([{"udid":"1","bundle_id":"org.example.runner.xctrunner","way":"by air"}])"),
          '[' + entry + std::string(300UL * 1024, ' ') + ']'}) {
        INFO(text.substr(0, 90));
        write_ways(place.path(), text);
        CHECK_FALSE(runner_way_record(place.path()).find(known_runner));
    }
    write_ways(place.path(), '[' + entry + ']'); // so that the others could have been read
    CHECK(runner_way_record(place.path()).find(known_runner) ==
          proven_way{.way = start_way::process_control, .installed = {}});
    write_ways(place.path(), "nonsense");
    runner_way_record damaged(place.path());
    damaged.remember(other_runner, in_session);
    CHECK(runner_way_record(place.path()).find(other_runner) == in_session);
}

TEST_CASE("the record of ways keeps so many, the oldest goes", "[daemon]")
{
    const e2e::temporary_directory place;
    runner_way_record record(place.path());
    const auto runner_of = [](int phone) {
        return runner_key{.udid = std::to_string(phone), .bundle_id = "org.example.runner"};
    };
    for (int phone = 0; phone <= 500; ++phone)
        record.remember(runner_of(phone), in_session);
    const runner_way_record again(place.path());
    CHECK_FALSE(again.find(runner_of(0)));
    CHECK(again.find(runner_of(1)));
    CHECK(again.find(runner_of(500)));
}

} // namespace thimble::daemon
