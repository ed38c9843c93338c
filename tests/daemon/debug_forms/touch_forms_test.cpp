// Touches as a person types them.
#include "tests/daemon/debug_forms/typed_action.hpp"

namespace thimble::daemon {

namespace {

using std::chrono::milliseconds;

link::action touch_at(std::string selector, link::touch what)
{
    return link::touch_element{
        .selector = std::move(selector), .to_selector = {}, .what = std::move(what)};
}

} // namespace

TEST_CASE("touches are read with what they are told", "[daemon]")
{
    CHECK(action_of("double-tap 1 2") == link::action(link::double_tap{1, 2}));
    CHECK(action_of("triple-tap 1 2") == link::action(link::triple_tap{1, 2}));
    CHECK(action_of("tap-and-hold 1 2") == link::action(link::tap_and_hold{1, 2}));
    CHECK(action_of("tap-and-hold 1 2 700") ==
          link::action(link::tap_and_hold{1, 2, milliseconds(700)}));
    CHECK(action_of("pan 1 2 left 300") ==
          link::action(link::pan{1, 2, link::direction::left, milliseconds(300)}));
    CHECK(action_of("drag 1 2 3 4") == link::action(link::drag{1, 2, 3, 4}));
    CHECK(action_of("drag 1 2 3 4 slow") ==
          link::action(link::drag{1, 2, 3, 4, link::speed::slow}));
    CHECK(action_of("hold-and-drag 1 2 3 4 800 fast") ==
          link::action(link::hold_and_drag{1, 2, 3, 4, milliseconds(800), link::speed::fast}));
    CHECK(action_of("pinch 1 2 rotate_cw") ==
          link::action(link::pinch{1, 2, link::pinch_kind::rotate_cw}));
}

TEST_CASE("touches at elements take the rest of the line as the selector", "[daemon]")
{
    CHECK(action_of("tap-select the Save button") == touch_at("the Save button", link::tap{}));
    CHECK(action_of("tap-and-hold-select 700 Photo 3") ==
          touch_at("Photo 3", link::tap_and_hold{.duration = milliseconds(700)}));
    CHECK(action_of("flick-select up the first list") ==
          touch_at("the first list", link::flick{.towards = link::direction::up}));
    CHECK(action_of("pinch-select pinch_in Map") ==
          touch_at("Map", link::pinch{.kind = link::pinch_kind::pinch_in}));
    CHECK(action_of("drag-select Item 1 -> Item 3") ==
          link::action(link::touch_element{
              .selector = "Item 1", .to_selector = "Item 3", .what = link::drag{}}));
    CHECK(action_of("elements") == link::action(link::elements{}));
    CHECK(action_of("elements 5") == link::action(link::elements{.limit = 5}));
    CHECK(action_of("find the Save button") ==
          link::action(link::find_element{.selector = "the Save button"}));
}

TEST_CASE("the first wrong word of a touch is named", "[daemon]")
{
    CHECK(error_of("tap-and-hold 1 2 0").contains("DURATION_MS is '0'"));
    CHECK(error_of("tap-and-hold 1 2 30001").contains("30000"));
    CHECK(error_of("pinch 1 2 zoom").contains("KIND is 'zoom'"));
    CHECK(error_of("pinch 1 2 pinch_in 10001").contains("10000"));
    CHECK(error_of("pan 1 2 sideways").contains("DIRECTION is 'sideways'"));
    CHECK(error_of("drag 1 2 3 -4").contains("TO_Y is '-4'"));
    CHECK(error_of("drag 1 2 3 4 quick").contains("SPEED is 'quick'"));
    CHECK(error_of("hold-and-drag 1 2 3 4 quick quick").contains("HOLD_MS is 'quick'"));
    CHECK(error_of("drag-select Item 1 to Item 3").contains(" -> "));
    CHECK(error_of("tap-select " + std::string(501, 'a')).contains("longer than 500"));
    CHECK(error_of("elements 0").contains("LIMIT"));
    CHECK(error_of("find").contains("find SELECTOR"));
}

TEST_CASE("a ref, which only the service knows, is no word of a touch", "[daemon]")
{
    CHECK(error_of("tap kqfw12").contains("tap X Y"));
    const auto help = debug_action_help();
    CHECK(help.contains("tap X Y"));
    CHECK_FALSE(help.contains("REF"));
}

} // namespace thimble::daemon
