// Elements that are not there, and several actions in a row.
#include "tests/e2e/driven_phone.hpp"

namespace thimble::e2e {

using nlohmann::json;

TEST_CASE("an element that is not there is refused with candidates, untouched", "[e2e]")
{
    driven_phone on("iPhone 15 Pro,ios=18.5");
    on.open(app::settings);
    const auto start = on.now();
    const auto refused = on.attempt("tap/select", {{"selector", "the Teleport switch"}});
    INFO(refused.body);
    CHECK(refused.status == 404);
    CHECK(refused.json().at("error") == "ELEMENT_NOT_FOUND");
    CHECK(refused.json().at("context").at("candidates").size() == 5);
    CHECK(refused.json().at("context").at("outcome") == "not_sent");
    CHECK(on.fingers_since(start) == 0);
}

TEST_CASE("a batch does its steps in order and stops at the first failure", "[e2e][linked]")
{
    driven_phone on("iPhone 15 Pro,ios=18.5");
    on.open(app::settings);
    const auto done = on.act("batch", {{"steps",
                                        {{{"action", "tap/select"}, {"selector", "Wi-Fi"}},
                                         {{"action", "home"}},
                                         {{"action", "open-app"}, {"app_name", "Notes"}}}}});
    CHECK(done.at("result").at("steps").size() == 3);
    CHECK(on.state_of(app::settings).at("page") == "Wi-Fi");

    const auto start = on.now();
    const auto failed =
        on.attempt("batch", {{"steps",
                              {{{"action", "tap"}, {"x", 310}, {"y", 400}},
                               {{"action", "tap/select"}, {"selector", "no such thing"}},
                               {{"action", "tap"}, {"x", 1}, {"y", 1}}}}});
    INFO(failed.body);
    CHECK(failed.json().at("error") == "ELEMENT_NOT_FOUND");
    const auto steps = failed.json().at("context").at("steps");
    CHECK(steps.at(0).at("outcome") == "done");
    CHECK(steps.at(2).at("outcome") == "not_sent");
    CHECK(on.fingers_since(start) == 1);
}

} // namespace thimble::e2e
