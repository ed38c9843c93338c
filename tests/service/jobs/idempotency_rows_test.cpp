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
    const auto write = [&row, now](transaction& on) {
        return insert_idempotent_request(on, row, {.created_before = now - 24h});
    };
    REQUIRE(file.run(write) == true);
    row.body = "new body";
    row.job_id = "new";
    row.answer = "new answer";
    row.created_at = now;
    REQUIRE(file.run(write) == true);
    const auto found = file.run(
        [now](transaction& on) { return find_idempotent_request(on, "request", now - 24h); });
    REQUIRE(found);
    REQUIRE(*found);
    CHECK((*found)->job_id == "new");
    CHECK((*found)->answer == "new answer");
}

TEST_CASE("a request that another node has answered keeps that answer", "[store]")
{
    using namespace std::chrono_literals;
    const auto now = idempotent_request_row::time(1'763'700'000'000ms);
    opened_database at;
    auto file = at.open(all_migrations());
    const auto found = file.run([now](transaction& on) {
        insert_idempotent_request(on,
                                  {.id = "request",
                                   .account_id = "account",
                                   .body = "body",
                                   .job_id = "job",
                                   .answer = std::nullopt,
                                   .created_at = now},
                                  {.created_before = now - 24h});
        answer_idempotent_request(on, "request", "the first");
        answer_idempotent_request(on, "request", "of a node that was stopped meanwhile");
        return find_idempotent_request(on, "request", now);
    });
    REQUIRE(found);
    REQUIRE(*found);
    CHECK((*found)->answer == "the first");
}

TEST_CASE("a request that is known is not taken from whoever carries it out", "[store]")
{
    using namespace std::chrono_literals;
    const auto now = idempotent_request_row::time(1'763'700'000'000ms);
    opened_database at;
    auto file = at.open(all_migrations());
    const auto take = [&](const std::string& job, const replaceable_request& in_place_of) {
        const idempotent_request_row row{.id = "request",
                                         .account_id = "account",
                                         .body = "body",
                                         .job_id = job,
                                         .answer = std::nullopt,
                                         .created_at = now};
        return file
            .run([&](transaction& on) { return insert_idempotent_request(on, row, in_place_of); })
            .value();
    };
    const auto job = [&] {
        return file
            .run([&](transaction& on) { return find_idempotent_request(on, "request", now); })
            .value()
            .value()
            .job_id;
    };
    CHECK(take("first", {.created_before = now - 24h}));
    CHECK_FALSE(take("second", {.created_before = now - 24h}));
    CHECK(job() == "first");
    CHECK(take("third", {.created_before = now - 24h, .job_id = "first"})); // which was taken back
    CHECK(job() == "third");
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
        REQUIRE(file.run([&](transaction& on) {
            return insert_idempotent_request(on, row, {.created_before = now - 24h});
        }) == true);
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
