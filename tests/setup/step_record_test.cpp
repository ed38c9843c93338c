// A step as JSON.
#include "setup/step_record.hpp"
#include "tests/catch2.hpp"

namespace thimble::setup {

TEST_CASE("the record of a step has null where there is nothing to say", "[setup]")
{
    const step what{.code = step_code::trust,
                    .state = step_state::current,
                    .title = "Trust",
                    .person = "Tap Trust.",
                    .docs = "docs/iphone.md#trust",
                    .blocker = "TRUST_PENDING"};
    const auto record = step_record("id", what);
    CHECK(nlohmann::json(record) == nlohmann::json{{"id", "trust"},
                                                   {"state", "current"},
                                                   {"title", "Trust"},
                                                   {"thimble", nullptr},
                                                   {"person", "Tap Trust."},
                                                   {"why", nullptr},
                                                   {"duration", nullptr},
                                                   {"problem", nullptr},
                                                   {"docs", "docs/iphone.md#trust"},
                                                   {"blocker", "TRUST_PENDING"}});
    CHECK(record.begin().key() == "id");
    CHECK(step_record("step", what).begin().key() == "step");
}

} // namespace thimble::setup
