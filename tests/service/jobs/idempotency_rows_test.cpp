#include "service/jobs/idempotency_rows.hpp"
#include "tests/store/opened_database.hpp"

#include <chrono>

namespace thimble::service::store::test {

TEST_CASE("a request that takes the place of an old one keeps its own answer", "[store]")
{
    using namespace std::chrono_literals;
    const auto now = idempotent_request_row::time(1'763'700'000'000ms);
    opened_database at;
    auto file = at.open(all_migrations());
    idempotent_request_row row{.id = "request",
                               .account_id = "account",
                               .body = "old body",
                               .job_id = "old",
                               .at_once = false,
                               .answer = "old answer",
                               .created_at = now - 48h};
    const auto write = [&row](transaction& on) { insert_idempotent_request(on, row); };
    REQUIRE(file.run(write));
    row.body = "new body";
    row.job_id = "new";
    row.answer = "new answer";
    row.created_at = now;
    REQUIRE(file.run(write));
    const auto found = file.run(
        [now](transaction& on) { return find_idempotent_request(on, "request", now - 24h); });
    REQUIRE(found);
    REQUIRE(*found);
    CHECK((*found)->job_id == "new");
    CHECK((*found)->answer == "new answer");
}

TEST_CASE("the oldest answered requests of one account go", "[store]")
{
    using namespace std::chrono_literals;
    const auto now = idempotent_request_row::time(1'763'700'000'000ms);
    opened_database at;
    auto file = at.open(all_migrations());
    const auto add = [&](const std::string& id, const std::string& account,
                         std::chrono::minutes age, std::optional<std::string> answer) {
        const idempotent_request_row row{.id = id,
                                         .account_id = account,
                                         .body = "body",
                                         .job_id = id,
                                         .answer = std::move(answer),
                                         .created_at = now - age};
        REQUIRE(file.run([&](transaction& on) { insert_idempotent_request(on, row); }));
    };
    add("unanswered", "ada", 9min, std::nullopt);
    add("old", "ada", 8min, "answer");
    add("new", "ada", 7min, "answer");
    add("of another", "bob", 10min, "answer");
    const auto forget = [&](std::size_t most) {
        return file
            .run(
                [&](transaction& on) { return forget_oldest_idempotent_requests(on, "ada", most); })
            .value();
    };
    const auto is_there = [&](const std::string& id) {
        return file.run([&](transaction& on) { return find_idempotent_request(on, id, now - 24h); })
            .value()
            .has_value();
    };
    CHECK(forget(1) == 1);
    CHECK_FALSE(is_there("old"));
    CHECK(is_there("new"));
    CHECK(forget(10) == 1);
    CHECK(is_there("unanswered"));
    CHECK(is_there("of another"));
}

} // namespace thimble::service::store::test
