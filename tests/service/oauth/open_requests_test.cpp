// Requests that wait for somebody: where too many are there, one goes.
#include "service/oauth/open_requests.hpp"
#include "tests/catch2.hpp"

#include <vector>

namespace thimble::service::oauth::test {

using namespace std::chrono_literals;

TEST_CASE("of too many requests the oldest of the network with most goes", "[oauth]")
{
    open_requests all({.most = 4});
    open_requests::clock::time_point now{1h};
    const auto person = all.add({}, "192.0.2.1", now);
    std::vector<std::string> strangers;
    for (int each = 0; each < 5; ++each) {
        now += 1s;
        strangers.push_back(all.add({}, "198.51.100.1", now));
    }
    CHECK(all.find(person, now) != nullptr);
    CHECK(all.find(strangers.at(0), now) == nullptr);
    CHECK(all.find(strangers.at(1), now) == nullptr);
    for (int each = 2; each < 5; ++each)
        CHECK(all.find(strangers.at(static_cast<std::size_t>(each)), now) != nullptr);
}

TEST_CASE("a request waits for ten minutes", "[oauth]")
{
    open_requests all(request_limits{});
    const open_requests::clock::time_point now{1h};
    const auto waiting = all.add({}, "192.0.2.1", now);
    CHECK(all.find(waiting, now + 599s) != nullptr);
    CHECK(all.find(waiting, now + 600s) == nullptr);
}

} // namespace thimble::service::oauth::test
