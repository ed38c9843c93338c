// GET screenshot: every format, parameter and header, and pictures that cannot be used.
#include "screen/jpeg.hpp"
#include "screen/png.hpp"
#include "tests/catch2.hpp"
#include "tests/e2e/eventually.hpp"
#include "tests/e2e/picture_difference.hpp"
#include "tests/e2e/thimble_system.hpp"

#include <cmath>
#include <regex>
#include <span>

namespace thimble::e2e {

namespace {

using screen::pixel_size;

/// One phone that is ready, with an app in front that has something to show.
struct pictured_phone {
    virtual_phones phones;
    virtual_phone phone = phones.at(0);
    thimble_system daemon{phones};

    explicit pictured_phone(const std::string& model = "iPhone 15 Pro,ios=18.5")
        : phones({.phones = {model}})
    {
        phone.make("open", {{"bundle_id", "com.apple.Preferences"}});
        REQUIRE(daemon.until_ready(phone, ready_limit));
    }

    http_answer get(const std::string& query, const header_fields& more = {}) const
    {
        return daemon.api().get(daemon.path(phone, "/screenshot" + query), more);
    }

    http_answer picture(const std::string& query = "") const
    {
        auto answer = get(query);
        INFO(query << ": " << (answer.status == 200 ? "" : answer.body));
        REQUIRE(answer.status == 200);
        return answer;
    }
};

std::span<const std::byte> bytes_of(const std::string& text)
{
    return std::as_bytes(std::span(text));
}

/// Of a lossy WebP in its simplest form: 14 bits each, the less significant byte first.
pixel_size webp_size(const std::string& text)
{
    REQUIRE(text.size() > 30);
    REQUIRE(text.substr(0, 4) == "RIFF");
    REQUIRE(text.substr(8, 8) == "WEBPVP8 ");
    const auto number = [&](std::size_t at) {
        return static_cast<unsigned char>(text[at]) +
               256 * (static_cast<unsigned char>(text[at + 1]) & 0x3f);
    };
    return {.width = number(26), .height = number(28)};
}

pixel_size size_of(const http_answer& answer)
{
    const auto type = answer.header("Content-Type");
    if (type == "image/webp")
        return webp_size(answer.body);
    const auto size = type == "image/jpeg" ? screen::jpeg_size(bytes_of(answer.body))
                                           : screen::png_size(bytes_of(answer.body));
    REQUIRE(size);
    return *size;
}

void check_refused(const http_answer& answer, int status, const std::string& code)
{
    REQUIRE(answer.header("Content-Type") == "application/json");
    INFO(answer.body);
    CHECK(answer.status == status);
    CHECK(answer.json().at("error") == code);
}

} // namespace

TEST_CASE("a screenshot comes in the format that is asked for", "[e2e][screenshot][linked]")
{
    const pictured_phone on;
    CHECK(on.picture().header("Content-Type") == "image/png");
    for (const std::string format : {"png", "jpeg", "webp"}) {
        const auto answer = on.picture("?format=" + format);
        CHECK(answer.header("Content-Type") == "image/" + format);
        CHECK(size_of(answer) == pixel_size{.width = 620, .height = 1344});
    }
    for (const std::string format : {"jpeg", "webp"}) {
        const auto rough = on.picture("?quality=5&format=" + format).body.size();
        const auto usual = on.picture("?format=" + format).body.size();
        const auto fine = on.picture("?quality=100&format=" + format).body.size();
        CHECK(rough < usual);
        CHECK(usual < fine);
    }
    check_refused(on.get("?format=gif"), 422, "INVALID_ARGUMENT");
    check_refused(on.get("?quality=101"), 422, "INVALID_ARGUMENT");
}

TEST_CASE("a screenshot's longest edge and its part can be chosen", "[e2e][screenshot]")
{
    const pictured_phone on;
    CHECK(size_of(on.picture("?max_edge=64")) == pixel_size{.width = 30, .height = 64});
    CHECK(size_of(on.picture("?max_edge=672&format=jpeg")) ==
          pixel_size{.width = 310, .height = 672});
    CHECK(size_of(on.picture("?max_edge=2556")) == pixel_size{.width = 1179, .height = 2556});
    check_refused(on.get("?max_edge=2557"), 422, "INVALID_ARGUMENT");
    check_refused(on.get("?max_edge=63"), 422, "INVALID_ARGUMENT");

    for (const std::string format : {"png", "jpeg", "webp"}) {
        const auto part = size_of(on.picture("?region=0,0,310,672&format=" + format));
        CHECK(std::abs(part.width - 590) <= 1); // half of the panel's 1179 by 2556
        CHECK(std::abs(part.height - 1278) <= 1);
    }
    const auto small = size_of(on.picture("?region=0,0,310,672&max_edge=100"));
    CHECK(small.height == 100);
    check_refused(on.get("?region=600,0,30,10"), 422, "INVALID_ARGUMENT");
    check_refused(on.get("?region=1,2,3"), 422, "INVALID_ARGUMENT");

    // A picture of another size is of the same space: what is pointed at is pixels of 1344.
    CHECK(on.picture("?max_edge=64").header("X-Screen-Width") == "620");
    CHECK(on.picture("?region=5,5,50,50").header("X-Screen-Height") == "1344");
}

TEST_CASE("a screenshot says what it shows", "[e2e][screenshot]")
{
    const pictured_phone on;
    const auto format = GENERATE("png", "jpeg");
    const auto answer = on.picture(std::string("?format=") + format);
    CHECK(answer.header("X-Screen-Width") == "620");
    CHECK(answer.header("X-Screen-Height") == "1344");
    CHECK(answer.header("X-Screen-Scale") == "3");
    CHECK(answer.header("X-Screen-Orientation") == "portrait");
    CHECK(answer.header("X-Phone-Id") == on.daemon.id_of(on.phone));
    CHECK(std::regex_match(answer.header("X-Captured-At"),
                           std::regex(R"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)")));
    CHECK_FALSE(answer.header("X-Frame-Id").empty());

    const auto tag = answer.header("ETag");
    const auto query = std::string("?format=") + format;
    const auto again = on.get(query, {{"If-None-Match", tag}});
    CHECK(again.status == 304);
    CHECK(again.body.empty());
    CHECK(again.header("ETag") == tag);
    CHECK(again.header("X-Frame-Id") != answer.header("X-Frame-Id"));
    on.phone.make("open", {{"bundle_id", "com.thimble.sketch"}});
    const auto other = on.get(query, {{"If-None-Match", tag}});
    CHECK(other.status == 200);
    CHECK(other.header("ETag") != tag);

    const auto head = on.daemon.api().send("HEAD", on.daemon.path(on.phone, "/screenshot"), "", {});
    CHECK(head.status == 200);
    CHECK(head.header("Content-Type") == "image/png");
    CHECK(head.body.empty());
}

TEST_CASE("a screenshot on its side is upright, and its frame ends when the phone turns",
          "[e2e][screenshot]")
{
    const pictured_phone on("iPad 9,ios=17.5");
    const auto upright = on.picture();
    const auto tap = [&](const http_answer& seen) {
        const nlohmann::json body{{"x", 40}, {"y", 40}, {"frame_id", seen.header("X-Frame-Id")}};
        return on.daemon.api().post(on.daemon.path(on.phone, "/tap"), body.dump());
    };
    CHECK(tap(upright).status == 200);

    on.phone.make("rotate", {{"orientation", "landscape_left"}});
    http_answer turned;
    REQUIRE(eventually(30s, [&] {
        turned = on.picture("?fresh=true");
        return turned.header("X-Screen-Orientation") == "landscape_left";
    }));
    CHECK(turned.header("X-Screen-Width") == "1344");
    CHECK(size_of(turned) == pixel_size{.width = 1344, .height = 1008});
    CHECK(size_of(on.picture("?format=jpeg&max_edge=448")) ==
          pixel_size{.width = 448, .height = 336});
    const auto first = on.phone.next_event();
    check_refused(tap(upright), 409, "STALE_FRAME");
    CHECK(on.phone.fingers_down(first).empty());
    CHECK(tap(turned).status == 200);
}

TEST_CASE("a screenshot in any format is fetched with its job", "[e2e][screenshot]")
{
    const pictured_phone on;
    for (const std::string format : {"png", "jpeg", "webp"}) {
        const auto started = on.picture("?async=true&max_edge=448&format=" + format).json();
        const auto job = "/v1/jobs/" + started.at("job_id").get<std::string>();
        REQUIRE(eventually(
            30s, [&] { return on.daemon.api().get(job).json().at("status") == "completed"; }));
        const auto fetched = on.daemon.api().get(job + "/download");
        CHECK(fetched.header("Content-Type") == "image/" + format);
        CHECK(size_of(fetched) == pixel_size{.width = 207, .height = 448});
    }
}

TEST_CASE("a phone without a runner gives a part of its screen as well", "[e2e][screenshot]")
{
    const virtual_phones phones({.phones = {"iPhone SE 2,ios=16,runner=dead"}});
    const thimble_system daemon(phones, {"--runners", "off"});
    const auto get = [&](const std::string& query) {
        return daemon.api().get(daemon.path(phones.at(0), "/screenshot" + query));
    };
    REQUIRE(eventually(ready_limit, [&] { return get("").status == 200; }));
    const auto whole = get("");
    CHECK(whole.header("X-Screen-Width") == "756");
    const auto part = get("?region=0,0,378,672");
    REQUIRE(part.status == 200);
    CHECK(size_of(part) == pixel_size{.width = 375, .height = 667});
    check_refused(get("?region=0,0,757,10"), 422, "INVALID_ARGUMENT");
}

TEST_CASE("a picture that breaks off is refused, and the next one is good",
          "[e2e][screenshot][linked]")
{
    const pictured_phone on;
    const auto before = on.picture();
    const auto break_pictures = [&](int count) {
        on.phone.make("fault",
                      {{"service", "wda.screenshot"}, {"kind", "corrupt"}, {"count", count}});
    };
    for (const std::string query : {"", "?format=jpeg", "?max_edge=2556", "?region=0,0,100,100"}) {
        break_pictures(1);
        check_refused(on.get(query), 500, "SCREENSHOT_FAILED");
        CHECK(on.get(query).status == 200);
    }
    break_pictures(1);
    const auto started = on.picture("?async=true").json();
    const auto job = "/v1/jobs/" + started.at("job_id").get<std::string>();
    REQUIRE(
        eventually(30s, [&] { return on.daemon.api().get(job).json().at("status") == "failed"; }));
    CHECK(on.daemon.api().get(job).json().at("result").at("error") == "SCREENSHOT_FAILED");
    CHECK(differing_pixels(picture_of(on.picture().body), picture_of(before.body)) == 0);
}

} // namespace thimble::e2e
