// ?observe=settled: what the screen shows after an action.
#include "tests/catch2.hpp"
#include "tests/service/service_with_phone.hpp"

namespace thimble::service::test {

using nlohmann::json;

namespace {

constexpr const char* target = "/v1/home?observe=settled";

/// Success, with a picture of the settled screen where it is asked for.
link::result settled(const link::command& what)
{
    if (!what.observed)
        return success(what);
    auto out = picture(what, "\x89PNG 1");
    auto& seen = out.receipt.emplace();
    seen.seen = link::effect::changed;
    seen.frame.emplace();
    seen.frame->id = what.job_id;
    seen.frame->space = out.frame->space;
    seen.frame->captured_at = out.frame->captured_at;
    seen.frame->settled = true;
    seen.frame->changed = true;
    seen.frame->region = screen::area{.x = 40, .y = 200, .width = 540, .height = 96};
    return out;
}

struct with_observer : with_phone {
    with_observer()
    {
        running.direct([](auto& desktop) { desktop.script = settled; });
    }
};

} // namespace

TEST_CASE("an observed action tells what it has changed, and keeps the picture", "[service]")
{
    with_observer on;
    const auto job = on.client.post(target).json();
    CHECK(on.last_command().observed);
    CHECK(job.at("receipt").at("effect") == "changed");
    const auto path = "/v1/jobs/" + job.at("id").get<std::string>() + "/download";
    CHECK(job.at("receipt").at("frame") ==
          json{{"frame_id", job.at("id")},
               {"url", path},
               {"changed", true},
               {"region", {{"x", 40}, {"y", 200}, {"width", 540}, {"height", 96}}},
               {"width", 620},
               {"height", 1344},
               {"orientation", "portrait"},
               {"captured_at", "2026-11-21T00:00:00.042Z"},
               {"settled", true}});
    const auto picture = on.client.get(path);
    CHECK(picture.body == "\x89PNG 1");
    CHECK(picture.field("x-frame-id") == job.at("id").get<std::string>());
}

TEST_CASE("what was not seen to have changed has no region", "[service]")
{
    with_observer on;
    const auto changed = GENERATE(std::optional<bool>(), std::optional(false));
    on.running.direct([&](auto& desktop) {
        desktop.script = [=](const link::command& what) {
            auto out = settled(what);
            out.receipt->frame->changed = changed;
            out.receipt->frame->region.reset();
            return out;
        };
    });
    const auto frame = on.client.post(target).json().at("receipt").at("frame");
    CHECK(frame.at("changed") == (changed ? json(*changed) : json()));
    CHECK(frame.at("region") == json());
}

TEST_CASE("an action that is not observed has no picture", "[service]")
{
    with_observer on;
    const auto job = on.client.post("/v1/home").json();
    CHECK_FALSE(on.last_command().observed);
    const auto path = "/v1/jobs/" + job.at("id").get<std::string>() + "/download";
    CHECK(on.client.get(path).error() == "DATA_NOT_FOUND");
}

TEST_CASE("the next action can be made for the frame that was observed", "[service]")
{
    with_observer on;
    const auto frame = on.client.post(target).json().at("id");
    const json tap{{"x", 1}, {"y", 2}, {"frame_id", frame}};
    CHECK(on.client.post("/v1/tap", tap.dump()).status == 200);

    auto turned = phone("udid-1");
    turned.turned = screen::orientation::landscape_left;
    turned.screenshot_size = {{.width = 1344, .height = 620}};
    on.running.attach(turned);
    CHECK(on.client.post("/v1/tap", tap.dump()).error() == "STALE_FRAME");
}

TEST_CASE("a phone without pictures cannot be observed", "[service]")
{
    with_observer on;
    auto blind = phone("udid-1");
    std::erase(blind.capabilities, "screenshot");
    on.running.attach(blind);
    const auto refused = on.client.post(target);
    CHECK(refused.error() == "UNSUPPORTED_ACTION");
    CHECK(refused.json().at("context") == json{{"capability", "observe.settled"}});
    CHECK(on.client.post("/v1/home").status == 200);
    CHECK(on.client.post("/v1/home?observe=other").error() == "INVALID_ARGUMENT");
}

} // namespace thimble::service::test
