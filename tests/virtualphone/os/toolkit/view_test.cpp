#include "tests/catch2.hpp"
#include "virtualphone/os/toolkit/view.hpp"

using thimble::virtualphone::elements_of;
using thimble::virtualphone::hit;
using thimble::virtualphone::place;
using thimble::virtualphone::view;

namespace {

view button(std::string name, double x)
{
    view out{.frame = {.x = x, .y = 0, .width = 100, .height = 50}, .type = "Button"};
    out.label = std::move(name);
    out.on_tap = [](place) {};
    return out;
}

view page()
{
    return {.frame = {.x = 0, .y = 0, .width = 400, .height = 800}, .type = "Application"};
}

} // namespace

TEST_CASE("the front-most view under a finger is the one that is hit", "[virtualphone]")
{
    auto root = page();
    root.children.push_back(button("below", 0));
    root.children.push_back(button("above", 50));
    REQUIRE_FALSE(hit(root, {.x = 60, .y = 10}).empty());
    CHECK(hit(root, {.x = 60, .y = 10}).back()->label == "above");
    CHECK(hit(root, {.x = 20, .y = 10}).back()->label == "below");
    CHECK(hit(root, {.x = 20, .y = 300}).empty());
}

TEST_CASE("frames end where the next one begins", "[virtualphone]")
{
    auto root = page();
    root.children.push_back(button("left", 0));
    root.children.push_back(button("right", 100));
    CHECK(hit(root, {.x = 99.99, .y = 0}).back()->label == "left");
    CHECK(hit(root, {.x = 100, .y = 49.99}).back()->label == "right");
    CHECK(hit(root, {.x = 100, .y = 50}).empty());
}

TEST_CASE("an opaque view hides what lies behind it from fingers", "[virtualphone]")
{
    auto root = page();
    root.children.push_back(button("behind", 0));
    view cover{.frame = root.frame};
    cover.opaque = true;
    root.children.push_back(std::move(cover));
    CHECK_FALSE(hit(root, {.x = 20, .y = 10}).back()->on_tap);
}

TEST_CASE("words on a button do not keep a finger from it", "[virtualphone]")
{
    auto root = page();
    auto one = button("one", 0);
    one.children.push_back(view{.frame = one.frame, .type = "StaticText", .label = "one"});
    root.children.push_back(std::move(one));
    CHECK(hit(root, {.x = 5, .y = 5}).back()->type == "Button");
}

TEST_CASE("what a view clips away is neither hit nor visible", "[virtualphone]")
{
    auto root = page();
    view list{.frame = {.x = 0, .y = 0, .width = 60, .height = 800}, .type = "Table"};
    list.clips = true;
    list.children.push_back(button("half", 0));
    list.children.push_back(button("gone", 70));
    root.children.push_back(std::move(list));

    CHECK(hit(root, {.x = 80, .y = 10}).empty());
    CHECK(hit(root, {.x = 30, .y = 10}).back()->label == "half");
    const auto tree = elements_of(root);
    const auto& seen = tree.front().children.front().children;
    REQUIRE(seen.size() == 2);
    CHECK(seen[0].visible);
    CHECK_FALSE(seen[1].visible);
}

TEST_CASE("views without a type leave their children in their place", "[virtualphone]")
{
    auto root = page();
    view group{.frame = root.frame};
    group.children.push_back(button("inner", 0));
    root.children.push_back(std::move(group));
    const auto found = elements_of(root);
    REQUIRE(found.size() == 1);
    REQUIRE(found.front().children.size() == 1);
    CHECK(found.front().children.front().label == "inner");
}
