// Listeners: told for as long as they keep their subscription.
#include "async/listeners.hpp"
#include "tests/catch2.hpp"

#include <string>

namespace thimble::async {

TEST_CASE("a listener is told until its subscription goes", "[async]")
{
    listeners all;
    int first = 0;
    int second = 0;
    auto kept = all.add([&] { ++first; });
    {
        const auto passing = all.add([&] { ++second; });
        all.tell();
    }
    all.tell();
    CHECK(first == 2);
    CHECK(second == 1);
    kept.reset();
    all.tell();
    CHECK(first == 2);
}

TEST_CASE("a listener may end itself, others and whoever tells, and bring more", "[async]")
{
    auto all = std::make_unique<listeners>();
    std::vector<std::string> told;
    subscription own;
    subscription other;
    subscription added;
    own = all->add([&] {
        own.reset();
        other.reset();
        added = all->add([&] { told.emplace_back("added"); });
        told.emplace_back("own");
    });
    other = all->add([&] { told.emplace_back("other"); });
    all->tell();
    CHECK(told == std::vector<std::string>{"own"});
    all->tell();
    CHECK(told == std::vector<std::string>{"own", "added"});
    added = all->add([&] { all.reset(); });
    const auto last = all->add([&] { told.emplace_back("last"); });
    all->tell();
    CHECK(told.back() == "last");
}

} // namespace thimble::async
