// A touch at an element that only a model sees: what is sent, in which order, and what is not.
#include "service/vision/vision_fallback.hpp"
#include "tests/catch2.hpp"
#include "tests/e2e/eventually.hpp"
#include "tests/models/scripted_provider.hpp"

#include <boost/asio/steady_timer.hpp>
#include <spdlog/sinks/null_sink.h>

namespace thimble::service::vision {

namespace {

using namespace std::chrono_literals;
using nlohmann::json;

constexpr auto first_id = "first";
constexpr link::coordinate_space upright{.size = {.width = 620, .height = 1344}, .turned = {}};

/// A desktop on which nothing can be found; it writes down what it is asked for.
class blind_desktop final : public desktop {
public:
    boost::asio::awaitable<link::result> execute(link::command what,
                                                 std::function<void()> started) override
    {
        started();
        log.push_back(name_of(what));
        sent.push_back(what);
        if (std::holds_alternative<link::touch_element>(what.what))
            co_return refused(what);
        co_return std::holds_alternative<link::screenshot>(what.what) ? picture(what)
                                                                      : touched(what);
    }

    void settle(const std::string& job_id) override
    {
        log.push_back("settle " + named(job_id));
        if (const auto then = std::exchange(after_settling, nullptr))
            then();
    }
    void let_go(const std::string& job_id) override { log.push_back("let go " + named(job_id)); }
    void forget(const std::string& job_id) override { log.push_back("forget " + named(job_id)); }
    void withdraw(const std::string& /*job_id*/) override {}
    void cancel(const std::string& job_id) override { log.push_back("cancel " + named(job_id)); }

    std::vector<std::string> log;
    std::vector<link::command> sent;
    std::string code = "ELEMENT_NOT_FOUND";
    json context{{"reason", "no_match"}, {"candidates", json::array()}};
    link::outcome outcome = link::outcome::not_sent;
    bool has_picture = true;
    std::optional<link::failure> touch_fails;
    std::function<void()> after_settling; // once

private:
    static std::string name_of(const link::command& what)
    {
        return std::holds_alternative<link::touch_element>(what.what)
                   ? "find"
                   : std::string(link::name_of(what.what));
    }

    /// Command that was sent under the id.
    std::string named(const std::string& job_id) const
    {
        for (const auto& each : sent)
            if (each.job_id == job_id)
                return name_of(each);
        return "nothing";
    }

    static link::result answer(const link::command& what)
    {
        link::result out;
        out.job_id = what.job_id;
        out.udid = what.udid;
        return out;
    }

    link::result refused(const link::command& what) const
    {
        auto out = answer(what);
        out.outcome = outcome;
        out.failure = link::failure{.code = code, .message = "No.", .context = context};
        return out;
    }

    link::result picture(const link::command& what) const
    {
        auto out = answer(what);
        if (has_picture)
            out.frame =
                link::frame{.picture = {.format = screen::picture_format::jpeg,
                                        .size = upright.size,
                                        .data = std::make_shared<screen::bytes>(100, std::byte{7})},
                            .space = upright,
                            .captured_at = {}};
        return out;
    }

    link::result touched(const link::command& what) const
    {
        auto out = answer(what);
        out.failure = touch_fails;
        return out;
    }
};

/// A model that sees the sun at (100, 200).
std::string sees_it()
{
    const json box{{"found", true}, {"x", 100},       {"y", 200},          {"width", 60},
                   {"height", 40},  {"label", "Sun"}, {"confidence", 0.93}};
    return json{{"turns", json::array({{{"text", box.dump()}}})}}.dump();
}

struct with_model {
    explicit with_model(const std::string& script, std::uint32_t looks = 30)
        : provider(script), looks_per_minute(looks)
    {
    }

    link::result perform(const link::touch& how = link::tap{}, const std::string& to = {})
    {
        const link::command what{
            .job_id = first_id,
            .udid = "udid-1",
            .what = link::touch_element{.selector = "the sun", .to_selector = to, .what = how},
            .space = {},
            .expires_at = std::chrono::steady_clock::now() + 30s};
        seeing = with_vision_fallback(below, what.what, &finder, account, [this] { return last; });
        link::result out;
        context.restart();
        tests::run(context, keep(what, out));
        return out;
    }

