#include "link/message.hpp"
#include "tests/catch2.hpp"
#include "tests/link/golden.hpp"

namespace thimble { // the C library has a function named link

namespace {

using field_names = std::vector<std::string>;

link::decoded read_decoded(const std::string& text)
{
    auto decoded = link::decode(text);
    INFO((decoded ? std::string() : decoded.error().text()));
    REQUIRE(decoded);
    return std::move(*decoded);
}

} // namespace

TEST_CASE("fields of a newer version are passed over and named", "[link]")
{
    const auto phone = read_decoded(link::golden_with("hello", "/phones/1/colour", R"("blue")"));
    CHECK(std::holds_alternative<link::message>(phone.what));
    CHECK(phone.unknown_fields == field_names{"hello.phones[1].colour"});

    const auto touch = read_decoded(link::golden_with("action_tap", "/action/tap/pressure", "0.5"));
    CHECK(touch.unknown_fields == field_names{"command.action.tap.pressure"});

    const auto odd = read_decoded(link::golden_with("ack", "/Not a name", "1"));
    CHECK(std::holds_alternative<link::message>(odd.what));
    CHECK(odd.unknown_fields.empty());
}

TEST_CASE("a phone of a desktop that knows no warnings has none", "[link]")
{
    auto golden = link::golden("phone");
    REQUIRE_FALSE(golden["warnings"].empty());
    golden.erase("warnings");
    const auto read = read_decoded(golden.dump());
    CHECK(std::get<link::phone_state>(std::get<link::message>(read.what)).warnings.empty());
}

TEST_CASE("a phone of a desktop that measures no video has no figures of it", "[link]")
{
    auto golden = link::golden("phone");
    const auto video_in = [&] {
        const auto read = read_decoded(golden.dump());
        return std::get<link::phone_state>(std::get<link::message>(read.what)).video;
    };
    REQUIRE(video_in());
    golden["video"].erase("tap_to_picture");
    CHECK_FALSE(video_in()->tap_to_picture);
    CHECK(video_in()->picture_age);
    golden.erase("video");
    CHECK_FALSE(video_in());
}

TEST_CASE("only the first few unknown fields are named", "[link]")
{
    auto message = link::golden("ack");
    for (int at = 0; at < 100; ++at)
        message["field_" + std::to_string(at)] = at;
    CHECK(read_decoded(message.dump()).unknown_fields.size() == 8);
}

TEST_CASE("a message of a newer version is reported as such", "[link]")
{
    const auto message = read_decoded(R"({"type":"weather","rain":true})");
    CHECK(std::get<link::unknown_message>(message.what) == link::unknown_message{"weather"});
}

TEST_CASE("a command with an action of a newer version can still be answered", "[link]")
{
    const auto golden = link::golden("command");
    const link::unknown_command expected{.job_id = golden["job_id"].get<std::string>(),
                                         .udid = golden["udid"].get<std::string>(),
                                         .action = "shake"};
    const auto alone =
        read_decoded(link::golden_with("command", "/action", R"({"shake":{"hard":true}})"));
    CHECK(std::get<link::unknown_command>(alone.what) == expected);

    const auto step =
        read_decoded(link::golden_with("action_batch", "/action/batch/steps/2", R"({"shake":{}})"));
    CHECK(std::get<link::unknown_command>(step.what) == expected);

    const auto no_step = read_decoded(
        link::golden_with("action_batch", "/action/batch/steps/2", R"({"elements":{}})"));
    CHECK(std::get<link::unknown_command>(no_step.what).action == "elements");
}

TEST_CASE("what an older service does not say of a screenshot is as it was", "[link]")
{
    const auto older =
        read_decoded(link::golden_with("action_screenshot", "/action/screenshot/fresh", ""));
    const auto& command = std::get<link::command>(std::get<link::message>(older.what));
    CHECK_FALSE(std::get<link::screenshot>(command.what).fresh);
}

TEST_CASE("what may be missing may be null", "[link]")
{
    const auto message = read_decoded(link::golden_with("phone", "/alert", "null"));
    CHECK_FALSE(std::get<link::phone_state>(std::get<link::message>(message.what)).alert);
}

} // namespace thimble
