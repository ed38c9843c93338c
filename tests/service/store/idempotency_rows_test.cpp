#include "service/store/idempotency_rows.hpp"
#include "tests/service/store/opened_database.hpp"

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

} // namespace thimble::service::store::test
