// Touches at text that only the picture has.
#include "daemon/frames/phone_frames.hpp"
#include "daemon/frames/picture_pool.hpp"
#include "daemon/frames/text_reader.hpp"
#include "tests/daemon/actions/performing.hpp"
#include "tests/daemon/phone_with_elements.hpp"
#include "tests/screen/drawn_text.hpp"

#include <spdlog/sinks/null_sink.h>

namespace thimble::daemon {

namespace {

using test::drawn_text;

std::shared_ptr<spdlog::logger> quiet()
{
    return std::make_shared<spdlog::logger>("quiet",
                                            std::make_shared<spdlog::sinks::null_sink_mt>());
}

/// A phone of 393 by 852 points with three pixels each, whose tree has one button, at the top.
struct phone_with_text {
    phone_with_text()
    {
        phone->on_screen = {{.type = "Button",
                             .label = "Back",
                             .name = {},
                             .value = {},
                             .x = 0,
                             .y = 0,
                             .width = 100,
                             .height = 40}};
        show({{.text = "Continue", .x = 300, .y = 900}, {.text = "Cancel", .x = 300, .y = 1500}});
    }

    void show(const std::vector<drawn_text>& texts) const
    {
        phone->shows = [texts] { return test::pixels_with(texts); };
    }

    action_outcome perform(const std::string& selector,
                           const link::touch& what = link::tap{},
                           const std::string& to_selector = {})
    {
        const action_context on{.phone = phone,
                                .made_for = {},
                                .pictures = &pictures,
                                .frames = frames,
                                .texts = reader.get(),
                                .timeout =
                                    std::chrono::minutes(1)}; // what is read counts, not how soon
        std::optional<action_outcome> outcome;
        boost::asio::co_spawn(context,
                              daemon::perform(on, link::touch_element{.selector = selector,
                                                                      .to_selector = to_selector,
                                                                      .what = what}),
                              [&](const std::exception_ptr& thrown, action_outcome ended) {
                                  if (!thrown)
                                      outcome = std::move(ended);
                              });
        context.restart();
        context.run_for(std::chrono::minutes(2));
        REQUIRE(outcome);
        return std::move(*outcome);
    }

    nlohmann::json found(const std::string& selector)
    {
        const auto done = perform(selector);
        if (!done)
            FAIL(done.error().why.message);
        return done->value.at("element");
    }

    std::string refused(const std::string& selector)
    {
        const auto before = phone->played.size();
        const auto done = perform(selector);
        REQUIRE_FALSE(done);
        CHECK(phone->played.size() == before);
        CHECK(done.error().outcome == link::outcome::not_sent);
        return done.error().why.code + " " + done.error().why.context.value("reason", "");
    }

    /// The text counts here, and not how soon it is read.
    std::unique_ptr<text_reader> reader_of(std::optional<std::filesystem::path> data)
    {
        return std::make_unique<text_reader>(context.get_executor(), std::move(data), quiet(),
                                             std::chrono::minutes(1));
    }

    void make_reader(std::optional<std::filesystem::path> data)
    {
        reader = reader_of(std::move(data));
    }

    boost::asio::io_context context{1};
    picture_pool pictures{context.get_executor()};
    std::shared_ptr<phone_with_elements> phone =
        std::make_shared<phone_with_elements>(context.get_executor());
    std::shared_ptr<phone_frames> frames =
        std::make_shared<phone_frames>(context.get_executor(), phone);
    std::unique_ptr<text_reader> reader = reader_of(screen::find_language_data("eng"));
};

} // namespace

TEST_CASE_METHOD(phone_with_text, "text that is not in the tree is read and touched", "[text]")
{
    const auto element = found("Continue");
    CHECK(element.at("source") == "ocr");
    CHECK(element.at("type") == "Text");
    CHECK(element.at("label") == "Continue");
    CHECK(element.at("confidence").get<double>() > 0.6);
    const auto where = phone->played.back().contacts.front().samples.front().where;
    CHECK(where.x > 100); // points: it is drawn from 100 to about 175, on a line at 300
    CHECK(where.x < 175);
    CHECK(where.y > 284);
    CHECK(where.y < 301);
}

TEST_CASE_METHOD(phone_with_text, "what the tree has is not looked for on a picture", "[text]")
{
    CHECK(found("Back").at("source") == "tree");
    CHECK(phone->captures == 0);
}

TEST_CASE_METHOD(phone_with_text, "a phone without a tree is touched by its texts", "[text]")
{
    phone->has_tree = false;
    CHECK(found("Cancel").at("source") == "ocr");
    CHECK(refused("Teleport") == "ELEMENT_NOT_FOUND no_match");
    make_reader({});
    CHECK(refused("Cancel") == "UNSUPPORTED_ACTION ");
}

TEST_CASE_METHOD(phone_with_text, "what is neither in the tree nor on the picture", "[text]")
{
    const auto none = perform("Bake");
    REQUIRE_FALSE(none);
    CHECK(phone->played.empty());
    CHECK(none.error().why.code == "ELEMENT_NOT_FOUND");
    std::vector<std::string> named;
    for (const auto& each : none.error().why.context.at("candidates"))
        named.push_back(each.at("label"));
    CHECK(named.size() == 3);
    CHECK(named.front() == "Back");
}

TEST_CASE_METHOD(phone_with_text, "of two equal texts the one that is named", "[text]")
{
    show({{.text = "Delete", .x = 300, .y = 900}, {.text = "Delete", .x = 300, .y = 1500}});
    CHECK(refused("Delete") == "ELEMENT_NOT_FOUND ambiguous");
    CHECK(found("second Delete from the top").at("y").get<int>() > 700);
    phone->on_screen.push_back(phone->on_screen.front());
    phone->on_screen.back().y = 500;
    const int before = phone->captures;
    CHECK(refused("Back") == "ELEMENT_NOT_FOUND ambiguous");
    CHECK(phone->captures == before); // the tree has said so already
}

TEST_CASE_METHOD(phone_with_text, "a drag leads from the tree to the picture", "[text]")
{
    const auto done = perform("Back", link::drag{}, "Cancel");
    REQUIRE(done);
    CHECK(done->value.at("from_element").at("source") == "tree");
    CHECK(done->value.at("to_element").at("source") == "ocr");
}

TEST_CASE_METHOD(phone_with_text, "a picture of a screen that has turned is of no use", "[text]")
{
    phone->shows = [] {
        return test::pixels_with({{.text = "Continue", .x = 300, .y = 900}}, 0xffffff,
                                 {.width = 2556, .height = 1179});
    };
    CHECK(refused("Continue") == "ELEMENT_NOT_FOUND no_match");
}

TEST_CASE_METHOD(phone_with_text, "without a picture or a reader the tree has the word", "[text]")
{
    phone->shows = [] {
        return std::unexpected(device::failure{
            .what = device::problem::capture, .message = "No picture.", .cause = {}});
    };
    CHECK(refused("Continue") == "ELEMENT_NOT_FOUND no_match");
    make_reader("/nowhere");
    CHECK(reader->available());
    show({{.text = "Continue", .x = 300, .y = 900}});
    CHECK(refused("Continue") == "ELEMENT_NOT_FOUND no_match");
    CHECK_FALSE(reader->available()); // it has been noticed
}

} // namespace thimble::daemon
