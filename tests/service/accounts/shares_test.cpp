// Shares of accounts in a common limit.
#include "service/accounts/fair_share.hpp"
#include "service/jobs/memory_shares.hpp"
#include "tests/catch2.hpp"

#include <chrono>
#include <limits>
#include <string>
#include <vector>

namespace thimble::service::test {

using namespace std::chrono_literals;

TEST_CASE("those who use little leave the rest of a limit to the others", "[service]")
{
    CHECK(fair_share({}, 10) == std::numeric_limits<std::size_t>::max());
    CHECK(fair_share({4, 6}, 10) == std::numeric_limits<std::size_t>::max());
    CHECK(fair_share({100, 1}, 10) == 9);
    CHECK(fair_share({100, 1, 100}, 11) == 5);
    CHECK(fair_share({7, 8, 9}, 12) == 4);
    CHECK(fair_share({1, 1}, 1) == 0);
}

TEST_CASE("values of an account push out its own oldest", "[service]")
{
    memory_shares kept(100);
    std::vector<std::string> dropped;
    const auto start = memory_shares::time{} + 1h;
    const auto add = [&](const std::string& account, const std::string& name, std::size_t bytes,
                         std::chrono::minutes after) {
        kept.add(account, bytes, start + after, [&dropped, name] { dropped.push_back(name); });
    };
    add("a", "first", 60, 0min);
    add("b", "of another", 90, 0min);
    add("a", "second", 40, 1min);
    CHECK(dropped.empty());
    add("a", "third", 1, 2min);
    CHECK(dropped == std::vector<std::string>{"first"});
    CHECK(kept.bytes_of("a") == 41);
    add("a", "larger than its share", 500, 3min); // it is about to be answered with
    CHECK(dropped == std::vector<std::string>{"first", "second", "third"});
    CHECK(kept.bytes_of("b") == 90);

    kept.drop_older_than(start + 3min);
    CHECK(dropped.back() == "of another");
    CHECK(kept.bytes_of("a") == 500);
    CHECK(kept.bytes_of("b") == 0);
}

} // namespace thimble::service::test
