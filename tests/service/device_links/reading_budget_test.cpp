// Limits of what a link may give the service to read.
#include "link/limits.hpp"
#include "service/device_links/reading_budget.hpp"
#include "tests/catch2.hpp"
#include "tests/e2e/eventually.hpp"
#include "tests/service/links_fixture.hpp"

#include <string>
#include <utility>
#include <vector>

namespace thimble::service::test {

using namespace std::chrono_literals;
using clock = reading_budget::clock;

namespace {

link_limits granting(std::size_t bytes, std::size_t values)
{
    link_limits out;
    out.bytes_per_second = bytes;
    out.values_per_second = values;
    return out;
}

std::string many_values(std::size_t count)
{
    std::string out = "[";
    for (std::size_t each = 1; each < count; ++each)
        out += "0,";
    return out + "0]";
}

} // namespace

TEST_CASE("a link within its budget does not wait, and the largest message does not either",
          "[service]")
{
    reading_budget budget(granting(1'000'000, 1'000'000));
    auto now = clock::now();
    CHECK(budget.spend(std::string(link::limits::message_bytes, 'x'), now) == 0s);
    for (int second = 0; second < 10; ++second) {
        now += 1s;
        CHECK(budget.spend(std::string(900'000, 'x'), now) == 0s);
    }
}

TEST_CASE("bytes beyond the budget are waited for, in proportion", "[service]")
{
    reading_budget budget(granting(1'000'000, 1'000'000'000));
    const auto now = clock::now();
    budget.spend(std::string(link::limits::message_bytes, 'x'), now);
    const auto wait = budget.spend(std::string(2'000'000, 'x'), now);
    CHECK(wait > 1900ms);
    CHECK(wait < 2100ms);
    CHECK(budget.spend("{}", now + wait) < 10ms);
}

TEST_CASE("many values cost more than their bytes", "[service]")
{
    reading_budget budget(granting(1'000'000'000, 100'000));
    const auto now = clock::now();
    CHECK(budget.spend(many_values(link::limits::values - 1), now) == 0s);
    const auto wait = budget.spend(many_values(100'000), now);
    CHECK(wait > 900ms);
    CHECK(wait < 1100ms);
}

TEST_CASE("small messages are not free", "[service]")
{
    reading_budget budget(granting(1'000'000, 1'000'000'000));
    const auto now = clock::now();
    clock::duration wait{};
    for (int each = 0; each < 20'000; ++each)
        wait = budget.spend("{}", now);
    CHECK(wait > 1s);
}

TEST_CASE("the longest wait is shorter than the silence that ends a link", "[service]")
{
    const link_limits usual;
    reading_budget budget(usual);
    const auto now = clock::now();
    const auto largest = std::string(link::limits::message_bytes, ',');
    budget.spend(largest, now);
    CHECK(budget.spend(largest, now) < usual.heartbeat);
}

TEST_CASE("a link over its budget is not read for a while, and stays open", "[service]")
{
    with_links on([](server_options& options) {
        options.limits.links.values_per_second = 1; // beyond what is granted at once
        options.limits.links.heartbeat = 200ms * e2e::slowdown();
    });
    const auto link = on.connect(on.enrol());
    const auto say_result = [&](std::string job_id, std::size_t values) {
        link::result said;
        said.job_id = std::move(job_id);
        said.udid = "udid-1";
        said.value["text"] = std::string(values, ','); // counts as many
        link->say(said);
    };
    say_result("first", 300'000);
    say_result("second", 300'000);
    say_result("third", 1);
    std::vector<std::string> settled; // what nobody waits for, as soon as it is read
    for (int heartbeats = 0; heartbeats < 20;) {
        const auto heard = link->hear();
        REQUIRE(heard); // else it has been closed as silent
        if (const auto* one = std::get_if<link::settled>(&*heard))
            settled.push_back(one->job_id);
        heartbeats += std::holds_alternative<link::heartbeat>(*heard) ? 1 : 0;
    }
    CHECK(settled == std::vector<std::string>{"first", "second"});
    CHECK(on.desktop().at("state") == "connected");
}

} // namespace thimble::service::test
