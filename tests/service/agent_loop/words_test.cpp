// Reports to a model about its steps, as values.
#include "service/agent_loop/step_words.hpp"
#include "tests/catch2.hpp"

#include <boost/asio/io_context.hpp>

namespace thimble::service::test {

namespace {

job_subject subject_of_words()
{
    job_subject out;
    out.id = "job-1";
    out.action = "tap";
    return out;
}

struct ended_act {
    explicit ended_act(link::result came) { work.settle(std::move(came)); }

    boost::asio::io_context home;
    job work{home.get_executor(), subject_of_words()};
};

link::result seen(link::effect what)
{
    link::result out;
    out.receipt = link::receipt{.seen = what, .verified = {}};
    auto& frame = out.receipt->frame.emplace();
    frame.settled = true;
    frame.changed = what == link::effect::changed;
    if (what == link::effect::changed)
        frame.region = screen::area{.x = 10, .y = 20, .width = 30, .height = 40};
    return out;
}

link::result failed(link::outcome how)
{
    link::result out;
    out.outcome = how;
    out.failure = link::failure{.code = "ACTION_FAILED", .message = "The phone refused."};
    return out;
}

} // namespace

TEST_CASE("a model is told what an act has changed, and where", "[runs]")
{
    CHECK(step_of(ended_act(seen(link::effect::changed)).work).text ==
          "Done. The screen has changed between (10, 20) and (39, 59).");
    CHECK(step_of(ended_act(seen(link::effect::unchanged)).work).text ==
          "Done. Nothing on the screen has changed.");
    auto bent = seen(link::effect::unknown);
    bent.receipt->shaped = true;
    bent.receipt->verified = false;
    bent.receipt->frame->settled = false;
    CHECK(step_of(ended_act(bent).work).text ==
          "Done. It has not come to rest yet. The gesture was bent to stay on the screen. It was "
          "not seen to have had the effect that it should; look.");
}

TEST_CASE("what may have been done is never called undone", "[runs]")
{
    const auto unknown = step_of(ended_act(failed(link::outcome::unknown)).work);
    CHECK(unknown.failed);
    CHECK(unknown.more.at("outcome") == "unknown");
    CHECK(unknown.text.find("Nothing was done") == std::string::npos);
    CHECK(unknown.text.find("is not known") != std::string::npos);
    const auto not_sent = step_of(ended_act(failed(link::outcome::not_sent)).work);
    CHECK(not_sent.text == "ACTION_FAILED: The phone refused. Nothing was done.");
    boost::asio::io_context home;
    const job open(home.get_executor(), subject_of_words());
    CHECK(step_of(open).text.find("is not known") != std::string::npos);
}

TEST_CASE("elements are lines that a model can read, whatever they hold", "[runs]")
{
    const auto words = words_of_elements(nlohmann::json::parse(R"({"elements": [
        {"label": "OK", "type": "button", "x": 10, "y": 20, "width": 40, "height": 20},
        {"label": 7, "enabled": false}, "nonsense"]})"));
    CHECK(words == "Each with its middle and its size in pixels:\n"
                   "button \"OK\" at (30, 30), 40 x 20\n"
                   " \"\" at (0, 0), 0 x 0, disabled\n");
    CHECK(words_of_elements({}).starts_with("Nothing"));
    CHECK(words_of_elements(nlohmann::json::parse(R"({"elements": [{"label": "long"}]})"), {}, 50)
              .size() <= 50);
}

TEST_CASE("of the elements of a hostile screen only so much is searched", "[runs]")
{
    std::size_t searched = 0;
    const auto hide = [&](std::string text) {
        searched += text.size();
        return std::string("*");
    };
    auto all = nlohmann::json::array();
    for (int each = 0; each < 100; ++each)
        all.push_back({{"label", std::string(100'000, 'a')}, {"x", 1234}});
    const auto words = words_of_elements({{"elements", all}}, hide, 32'768);
    CHECK(searched < 400'000);
    CHECK(words.size() <= 32'768);
    CHECK(words.find("aaaa") == std::string::npos);
}

TEST_CASE("numbers of elements stay, and their texts are filtered", "[runs]")
{
    const auto hide = [](std::string text) { return text == "1234" ? "*" : text; };
    CHECK(
        words_of_elements({{"elements", {{{"label", "1234"}, {"type", "key"}, {"x", 1234}}}}}, hide)
            .ends_with("key \"*\" at (1234, 0), 0 x 0\n"));
}

TEST_CASE("arguments that no tool would read are told as a text", "[runs]")
{
    const auto data =
        use_data({.id = "1", .name = "tap", .arguments = "[" + std::string(70'000, ' ') + "1]"});
    CHECK(data.at("arguments").is_string());
}

TEST_CASE("a use is told as JSON where it is JSON", "[runs]")
{
    CHECK(use_data({.id = "1", .name = "home", .arguments = ""}).at("arguments").is_object());
    CHECK(
        use_data({.id = "1", .name = "tap", .arguments = R"({"x": 1})"}).at("arguments").at("x") ==
        1);
    CHECK(use_data({.id = "1", .name = "tap", .arguments = "{x"}).at("arguments") == "{x");
}

} // namespace thimble::service::test
