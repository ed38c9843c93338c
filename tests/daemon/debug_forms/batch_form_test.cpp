// A batch as a person types it: what REST takes.
#include "tests/daemon/debug_forms/typed_action.hpp"

namespace thimble::daemon {

TEST_CASE("a batch is typed as the list of its steps", "[daemon]")
{
    CHECK(action_of(R"(batch [{"action": "tap", "x": 1, "y": 2}, {"action": "home"}])") ==
          link::action(link::batch{.steps = {link::tap{.x = 1, .y = 2}, link::home{}}}));
    CHECK(action_of(R"(batch [{"action": "type", "text": "a  b", "method": "auto"}])") ==
          link::action(link::batch{
              .steps = {link::type{.text = "a  b", .method = link::typing_method::automatic}}}));
    CHECK(action_of(R"(batch [{"action": "pinch", "x": 9, "y": 9, "kind": "pinch_in"}])") ==
          link::action(link::batch{.steps = {link::pinch{9, 9, link::pinch_kind::pinch_in}}}));
    CHECK(action_of(R"(batch [{"action": "tap-select", "selector": "Save"}])") ==
          link::action(
              link::batch{.steps = {link::touch_element{
                              .selector = "Save", .to_selector = {}, .what = link::tap{}}}}));
}

TEST_CASE("a batch is refused by the rules of REST, and the step is named", "[daemon]")
{
    CHECK(error_of("batch").contains("batch STEPS"));
    CHECK(error_of("batch [").contains("'batch' is written as"));
    CHECK(error_of("batch {}").contains("steps"));
    CHECK(error_of("batch []").contains("steps"));
    CHECK(error_of(R"(batch [{"action": "dance"}])").contains("steps[0]"));
    CHECK(
        error_of(R"(batch [{"action": "home"}, {"action": "tap", "x": 1}])").contains("steps[1]"));
    CHECK(error_of(R"(batch [{"action": "tap", "x": 1, "y": "2"}])").contains("steps[0]: y"));
    CHECK(error_of(R"(batch [{"action": "tap", "x": 1, "y": -2}])").contains("steps[0]: y"));
    CHECK(error_of(R"(batch [{"action": "batch", "steps": []}])").contains("steps[0]"));
    CHECK(
        error_of(R"(batch [{"action": "open-url", "url": "nowhere"}])").contains("steps[0]: url"));
    std::string many = R"(batch [{"action": "home"})";
    for (int more = 0; more < 32; ++more)
        many += R"(, {"action": "home"})";
    CHECK(error_of(many + "]").contains("steps"));
    CHECK(error_of("batch " + std::string(100'000, '[')).size() < 1000);
}

} // namespace thimble::daemon