    boost::asio::awaitable<void> keep(link::command what, link::result& out)
    {
        out = co_await seeing->execute(std::move(what), [this] { ++started; });
    }

    std::size_t prompts() const { return provider.requests().size(); }

    boost::asio::io_context context{1};
    models::test::scripted_provider provider;
    models::provider configured() const
    {
        auto out = provider.as(models::provider_kind::anthropic);
        out.looks_per_minute = looks_per_minute;
        out.prices = models::parse_prices("*=100/500").value();
        return out;
    }

    std::uint32_t looks_per_minute;
    models::client model{context.get_executor(), configured(), {}, models::test::never};
    std::map<std::string, std::int64_t> bills; // by account, in micro-dollars
    std::string account = "ada";
    metrics meter;
    element_finder finder{
        context.get_executor(), model, meter,
        [this](const std::string& whose, std::int64_t cost) { bills[whose] += cost; },
        std::make_shared<spdlog::logger>("quiet", std::make_shared<spdlog::sinks::null_sink_mt>())};
    std::shared_ptr<blind_desktop> below = std::make_shared<blind_desktop>();
    std::shared_ptr<desktop> seeing;
    int started = 0;
    bool last = true; // no other input has come since
};

} // namespace

TEST_CASE("what only a model sees is touched there, as part of the same job", "[vision]")
{
    with_model on(sees_it());
    const auto done = on.perform(link::tap_and_hold{.duration = 700ms});
    CHECK_FALSE(done.failure);
    CHECK(done.job_id == first_id);
    CHECK(done.value.at("element") == json{{"label", "Sun"},
                                           {"type", "Other"},
                                           {"x", 100},
                                           {"y", 200},
                                           {"width", 60},
                                           {"height", 40},
                                           {"source", "vision"},
                                           {"confidence", 0.93}});
    CHECK(on.below->log == std::vector<std::string>{"find", "screenshot", "settle screenshot",
                                                    "forget find", "tap-and-hold"});
    const auto& touch = on.below->sent.back();
    CHECK(touch.job_id != first_id);
    CHECK(touch.udid == "udid-1");
    CHECK(touch.space == upright);
    CHECK(touch.what == link::action(link::tap_and_hold{.x = 130, .y = 220, .duration = 700ms}));
    CHECK(on.started == 1);
    on.seeing->settle(first_id);
    CHECK(on.below->log.back() == "settle tap-and-hold");
    CHECK(on.meter.text({}).contains(
        R"(thimble_model_prompts_total{outcome="found",purpose="element"} 1)"));
}

TEST_CASE("what a model does not see stays not found, and is not forgotten", "[vision]")
{
    for (const auto* script :
         {R"({"turns": [{"text": "{\"found\": false}"}]})", R"({"turns": [{"text": "There."}]})",
          R"({"turns": [{"http": {"status": 500}}]})"}) {
        with_model on(script);
        const auto done = on.perform();
        REQUIRE(done.failure);
        CHECK(done.failure->code == "ELEMENT_NOT_FOUND");
        CHECK(done.outcome == link::outcome::not_sent);
        CHECK(on.below->log == std::vector<std::string>{"find", "screenshot", "settle screenshot"});
        on.seeing->settle(first_id);
        CHECK(on.below->log.back() == "settle find");
    }
}

