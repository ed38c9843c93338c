// Leases of nodes, at times that the test chooses.
#include "service/nodes/leases.hpp"
#include "service/nodes/witnessed_nodes.hpp"
#include "tests/catch2.hpp"

#include <string>
#include <vector>

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

TEST_CASE("where a witness is needed, beats alone give no lease", "[nodes]")
{
    leases own(3s);
    own.need_witness();
    own.take_back(own.send(begin));
    CHECK_FALSE(own.held(begin));
    own.witness(begin - 1s);
    CHECK(own.held(begin + 1'999ms));
    CHECK_FALSE(own.held(begin + 2s)); // the beat would last for longer
    own.witness(begin + 1s);
    CHECK_FALSE(own.held(begin + 3s)); // the witness would
}

TEST_CASE("a node that has said that it ends is not live", "[nodes]")
{
    leases own(3s);
    own.hear("other", begin);
    own.drop("other");
    CHECK_FALSE(own.is_live("other", begin));
    CHECK(own.take_expired(begin + 9s).empty());
}

TEST_CASE("of a bus that has fallen in two, one half goes on", "[nodes]")
{
    const std::vector<std::string> all{"a", "b", "c"};
    const auto goes_on = [&](const std::string& self, const std::string& half,
                             leases::clock::duration apart) {
        std::vector<std::string> others;
        for (const auto& each : all)
            if (each != self)
                others.push_back(each);
        const auto heard = [&](const std::string& each) { return half.contains(each); };
        witnessed_nodes seen(self, 3s);
        seen.look(others, heard, begin);
        return seen.look(others, heard, begin + apart);
    };
    CHECK(goes_on("a", "abc", 1h));
    CHECK(goes_on("c", "c", 5s)); // the others may only be about to let their rows grow old
    CHECK_FALSE(goes_on("c", "c", 6s));
    CHECK(goes_on("a", "ab", 6s));
    CHECK(goes_on("b", "ab", 6s));
    CHECK_FALSE(goes_on("a", "a", 6s));
}

TEST_CASE("of two halves that are as large, the one with the smallest id goes on", "[nodes]")
{
    const auto none = [](const std::string&) { return false; };
    witnessed_nodes first("a", 3s);
    witnessed_nodes second("b", 3s);
    first.look({"b"}, none, begin);
    second.look({"a"}, none, begin);
    CHECK(first.is_unheard("b"));
    CHECK(first.look({"b"}, none, begin + 6s));
    CHECK_FALSE(second.look({"a"}, none, begin + 6s));
    CHECK(second.look({}, none, begin + 7s)); // the other's row is old
    CHECK_FALSE(second.is_unheard("a"));
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
