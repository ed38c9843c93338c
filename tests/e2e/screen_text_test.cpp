// Touches at text that is drawn and no element: the streets of a map.
#include "tests/e2e/driven_phone.hpp"

#include <algorithm>

namespace thimble::e2e {

using nlohmann::json;

namespace {

/// Drawn in portrait on an iPhone 15 Pro: Needle St across the middle, two each of the others.
struct map_with_streets : driven_phone {
    map_with_streets() { open(app::maps); }

    /// Where a computer is so busy that the picture is not read in time, nothing on it matches; it
    /// is asked for again then, as a client would.
    http_answer attempt_until_read(const std::string& action, const json& body) const
    {
        http_answer out;
        eventually(60s, [&] {
            out = attempt(action, body);
            return out.status == 200 || out.json().at("context").value("reason", "") != "no_match";
        });
        return out;
    }

    json tap(const std::string& selector) const
    {
        const auto answer = attempt_until_read("tap/select", {{"selector", selector}});
        INFO(answer.body);
        REQUIRE(answer.status == 200);
        return answer.json().at("result").at("element");
    }

    /// "ELEMENT_NOT_FOUND reason", with no finger on the glass.
    std::string refused_at(const std::string& selector) const
    {
        const auto start = now();
        return why_refused(start, attempt("tap/select", {{"selector", selector}}));
    }

    /// The same of a text that several have, once they have been read.
    std::string refused_among_several(const std::string& selector) const
    {
        const auto start = now();
        return why_refused(start, attempt_until_read("tap/select", {{"selector", selector}}));
    }

private:
    std::string why_refused(std::size_t start, const http_answer& answer) const
    {
        INFO(answer.body);
        CHECK(answer.status == 404);
        CHECK(fingers_since(start) == 0);
        const auto context = answer.json().at("context");
        CHECK(context.at("outcome") == "not_sent");
        CHECK(context.at("candidates").size() <= 5);
        return answer.json().at("error").get<std::string>() + " " + context.value("reason", "");
    }
};

bool has(const json& names, const std::string& one)
{
    return std::ranges::any_of(names, [&](const json& each) { return each == one; });
}

} // namespace

TEST_CASE_METHOD(map_with_streets, "text that is no element is read and tapped", "[e2e]")
{
    REQUIRE(has(daemon().record_of(phone()).at("capabilities"), "selector.ocr"));
    for (const auto& one : elements().at("elements"))
        REQUIRE(one.at("label") != "Needle St");
    const auto start = now();
    const auto found = tap("Needle St");
    CHECK(found.at("source") == "ocr");
    CHECK(found.at("type") == "Text");
    CHECK(found.at("label") == "Needle St");
    const auto touches = phone().fingers_down(start);
    REQUIRE(touches.size() == 1);
    INFO(touches.front().dump());
    const double y = touches.front().at("y").get<double>(); // points; it is drawn at 426
    CHECK(y > 416);
    CHECK(y < 436);
}

TEST_CASE_METHOD(map_with_streets, "text that is not there is not found", "[e2e]")
{
    CHECK(refused_at("Teleport St") == "ELEMENT_NOT_FOUND no_match");
    CHECK(refused_at("Needle Street") == "ELEMENT_NOT_FOUND no_match");
    CHECK(refused_at("Needle St switch") == "ELEMENT_NOT_FOUND no_match");
}

TEST_CASE_METHOD(map_with_streets, "of equal texts the one that is named is tapped", "[e2e]")
{
    CHECK(refused_among_several("Cotton St") == "ELEMENT_NOT_FOUND ambiguous");
    const auto upper = tap("first Cotton St from the top");
    const auto lower = tap("second Cotton St from the top");
    CHECK(upper.at("y").get<int>() < lower.at("y").get<int>());
    CHECK(lower.at("source") == "ocr");
    CHECK(refused_at("third Cotton St from the top") == "ELEMENT_NOT_FOUND no_match");
}

TEST_CASE_METHOD(map_with_streets, "a step of a batch finds text", "[e2e]")
{
    const auto start = now();
    const auto answer = attempt_until_read(
        "batch", {{"steps", {{{"action", "tap/select"}, {"selector", "Needle St"}}}}});
    INFO(answer.body);
    CHECK(answer.status == 200);
    CHECK(fingers_since(start) == 1);
}

TEST_CASE_METHOD(map_with_streets, "text behind an alert is not looked for", "[e2e]")
{
    phone().make("alert", {{"title", "Update"}, {"text", "There is one."}, {"buttons", {"Later"}}});
    const auto start = now();
    const auto answer = attempt("tap/select", {{"selector", "Needle St"}});
    INFO(answer.body);
    CHECK(answer.status == 502);
    CHECK(answer.json().at("error") == "ACTION_FAILED");
    CHECK(answer.json().at("context").at("cause") == "alert_in_front");
    CHECK(answer.json().at("context").at("outcome") == "not_sent");
    CHECK(fingers_since(start) == 0);
}

} // namespace thimble::e2e
