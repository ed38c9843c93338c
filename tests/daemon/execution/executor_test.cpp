// Commands in, results out: lanes, and what the phone makes of them.
#include "tests/daemon/execution/executor_fixture.hpp"

namespace thimble::daemon {

namespace {

const link::tap somewhere{.x = 310, .y = 672};

TEST_CASE_METHOD(executor_fixture, "a tap lands at the centre of its pixel", "[daemon]")
{
    auto tap = command("a", link::tap{.x = 0, .y = 1343});
    tap.space = link::coordinate_space{.size = {.width = 620, .height = 1344}, .turned = {}};
    const auto result = execute(tap);
    CHECK(result.outcome == link::outcome::done);
    CHECK_FALSE(result.failure);
    CHECK(result.udid == phone->told.udid);
    REQUIRE(phone->played.size() == 1);
    const auto where = phone->played[0].contacts.at(0).samples.at(0).where;
    CHECK(where.x == tests::Approx(0.5 * 393 / 620));
    CHECK(where.y == tests::Approx(1343.5 * 852 / 1344));
}

TEST_CASE_METHOD(executor_fixture, "touches take turns in the order in which they came", "[daemon]")
{
    phone->touches_hang = true;
    const auto first = begin(command("a", somewhere));
    const auto second = begin(command("b", link::tap{.x = 1, .y = 1}));
    CHECK(first->started);
    CHECK_FALSE(second->started);
    CHECK(phone->played.size() == 1);
    CHECK(executor.waiting(phone->told.udid) == 1);
    phone->let_go();
    end(first);
    CHECK(end(second).outcome == link::outcome::done);
    CHECK(second->started);
    CHECK(phone->played.size() == 2);
}

TEST_CASE_METHOD(executor_fixture, "a screenshot never waits for a touch", "[daemon]")
{
    phone->touches_hang = true;
    const auto touch = begin(command("a", somewhere));
    const auto picture = execute(command("b", link::screenshot{}));
    CHECK_FALSE(touch->result);
    REQUIRE(picture.frame);
    CHECK(picture.frame->picture.size == screen::pixel_size{.width = 620, .height = 1344});
    CHECK(picture.frame->space.size == screen::pixel_size{.width = 620, .height = 1344});
    CHECK(picture.frame->scale == tests::Approx(3));
    phone->let_go();
    end(touch);
}

TEST_CASE_METHOD(executor_fixture, "screenshots share a capture, fresh ones another", "[daemon]")
{
    phone->captures_hang_from = 1;
    std::vector<std::shared_ptr<pending>> all;
    for (const bool fresh : {false, false, true, true}) {
        const auto job_id = std::to_string(all.size());
        all.push_back(begin(command(job_id, link::screenshot{.max_edge = 64, .fresh = fresh})));
    }
    CHECK(phone->captures == 1);
    phone->let_go();
    for (const auto& one : all)
        CHECK(end(one).frame);
    CHECK(phone->captures == 2);
}

TEST_CASE_METHOD(executor_fixture,
                 "a screenshot after a touch is not shared with one from before it",
                 "[daemon]")
{
    phone->captures_hang_from = 1;
    const auto before = begin(command("a", link::screenshot{.max_edge = 64}));
    CHECK(execute(command("b", somewhere)).outcome == link::outcome::done);
    const auto after = begin(command("c", link::screenshot{.max_edge = 64}));
    phone->let_go();
    CHECK(end(before).frame);
    CHECK(end(after).frame);
    CHECK(phone->captures == 2);
}

TEST_CASE_METHOD(executor_fixture,
                 "a screenshot comes in the format that was asked for",
                 "[daemon]")
{
    const auto format = GENERATE(screen::picture_format::jpeg, screen::picture_format::webp);
    const auto result =
        execute(command("a", link::screenshot{.format = format, .quality = 50, .max_edge = 672}));
    REQUIRE(result.frame);
    CHECK(result.frame->picture.format == format);
    CHECK(result.frame->picture.size == screen::pixel_size{.width = 310, .height = 672});
    CHECK(result.frame->space.size == screen::pixel_size{.width = 620, .height = 1344});
}

TEST_CASE_METHOD(executor_fixture, "a part of the screen is as large as on the panel", "[daemon]")
{
    const auto shown = link::coordinate_space{.size = {.width = 620, .height = 1344}, .turned = {}};
    const screen::area part{.x = 310, .y = 672, .width = 10, .height = 20};
    auto cut = command("a", link::screenshot{.part = part});
    cut.space = shown;
    const auto result = execute(cut);
    REQUIRE(result.frame);
    CHECK(result.frame->picture.size == screen::pixel_size{.width = 20, .height = 39});
    CHECK(result.frame->space == shown);

    cut = command("b", link::screenshot{.max_edge = 64, .part = screen::area{0, 0, 620, 1344}});
    cut.space = shown;
    CHECK(execute(cut).frame->picture.size == screen::pixel_size{.width = 30, .height = 64});

    cut.job_id = "c";
    cut.space->turned = screen::orientation::upside_down;
    CHECK(execute(cut).failure->code == "STALE_FRAME");
}

TEST_CASE_METHOD(executor_fixture, "an observed action says what became of the screen", "[daemon]")
{
    auto watched = command("a", somewhere);
    watched.observed = true;
    phone->told.panel = screen::pixel_size{.width = 310, .height = 672}; // quickly captured
    phone->shade_after_touch = 255;
    const auto result = execute(watched);
    REQUIRE(result.receipt);
    CHECK(result.receipt->seen == link::effect::changed);
    REQUIRE(result.receipt->frame);
    CHECK(result.receipt->frame->id == "a");
    REQUIRE(result.frame);
    CHECK(result.frame->picture.size == screen::pixel_size{.width = 620, .height = 1344});
    CHECK(phone->played.size() == 1);
}

TEST_CASE_METHOD(executor_fixture, "a screen that has turned since refuses coordinates", "[daemon]")
{
    auto tap = command("a", somewhere);
    tap.space = link::coordinate_space{.size = {.width = 1344, .height = 620},
                                       .turned = screen::orientation::landscape_left};
    const auto result = execute(tap);
    REQUIRE(result.failure);
    CHECK(result.failure->code == "STALE_FRAME");
    CHECK(result.outcome == link::outcome::not_sent);
    CHECK(phone->played.empty());
}

TEST_CASE_METHOD(executor_fixture, "coordinates outside the screen are refused", "[daemon]")
{
    const auto result = execute(command("a", link::tap{.x = 620, .y = 0}));
    REQUIRE(result.failure);
    CHECK(result.failure->code == "INVALID_ARGUMENT");
    CHECK(result.failure->context.at("field") == "x");
    CHECK(result.failure->context.at("maximum") == 619);
    CHECK(phone->played.empty());
}

TEST_CASE_METHOD(executor_fixture, "what no driver offers is unsupported", "[daemon]")
{
    phone->offered.clear();
    const auto result = execute(command("a", link::home{}));
    REQUIRE(result.failure);
    CHECK(result.failure->code == "UNSUPPORTED_ACTION");
    CHECK(result.failure->context.at("capability") == "home");
}

TEST_CASE_METHOD(executor_fixture, "a blocked phone says what blocks it", "[daemon]")
{
    phone->offered.clear();
    phone->blocking.push_back({.code = device::blocker_code::driver_not_running,
                               .message = "WebDriverAgent is not running on the phone.",
                               .remedy = "Start it with `thimbled runner start`.",
                               .since = {}});
    const auto result = execute(command("a", somewhere));
    REQUIRE(result.failure);
    CHECK(result.failure->code == "PHONE_NOT_READY");
    CHECK(result.failure->message == "WebDriverAgent is not running on the phone. Start it with "
                                     "thimbled runner start.");
    CHECK(result.failure->context.at("blockers").at(0).at("code") == "DRIVER_NOT_RUNNING");
}

TEST_CASE_METHOD(executor_fixture, "failures of the phone become codes and outcomes", "[daemon]")
{
    struct row {
        device::problem what;
        device::reached reached;
        const char* code;
        link::outcome outcome;
    };
    const auto expected = GENERATE(
        row{device::problem::detached, device::reached::perhaps, "PHONE_NOT_CONNECTED",
            link::outcome::unknown},
        row{device::problem::not_ready, device::reached::nothing, "PHONE_NOT_READY",
            link::outcome::not_sent},
        row{device::problem::stale_frame, device::reached::nothing, "STALE_FRAME",
            link::outcome::not_sent},
        row{device::problem::refused, device::reached::perhaps, "ACTION_FAILED",
            link::outcome::unknown},
        row{device::problem::timed_out, device::reached::perhaps, "TIMEOUT",
            link::outcome::unknown},
        row{device::problem::refused, device::reached::all, "ACTION_FAILED", link::outcome::done});
    phone->failing = device::failure{.what = expected.what,
                                     .phone = expected.reached,
                                     .message = "It said no.",
                                     .cause = "alert_in_front"};
    const auto result = execute(command("a", somewhere));
    REQUIRE(result.failure);
    CHECK(result.failure->code == expected.code);
    if (expected.what == device::problem::detached) // the cause is what took the phone away
        CHECK(result.failure->context.contains("cause"));
    else
        CHECK(result.failure->context.at("cause") == "alert_in_front");
    CHECK(result.outcome == expected.outcome);
}

TEST_CASE_METHOD(executor_fixture,
                 "a picture that cannot be taken is a failed screenshot",
                 "[daemon]")
{
    phone->failing = device::failure{.what = device::problem::timed_out,
                                     .phone = device::reached::nothing,
                                     .message = "It said nothing.",
                                     .cause = ""};
    const auto result = execute(command("a", link::screenshot{}));
    REQUIRE(result.failure);
    CHECK(result.failure->code == "SCREENSHOT_FAILED");
    CHECK(result.outcome == link::outcome::not_sent);
}

TEST_CASE_METHOD(executor_fixture,
                 "a command for a phone that is not there is not sent",
                 "[daemon]")
{
    auto tap = command("a", somewhere);
    tap.udid = "another";
    const auto result = execute(tap);
    REQUIRE(result.failure);
    CHECK(result.failure->code == "PHONE_NOT_CONNECTED");
    CHECK(result.outcome == link::outcome::not_sent);
}

TEST_CASE_METHOD(executor_fixture, "a command never acts on another phone", "[daemon]")
{
    auto tap = command("a", somewhere);
    tap.udid = "misrouted";
    const auto result = execute(tap);
    REQUIRE(result.failure);
    CHECK(result.failure->code == "INTERNAL_ERROR");
    CHECK(result.outcome == link::outcome::not_sent);
    CHECK(phone->played.empty());
}

TEST_CASE_METHOD(executor_fixture, "a queue that is full takes no more", "[daemon]")
{
    phone->touches_hang = true;
    std::vector<std::shared_ptr<pending>> all;
    for (const auto* job_id : {"a", "b", "c", "d", "e"})
        all.push_back(begin(command(job_id, somewhere)));
    const auto result = execute(command("f", somewhere));
    REQUIRE(result.failure);
    CHECK(result.failure->code == "QUEUE_FULL");
    phone->let_go();
    for (const auto& one : all)
        CHECK(end(one).outcome == link::outcome::done);
}

} // namespace

} // namespace thimble::daemon
