// Deliveries in the store: who makes an attempt, and which are overdue.
#include "service/webhooks/webhook_rows.hpp"
#include "store/database_file.hpp"
#include "tests/catch2.hpp"
#include "tests/e2e/temporary_directory.hpp"
#include "tests/store/store_in.hpp"

#include <chrono>

namespace thimble::service {

using namespace std::chrono_literals;

TEST_CASE("an attempt is made by whoever claims it first", "[webhooks][store]")
{
    e2e::temporary_directory directory;
    auto file = store::database_file::open(store::test::store_in(directory.path())).value();
    const auto now = std::chrono::system_clock::now();
    const webhook hook{.id = "hook",
                       .account_id = "ada",
                       .url = "https://a.example",
                       .types = {},
                       .sealed = "secret",
                       .created_at = now};
    webhook_delivery made{.id = "one",
                          .webhook_id = "hook",
                          .event_id = "1",
                          .type = "job",
                          .body = "{}",
                          .created_at = now,
                          .due_at = now};
    const auto overdue = [](store::transaction& on, webhook_delivery::time before) {
        return overdue_deliveries(on, before, "", 10);
    };
    REQUIRE(file.run([&](store::transaction& on) {
        insert_webhook(on, hook);
        insert_delivery(on, made);
        CHECK(overdue(on, now).empty());
        CHECK(overdue(on, now + 1s).size() == 1);
        CHECK(overdue_deliveries(on, now + 1s, "ond", 10).size() == 1);
        CHECK(overdue_deliveries(on, now + 1s, "one", 10).empty());
        CHECK(claim_delivery(on, made, now + 40s));
        CHECK_FALSE(claim_delivery(on, made, now + 50s)); // another node was quicker
        CHECK(overdue(on, now + 1s).empty());
        const auto left = overdue(on, now + 41s); // whoever claimed it has died
        REQUIRE(left.size() == 1);
        CHECK(claim_delivery(on, left.front(), now + 80s));
        made.state = delivery_state::delivered;
        made.due_at = now + 80s;
        made.ended_at = now;
        update_delivery(on, made);
        CHECK_FALSE(claim_delivery(on, made, now + 90s)); // it has ended
        CHECK(overdue(on, now + 1h).empty());
    }));
}

TEST_CASE("a delivery that could not be written when it was made is written when it is claimed",
          "[webhooks][store]")
{
    e2e::temporary_directory directory;
    auto file = store::database_file::open(store::test::store_in(directory.path())).value();
    const auto now =
        std::chrono::floor<std::chrono::milliseconds>(std::chrono::system_clock::now());
    REQUIRE(file.run([&](store::transaction& on) {
        insert_webhook(on, {.id = "hook",
                            .account_id = "ada",
                            .url = "https://a.example",
                            .types = {},
                            .sealed = "secret",
                            .created_at = now});
        webhook_delivery made{.id = "one",
                              .webhook_id = "hook",
                              .event_id = "1",
                              .type = "job",
                              .body = "{}",
                              .created_at = now,
                              .due_at = now};
        CHECK(claim_delivery(on, made, now + 40s));
        const auto written = pending_deliveries(on);
        REQUIRE(written.size() == 1);
        CHECK(written.front().due_at == now + 40s);
        made.webhook_id = "one that has been removed";
        made.id = "two";
        CHECK_FALSE(claim_delivery(on, made, now + 40s));
        CHECK(pending_deliveries(on).size() == 1);
    }));
}

} // namespace thimble::service
