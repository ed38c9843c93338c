// Touches at what only a model sees, neither an element nor a text; and models that are wrong.
#include "tests/catch2.hpp"
#include "tests/e2e/campaign.hpp"
#include "tests/e2e/eventually.hpp"
#include "tests/e2e/sessions/scripted_provider.hpp"
#include "tests/e2e/thimble_system.hpp"

#include <cmath>

namespace thimble::e2e {

using nlohmann::json;

namespace {

/// A map in front; the model that is asked says what a test tells it to.
class seen_map {
public:
    explicit seen_map(wire spoken = wire::anthropic) : model_(spoken)
    {
        home_->more = model_.variables();
        system_.emplace(phones_, home_);
        REQUIRE(system_->until_ready(phone(), 2 * ready_limit));
        REQUIRE(eventually(2 * ready_limit, [&] { return record().at("os_version") != ""; }));
        phone().make("open", {{"bundle_id", "com.apple.Maps"}});
    }

    virtual_phone phone() const { return phones_.at(0); }
    json record() const { return system_->record_of(phone()); }

    /// To any question, however often.
    void model_answers(const json& turn)
    {
        model_.play({{"conversations",
                      json::array({{{"repeat_last", true}, {"turns", json::array({turn})}}})}});
    }

    void model_says(const std::string& text) { model_answers({{"text", text}}); }

    http_answer attempt(const std::string& action, const json& body) const
    {
        return system_->api().post(system_->path(phone(), "/" + action), body.dump());
    }

    /// A touch at this selector. Where a computer is so busy that a look takes longer than it may,
    /// it is asked for again, as a client would.
    http_answer attempt_until_seen(const std::string& action, const std::string& selector) const
    {
        http_answer out;
        const bool seen = eventually(60s, [&] {
            out = attempt(action, {{"selector", selector}});
            return out.status == 200;
        });
        INFO(out.body);
        REQUIRE(seen);
        return out;
    }

    /// The place of the one finger that this puts on the glass, however often it takes.
    json touched_at(const std::string& action, const std::string& selector) const
    {
        const auto start = phone().next_event();
        attempt_until_seen(action, selector);
        const auto touches = phone().fingers_down(start);
        REQUIRE(touches.size() == 1);
        return touches.front();
    }

    /// The model is asked, nothing is found for what it says, and nothing is touched. Where a
    /// computer is so busy that the model's turn does not come, it is tried again. Returns the
    /// number of tries.
    std::size_t check_not_found(const std::string& selector) const
    {
        std::size_t tries = 0;
        const auto start = phone().next_event();
        const bool was_asked = eventually(60s, [&] {
            const auto answer = attempt("tap/select", {{"selector", selector}});
            ++tries;
            INFO(answer.body);
            CHECK(answer.status == 404);
            CHECK(answer.json().at("error") == "ELEMENT_NOT_FOUND");
            CHECK(answer.json().at("context").at("outcome") == "not_sent");
            return !prompts().empty();
        });
        CHECK(was_asked);
        CHECK(phone().fingers_down(start).empty());
        return tries;
    }

