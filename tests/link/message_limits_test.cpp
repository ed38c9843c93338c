#include "link/cut_text.hpp"
#include "link/limits.hpp"
#include "link/message.hpp"
#include "tests/catch2.hpp"
#include "tests/link/message_samples.hpp"

#include <limits>

namespace thimble { // the C library has a function named link

namespace {

link::result read_result(const std::string& text)
{
    return std::get<link::result>(std::get<link::message>(link::decode(text).value().what));
}

link::result result_of(const std::string& job_id)
{
    link::result what;
    what.job_id = job_id;
    what.udid = "00008120-001A2B3C4D5E6F70";
    return what;
}

} // namespace

TEST_CASE("what the other end would refuse is not sent", "[link]")
{
    link::command what;
    what.job_id = "job";
    what.udid = "udid";
    what.what = link::tap{.x = -1, .y = 0};
    what.space = link::coordinate_space{.size = {.width = 620, .height = 1344}};
    CHECK(link::encode(what).error().text() == "command.action.tap.x: not between 0 and 65535");
    what.what = link::tap{};
    what.space.reset();
    CHECK(link::encode(what).error().text() == "command.space: missing");
    what.what = link::type{.text = std::string(40'001, 'a')};
    CHECK(link::encode(what).error().text() == "command.action.type.text: longer than 40000 bytes");
}

TEST_CASE("a message larger than a frame is not sent", "[link]")
{
    link::result what = result_of("job");
    what.value["text"] = std::string(link::limits::message_bytes, 'a');
    CHECK(link::encode(what).error().text() == "result: longer than 4194304 bytes");
}

TEST_CASE("a result that does not fit still says how the command ended", "[link]")
{
    link::result what = result_of("job");
    what.outcome = link::outcome::done;
    what.value["text"] = std::string(link::limits::message_bytes, 'a');
    const auto sent = read_result(link::encode_result(what));
    CHECK(sent.job_id == "job");
    CHECK(sent.udid == what.udid);
    CHECK(sent.outcome == link::outcome::done);
    REQUIRE(sent.failure);
    CHECK(sent.failure->code == "INTERNAL_ERROR");
    CHECK(sent.value.empty());
}

TEST_CASE("a result that fits is sent as it is", "[link]")
{
    link::result what = result_of("job");
    what.value["empty"] = true;
    CHECK(link::encode_result(what) == link::encode(what).value());
}

TEST_CASE("a result from the journal alone has no UDID", "[link]")
{
    link::result what = result_of("job");
    what.udid.clear();
    CHECK(read_result(link::encode_result(what)).udid.empty());
}

TEST_CASE("a text of damaged UTF-8 is sent without the damage", "[link]")
{
    link::result what = result_of("job");
    what.value["text"] = "caf\xe9";
    const auto sent = read_result(link::encode_result(what));
    CHECK(sent.value["text"].get<std::string>() == "caf\xef\xbf\xbd");
}

TEST_CASE("whatever a phone says of itself can be sent", "[link]")
{
    link::phone_state phone;
    phone.udid = "00008120-001A2B3C4D5E6F70";
    phone.name = std::string(1000, 'n');
    phone.native_size = screen::pixel_size{.width = -1, .height = 100'000};
    phone.scale = std::numeric_limits<double>::infinity();
    phone.battery_level = 250;
    phone.alert = link::alert{.text = std::string(100'000, 't'),
                              .buttons = std::vector<std::string>(100, std::string(1000, 'b'))};
    phone.blockers.resize(100, {.code = "LOCKED",
                                .message = std::string(10'000, 'm'),
                                .remedy = std::string(10'000, 'r'),
                                .since = {}});
    phone.warnings = phone.blockers;
    phone.capabilities.resize(1000, "tap");
    phone.video = link::video_figures{
        .tap_to_picture = {},
        .picture_age = link::latency_spread{
            .p50 = std::chrono::hours(-1), .p95 = std::chrono::hours(2), .count = 1}};
    CHECK_FALSE(link::encode(phone));

    const auto sent = link::within_limits(phone);
    CHECK(link::encode(sent));
    CHECK(sent.name.size() == link::limits::name_bytes);
    CHECK_FALSE(sent.native_size);
    CHECK_FALSE(sent.scale);
    CHECK_FALSE(sent.battery_level);
    CHECK_FALSE(sent.video);
}

TEST_CASE("whatever a computer says of itself can be sent", "[link]")
{
    link::host_state host;
    host.blockers.resize(100, {.code = "USBMUXD_NOT_RUNNING",
                               .message = std::string(10'000, 'm'),
                               .remedy = std::string(10'000, 'r'),
                               .since = {}});
    CHECK_FALSE(link::encode(host));
    const auto sent = link::within_limits(host);
    CHECK(link::encode(sent));
    CHECK(sent.blockers.size() == link::limits::blockers);
    CHECK(link::within_limits(sent) == sent);
}

TEST_CASE("a phone within the limits is left as it is", "[link]")
{
    for (const auto& sample : link::message_samples())
        if (const auto* phone = std::get_if<link::phone_state>(&sample.what))
            CHECK(link::within_limits(*phone) == *phone);
}

TEST_CASE("a text is cut between two characters", "[link]")
{
    CHECK(link::cut_text("Gr\xc3\xbc\xc3\x9f", 4) == "Gr\xc3\xbc");
    CHECK(link::cut_text("Gr\xc3\xbc\xc3\x9f", 3) == "Gr");
    CHECK(link::cut_text("\xf0\x9f\x91\x8b", 3).empty());
    CHECK(link::cut_text("short", 5) == "short");
    CHECK(link::cut_text("", 0).empty());
}

} // namespace thimble
