// Room on the disk for recordings, and those that have to go.
#include "service/recordings/recording_space.hpp"
#include "tests/catch2.hpp"

#include <deque>
#include <string>

namespace thimble::service {

namespace {

using namespace std::chrono_literals;

constexpr recording::moment present{1'790'000'000s};

/// Recordings in the order in which they began.
struct shelf {
    /// One that has ended a while ago.
    void keep(const std::string& id,
              const std::string& account,
              std::uint64_t bytes,
              std::chrono::seconds ago = 0s)
    {
        all.push_back({.id = id,
                       .account_id = account,
                       .phone_id = "phone",
                       .ended_at = present - ago,
                       .bytes = bytes});
    }

    /// One under way.
    void begin(const std::string& account, std::uint64_t max_bytes)
    {
        all.push_back({.id = "", .account_id = account, .phone_id = "phone"});
        all.back().asked.max_bytes = max_bytes;
    }

    recording_list list() const
    {
        recording_list out;
        for (const auto& each : all)
            out.push_back(&each);
        return out;
    }

    std::string surplus(const recording_limits& granted) const
    {
        std::string out;
        for (const auto* each : surplus_of(list(), granted, present))
            out += each->id;
        return out;
    }

    std::deque<recording> all;
};

recording_limits with_bytes(std::uint64_t bytes)
{
    recording_limits out;
    out.bytes = bytes;
    out.age = std::chrono::hours(1);
    return out;
}

} // namespace

TEST_CASE("recordings under way leave what they may not need", "[recordings]")
{
    shelf on;
    const auto granted = with_bytes(100);
    CHECK(room_beside(on.list(), "ada", granted, 1) == 100);
    on.begin("ada", 30);
    CHECK(room_beside(on.list(), "ada", granted, 1) == 70);
    on.begin("ada", 90);
    CHECK(room_beside(on.list(), "ada", granted, 1) == 0);
}

TEST_CASE("an account is left its share of the room, as far as others leave it", "[recordings]")
{
    shelf on;
    const auto granted = with_bytes(100);
    CHECK(room_beside(on.list(), "ada", granted, 5) == 25);
    on.begin("ada", 20);
    CHECK(room_beside(on.list(), "ada", granted, 5) == 5);
    CHECK(room_beside(on.list(), "ben", granted, 5) == 25);
    for (const auto* each : {"ben", "eve", "dan"})
        on.begin(each, 25);
    CHECK(room_beside(on.list(), "zoe", granted, 5) == 5);
}

TEST_CASE("of an account that has too much the oldest recordings go", "[recordings]")
{
    shelf on;
    on.keep("1", "ada", 40);
    on.keep("2", "ada", 40);
    CHECK(on.surplus(with_bytes(100)).empty());
    on.keep("3", "ada", 40);
    on.keep("4", "ada", 20);
    CHECK(on.surplus(with_bytes(100)) == "1");
    CHECK(on.surplus(with_bytes(10)) == "1234");
}

TEST_CASE("an account's recordings do not go for those of another", "[recordings]")
{
    shelf on;
    on.keep("1", "ben", 20);
    on.keep("2", "ada", 20);
    on.keep("3", "ada", 20); // a quarter is 25
    CHECK(on.surplus(with_bytes(100)) == "2");
    for (const auto* each : {"eve", "dan", "zoe"})
        on.keep(each, each, 25);
    CHECK(on.surplus(with_bytes(100)) == "12"); // what all have together is too much
}

TEST_CASE("recordings go that are too old, or too many", "[recordings]")
{
    shelf on;
    on.keep("1", "ada", 1, 3601s);
    on.keep("2", "ada", 1, 3600s);
    on.keep("3", "ada", 1, 7200s);
    on.keep("4", "ada", 1);
    CHECK(on.surplus(with_bytes(100)) == "13");
    auto few = with_bytes(100);
    few.age = std::chrono::hours(100);
    few.kept = 3;
    CHECK(on.surplus(few) == "1");
}

} // namespace thimble::service