    http_answer job(const std::string& id) const { return system_->api().get("/v1/jobs/" + id); }
    std::string metrics() const { return system_->metrics(); }
    std::vector<json> prompts() const { return model_.requests(); }

private:
    scripted_provider model_;
    virtual_phones phones_{{.phones = {"iPhone 15 Pro,ios=18.5"}, .device_time = action_time()}};
    std::shared_ptr<household> home_ = std::make_shared<household>();
    std::optional<thimble_system> system_;
};

/// Answer of a model that sees a lake; its screen has 620 x 1344 pixels.
const json lake{{"found", true}, {"x", 40},         {"y", 1200},        {"width", 100},
                {"height", 80},  {"label", "Lake"}, {"confidence", 0.9}};

/// The same with something of it changed.
std::string lake_with(const json& changes)
{
    auto out = lake;
    out.update(changes);
    return out.dump();
}

/// The middle of the lake in points: the phone has 393 x 852 of them.
bool is_in_the_lake(const json& touch)
{
    return std::abs(touch.at("x").get<double>() - (90.0 * 393 / 620)) < 1 &&
           std::abs(touch.at("y").get<double>() - (1240.0 * 852 / 1344)) < 1;
}

} // namespace

TEST_CASE("what only a model sees is tapped where it sees it", "[e2e][vision][linked]")
{
    seen_map on(GENERATE(wire::anthropic, wire::openai));
    on.model_says(lake.dump());
    const auto start = on.phone().next_event();
    const auto job = on.attempt_until_seen("tap/select", "the lake").json();
    CHECK(job.at("status") == "completed");
    const auto element = job.at("result").at("element");
    CHECK(element.at("source") == "vision");
    CHECK(element.at("label") == "Lake");
    CHECK(element.at("confidence") == 0.9);
    const auto touches = on.phone().fingers_down(start);
    REQUIRE(touches.size() == 1);
    INFO(touches.front().dump());
    CHECK(is_in_the_lake(touches.front()));
    CHECK(on.job(job.at("id")).json().at("result") == job.at("result"));
    REQUIRE_FALSE(on.prompts().empty());
    CHECK(on.prompts().front().dump().contains("620 x 1344"));
    CHECK(on.prompts().front().dump().contains("the lake"));
    CHECK(on.metrics().contains(
        R"(thimble_model_prompts_total{outcome="found",purpose="element"} 1)"));
}

TEST_CASE("a long touch, too, goes where the model sees it", "[e2e][vision]")
{
    seen_map on;
    on.model_says("```json\n" + lake.dump() + "\n```");
    const auto touch = on.touched_at("tap-and-hold/select", "the lake");
    INFO(touch.dump());
    CHECK(is_in_the_lake(touch));
}

TEST_CASE("a place that cannot be right is not touched", "[e2e][vision]")
{
    seen_map on;
    for (const auto& says :
         {lake_with({{"found", false}}), lake_with({{"x", 99'999}}), lake_with({{"x", 560}}),
          lake_with({{"y", -1'200}}), lake_with({{"y", 1e300}}), lake_with({{"x", "forty"}}),
          lake_with({{"width", 0}}),
          lake_with({{"x", 0}, {"y", 0}, {"width", 620}, {"height", 1344}}),
          lake_with({{"confidence", 0.4}}), lake_with({{"confidence", 7}}),
          lake_with({{"confidence", nullptr}})}) {
        INFO(says);
        on.model_says(says);
        const auto tries = on.check_not_found("the lake");
        CHECK(on.prompts().size() <= tries); // one it was too late for may be told of after all
    }
    CHECK_FALSE(on.metrics().contains(R"(outcome="found")"));
}

TEST_CASE("what is no answer touches nothing", "[e2e][vision]")
{
    seen_map on;
    for (const auto& turn :
         {json{{"text", "It is in the lower left corner, at (90, 1240)."}},
          json{{"text", lake.dump() + "\n" + lake.dump()}}, json{{"text", std::string(9'000, '{')}},
          json{{"text", ""}},
          json{{"tool_uses", json::array({{{"name", "tap"}, {"arguments", lake}}})}},
          json{{"raw", "event: message_start\ndata: {\"type\": 7\n\n"}},
          json{{"text", lake.dump()}, {"cut_after", 3}},
          json{{"http", {{"status", 401}, {"type", "authentication_error"}}}}}) {
        INFO(turn.dump());
        on.model_answers(turn);
        on.check_not_found("the lake");
    }
    CHECK(on.metrics().contains(R"(outcome="failed",purpose="element")"));
    CHECK(on.metrics().contains(R"(outcome="not_found",purpose="element")"));
}

TEST_CASE("a model that is slow is not waited for", "[e2e][vision]")
{
    seen_map on;
    on.model_answers({{"text", lake.dump()}, {"delay_ms", 600'000}});
    on.check_not_found("the lake"); // an action that is over its own time says something else
    CHECK(on.metrics().contains(R"(outcome="failed",purpose="element")"));
    on.model_says(lake.dump());
    CHECK(is_in_the_lake(on.touched_at("tap/select", "the lake"))); // nothing is left over
}

TEST_CASE("no model is asked for what can be read", "[e2e][vision]")
{
    seen_map on;
    on.model_says(lake.dump());
    const bool was_read = eventually(60s, [&] {
        const auto asked_before = on.prompts().size();
        const auto answer = on.attempt("tap/select", {{"selector", "Needle St"}});
        INFO(answer.body);
        // Too busy a computer to read in time: then the model is asked, which may be late as well.
        if (answer.status != 200 || answer.json().at("result").at("element").at("source") != "ocr")
            return false;
        CHECK(on.prompts().size() == asked_before);
        return true;
    });
    CHECK(was_read);
}

TEST_CASE("no model is asked for a step of a batch", "[e2e][vision]")
{
    seen_map on;
    on.model_says(lake.dump());
    const auto batch =
        on.attempt("batch", {{"steps", {{{"action", "tap/select"}, {"selector", "the lake"}}}}});
    CHECK(batch.json().at("error") == "ELEMENT_NOT_FOUND");
    CHECK(on.prompts().empty());
}

} // namespace thimble::e2e
