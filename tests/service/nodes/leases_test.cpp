// Leases of nodes, at times that the test chooses.
#include "service/nodes/leases.hpp"
#include "tests/catch2.hpp"

namespace thimble::service::nodes {

namespace {

using namespace std::chrono_literals;

constexpr leases::clock::time_point begin{1h};

} // namespace

TEST_CASE("a node has no lease before a beat has come back", "[nodes]")
{
    leases own(3s);
    CHECK_FALSE(own.held(begin));
    const auto beat = own.send(begin);
    CHECK_FALSE(own.held(begin));
    own.take_back(beat);
    CHECK(own.held(begin));
}

TEST_CASE("a lease runs from the sending of the beat, not from its return", "[nodes]")
{
    leases own(3s);
    const auto beat = own.send(begin);
    own.take_back(beat); // however late
    CHECK(own.held(begin + 2'999ms));
    CHECK_FALSE(own.held(begin + 3s));
}

TEST_CASE("a beat that comes back out of time renews nothing", "[nodes]")
{
    leases own(3s);
    const auto old = own.send(begin);
    const auto newer = own.send(begin + 4s);
    own.take_back(old);
    CHECK_FALSE(own.held(begin + 4s));
    own.take_back(newer);
    CHECK(own.held(begin + 6'999ms));
    own.take_back(old);
    own.take_back(77);
    CHECK(own.held(begin + 6'999ms));
    CHECK_FALSE(own.held(begin + 7s));
}

TEST_CASE("others are held for live longer than they hold themselves", "[nodes]")
{
    leases there(3s);
    leases here(3s);
    const auto beat = there.send(begin);
    there.take_back(beat);
    here.hear("there", begin + 100ms);
    CHECK(here.is_live("there", begin + 3s));
    CHECK_FALSE(there.held(begin + 3s));
    CHECK(here.live(begin + 3'099ms) == std::vector<std::string>{"there"});
    CHECK(here.take_expired(begin + 3'099ms).empty());
    CHECK_FALSE(here.is_live("there", begin + 3'100ms));
    CHECK(here.take_expired(begin + 3'100ms) == std::vector<std::string>{"there"});
    CHECK(here.take_expired(begin + 1h).empty());
    CHECK_FALSE(here.is_live("nobody", begin));
}

TEST_CASE("another node is gone once this one has heard itself later", "[nodes]")
{
    leases here(3s);
    here.take_back(here.send(begin + 900ms));
    here.hear("there", begin);
    CHECK(here.take_expired(begin + 3s).empty()); // nothing says which of the two is cut off
    here.take_back(here.send(begin + 2'900ms));
    CHECK(here.take_expired(begin + 3s).empty());
    here.take_back(here.send(begin + 3s));
    CHECK(here.take_expired(begin + 3s) == std::vector<std::string>{"there"});
}

TEST_CASE("a node without a lease forgets the others at once", "[nodes]")
{
    leases here(3s);
    here.take_back(here.send(begin + 900ms));
    here.hear("there", begin);
    CHECK(here.take_expired(begin + 3'899ms).empty());
    CHECK(here.take_expired(begin + 3'900ms) == std::vector<std::string>{"there"});
}

} // namespace thimble::service::nodes
