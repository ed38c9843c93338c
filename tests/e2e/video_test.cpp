// A phone's own video on its whole way, from the phone to a client that decodes it.
#include "tests/catch2.hpp"
#include "tests/e2e/eventually.hpp"
#include "tests/e2e/thimble_system.hpp"
#include "tests/e2e/video_viewer.hpp"
#include "tests/video/decoded_video.hpp"
#include "text/base64.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <string>
#include <string_view>

namespace thimble::e2e {

using nlohmann::json;

namespace {

/// For every program that the test starts.
[[maybe_unused]] const int tunnels_on = ::setenv("THIMBLE_TUNNELS", "on", 1);

constexpr std::size_t head_bytes = 16; // of a unit
constexpr int width = 1184;            // of the pictures, as an iPhone 15 Pro codes them
constexpr int height = 2576;

/// Streams the thirty pictures of tests/video/panel.hevc again and again, whatever it shows.
struct streaming_phone {
    virtual_phones phones{
        {.phones = {"iPhone 15 Pro,ios=27,runner=absent,loop=" + std::string(THIMBLE_SOURCE_DIR) +
                    "/tests/video/panel.hevc"}}};
    virtual_phone phone = phones.at(0);
    thimble_system daemon{phones};

    bool has_video() const
    {
        const auto record = daemon.record_of(phone);
        if (record.is_null())
            return false;
        const auto& able = record.at("capabilities");
        return std::ranges::find(able, json("screen.stream.hevc")) != able.end();
    }
};

std::uint64_t number_at(std::string_view message, std::size_t at, std::size_t length)
{
    std::uint64_t out = 0;
    for (const char each : message.substr(at, length))
        out = out * 256 + static_cast<unsigned char>(each);
    return out;
}

/// The text message before the first unit; pictures may come before that.
json until_video(video_viewer& viewer)
{
    while (const auto told = viewer.next()) {
        if (told->binary)
            continue;
        auto said = json::parse(told->bytes);
        if (said.at("codec") != "jpeg")
            return said;
    }
    FAIL("no video came");
    return {};
}

} // namespace

TEST_CASE("a client decodes what the phone has encoded", "[e2e]")
{
    const streaming_phone on;
    REQUIRE(eventually(ready_limit, [&] { return on.has_video(); }));
    video_viewer viewer(on.daemon.port(), on.daemon.key(),
                        on.daemon.path(on.phone, "/stream?codec=hevc"));
    const auto told = until_video(viewer);
    CHECK(told.at("codec").get<std::string>().starts_with("hvc1."));
    CHECK(told.at("coded_width") == width);
    CHECK(told.at("coded_height") == height);
    CHECK(told.at("turn") == 0);
    CHECK(told.at("orientation") == "portrait");
    CHECK(told.at("width") == 620); // of the same picture as a screenshot
    CHECK(told.at("height") == 1344);

    const auto record = service::decode_base64(told.at("configuration").get<std::string>());
    REQUIRE(record);
    thimble::test::video_decoder decoder(*record);
    constexpr std::size_t units = 90; // three rounds
    std::size_t pictures = 0;
    std::uint64_t number = 0;
    std::uint64_t captured = 0;
    for (std::size_t each = 0; each < units; ++each) {
        const auto unit = viewer.next();
        REQUIRE(unit);
        REQUIRE(unit->binary);
        const bool key = number_at(unit->bytes, 1, 1) == 1;
        if (each == 0)
            CHECK(key);
        else
            CHECK((key || number_at(unit->bytes, 4, 4) == number + 1));
        number = number_at(unit->bytes, 4, 4);
        CHECK(number_at(unit->bytes, 8, 8) > captured);
        captured = number_at(unit->bytes, 8, 8);
        const auto data = std::as_bytes(std::span(unit->bytes)).subspan(head_bytes);
        for (const auto& shown : decoder.decode(data)) {
            CHECK(shown.width == width);
            CHECK(shown.height == height);
            ++pictures;
        }
    }
    CHECK(pictures + decoder.finish().size() == units);
}

TEST_CASE("what was measured of a phone's video is told to whoever asks", "[e2e]")
{
    const streaming_phone on;
    REQUIRE(eventually(ready_limit, [&] { return on.has_video(); }));
    const auto& api = on.daemon.api();
    json video;
    REQUIRE(eventually(ready_limit, [&] {
        api.get(on.daemon.path(on.phone, "/screenshot")); // decodes a picture
        const auto status = api.get(on.daemon.path(on.phone, "/status"));
        video = status.status == 200 ? status.json().at("video") : json();
        return video.is_object() && video.at("picture_age_ms").is_object();
    }));
    const auto age = video.at("picture_age_ms");
    CHECK(age.at("count").get<int>() > 0);
    CHECK(age.at("p50").get<double>() >= 0);
    CHECK(age.at("p50").get<double>() <= age.at("p95").get<double>());
    CHECK(eventually(ready_limit, [&] { // made anew at most once a second
        return api.get("/metrics").body.find("thimble_phone_picture_age_seconds{") !=
               std::string::npos;
    }));
}

} // namespace thimble::e2e