TEST_CASE("a model is asked only where nothing fits one element", "[vision]")
{
    with_model on(sees_it());
    on.below->context["reason"] = "ambiguous";
    CHECK(on.perform().failure);
    on.below->context = {{"reason", "no_match"}, {"alert", json::object()}};
    CHECK(on.perform().failure);
    on.below->context = {{"reason", "no_match"}};
    CHECK(on.perform(link::drag{}, "the moon").failure);
    on.below->outcome = link::outcome::unknown;
    CHECK(on.perform().failure);
    on.below->outcome = link::outcome::not_sent;
    on.below->code = "PHONE_NOT_READY";
    CHECK(on.perform().failure);
    CHECK(on.below->log == std::vector<std::string>(5, "find"));
    CHECK(on.prompts() == 0);
    CHECK(with_vision_fallback(on.below, link::home{}, &on.finder, "ada", {}) == on.below);
    CHECK(with_vision_fallback(on.below, link::touch_element{}, nullptr, "ada", {}) == on.below);
}

TEST_CASE("a prompt that finds an element, or finds none, is on the account's bill", "[vision]")
{
    for (const auto& script : {sees_it(), std::string(R"({"turns": [{"text": "There."}]})")}) {
        with_model on(script);
        on.perform();
        CHECK(on.bills == std::map<std::string, std::int64_t>{{"ada", 20'000}});
    }
}

TEST_CASE("an account that has had its looks of the minute is answered without the model",
          "[vision]")
{
    with_model on(R"({"conversations": [{"repeat_last": true,
        "turns": [{"text": "{\"found\": false}"}]}]})",
                  2);
    for (int each = 0; each < 5; ++each) {
        const auto done = on.perform();
        REQUIRE(done.failure);
        CHECK(done.failure->code == "ELEMENT_NOT_FOUND");
    }
    CHECK(on.prompts() == 2);
    on.account = "bob";
    on.perform();
    CHECK(on.prompts() == 3);
    CHECK(on.meter.text({}).contains(
        R"(thimble_model_prompts_total{outcome="limited",purpose="element"} 3)"));
}

TEST_CASE("without a picture no model is asked", "[vision]")
{
    with_model on(sees_it());
    on.below->has_picture = false;
    CHECK(on.perform().failure->code == "ELEMENT_NOT_FOUND");
    CHECK(on.prompts() == 0);
}

TEST_CASE("what a model sees is not touched after another input has come", "[vision]")
{
    with_model on(sees_it());
    on.last = false;
    const auto done = on.perform();
    REQUIRE(done.failure);
    CHECK(done.failure->code == "ELEMENT_NOT_FOUND");
    CHECK(done.outcome == link::outcome::not_sent);
    CHECK(on.below->log == std::vector<std::string>{"find", "screenshot", "settle screenshot"});
}

TEST_CASE("what becomes of the second touch is what becomes of the job", "[vision]")
{
    with_model on(sees_it());
    on.below->touch_fails = link::failure{.code = "STALE_FRAME", .message = "It has turned."};
    const auto done = on.perform();
    REQUIRE(done.failure);
    CHECK(done.failure->code == "STALE_FRAME");
    CHECK(done.job_id == first_id);
    CHECK(done.value.empty());
}

TEST_CASE("what another node has got while a model looks is not touched", "[vision]")
{
    with_model on(sees_it());
    on.below->after_settling = [&] { on.seeing->let_go(first_id); }; // before the model is asked
    const auto done = on.perform();
    REQUIRE(done.failure);
    CHECK(done.failure->code == "ELEMENT_NOT_FOUND");
    CHECK(done.outcome == link::outcome::not_sent);
    CHECK(on.below->log ==
          std::vector<std::string>{"find", "screenshot", "settle screenshot", "let go find"});
}

TEST_CASE("whoever is called off while a model thinks touches nothing", "[vision]")
{
    with_model on(R"({"turns": [{"text": "{\"found\": true}", "delay_ms": 60000}]})");
    boost::asio::steady_timer soon(on.context, 500ms);
    soon.async_wait([&](const boost::system::error_code&) { on.seeing->cancel(first_id); });
    const auto began = std::chrono::steady_clock::now();
    const auto done = on.perform();
    CHECK(std::chrono::steady_clock::now() - began < 50s); // the model takes 60 s
    REQUIRE(done.failure);
    CHECK(done.outcome == link::outcome::not_sent);
    CHECK(on.below->log.back() == "cancel find");
}

} // namespace thimble::service::vision
