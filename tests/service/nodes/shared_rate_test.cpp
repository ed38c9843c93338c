// The rate of a key is that of all nodes together.
#include "tests/service/nodes/two_nodes.hpp"

namespace thimble::service::test {

namespace {

constexpr std::size_t burst = 500;

/// No test lasts until there is another one.
constexpr rate burst_alone{.per_second = 0.001, .burst = burst};

/// Of a key of Ada's own, which nothing else has used.
headers new_key(two_nodes& on)
{
    const auto made =
        on.there.client.ask("POST", "/v1/keys", on.there.ada(), R"({"name":"quick"})");
    REQUIRE(made.status == 201);
    return {{"X-API-Key", made.json().at("key").get<std::string>()}};
}

/// Asks until it is refused; the number of requests that were answered.
std::size_t use_up(const running_service& which, const headers& fields)
{
    http_client client(which.port());
    std::size_t answered = 0;
    while (answered <= burst && client.ask("GET", "/v1/phones", fields).status == 200)
        ++answered;
    return answered;
}

} // namespace

TEST_CASE("a key that has used its rate at one node is refused at the other", "[service][nodes]")
{
    two_nodes on(nullptr, two_nodes::pictures_in::files,
                 [](server_options& options) { options.rate_limit = burst_alone; });
    const auto key = new_key(on);
    const auto other = new_key(on);
    CHECK(use_up(*on.here, key) == burst);
    http_client client(on.there.running.port());
    std::size_t answered = 0;
    reply refused;
    CHECK(e2e::eventually(std::chrono::seconds(30), [&] {
        refused = client.ask("GET", "/v1/phones", key);
        if (refused.status == 200)
            ++answered;
        return refused.status == 429;
    }));
    CHECK(refused.error() == "RATE_LIMITED");
    CHECK_FALSE(refused.field("retry-after").empty());
    CHECK(answered < burst / 2); // a node that hears nothing of the other answers all of them
    CHECK(client.ask("GET", "/v1/phones", other).status == 200); // which has a rate of its own
}

} // namespace thimble::service::test
