// Access units of video over the link: their form, and the order in which they may be lost.
#include "link/access_unit.hpp"
#include "link/limits.hpp"
#include "link/unit_queue.hpp"
#include "tests/catch2.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace thimble { // the C library has a function named link

namespace {

using namespace std::chrono_literals;
using link::access_unit;

constexpr std::size_t most_of_unit = 1'000'000;

screen::bytes octets(std::initializer_list<int> values)
{
    screen::bytes out;
    for (const int each : values)
        out.push_back(static_cast<std::byte>(each));
    return out;
}

/// A unit with one NAL unit of two bytes.
access_unit unit_numbered(std::uint64_t number, bool key = false)
{
    return {
        .key = key,
        .number = number,
        .captured_at = std::chrono::system_clock::time_point(1'790'000'000'123'456us),
        .space = {.size = {.width = 620, .height = 1344}, .turned = screen::orientation::portrait},
        .turn = link::upright_turn::quarter,
        .configuration = std::make_shared<link::video_configuration>(
            link::video_configuration{.codec = "hvc1.1.6.L93.B0",
                                      .record = octets({1, 2, 3, 4}),
                                      .size = {.width = 1136, .height = 2464}}),
        .data = std::make_shared<screen::bytes>(octets({0, 0, 0, 2, 7, 8}))};
}

screen::bytes written(const access_unit& what)
{
    auto out = link::encode(what, "udid-1", "stream-1", 1250ms, most_of_unit);
    REQUIRE(out);
    return *out;
}

nlohmann::json header_of(const screen::bytes& frame)
{
    const auto length =
        std::to_integer<std::size_t>(frame[2]) * 256 + std::to_integer<std::size_t>(frame[3]);
    return nlohmann::json::parse(
        std::string(reinterpret_cast<const char*>(frame.data()) + 4, length));
}

std::expected<access_unit, link::malformed> read_again(const screen::bytes& frame,
                                                       link::video_configuration_ptr before = {})
{
    const auto read = link::decode_frame(frame, most_of_unit);
    REQUIRE(read);
    return link::unit_of(read->header, read->picture, std::move(before));
}

std::string error_of(const screen::bytes& frame)
{
    const auto read = link::decode_frame(frame, most_of_unit);
    if (!read)
        return read.error().text();
    const auto unit = link::unit_of(read->header, read->picture, nullptr);
    return unit ? std::string() : unit.error().text();
}

/// A frame with another header and the same data.
screen::bytes frame_of(const nlohmann::json& header, const screen::bytes& data)
{
    const auto text = header.dump();
    screen::bytes out =
        octets({0, 0, static_cast<int>(text.size() / 256), static_cast<int>(text.size() % 256)});
    std::ranges::copy(std::as_bytes(std::span(text)), std::back_inserter(out));
    std::ranges::copy(data, std::back_inserter(out));
    return out;
}

using queue = link::unit_queue<access_unit>;

std::shared_ptr<const access_unit> shared_unit(std::uint64_t number, bool key = false)
{
    return std::make_shared<const access_unit>(unit_numbered(number, key));
}

/// Numbers of all that waits.
std::vector<std::uint64_t> drained(queue& from)
{
    std::vector<std::uint64_t> out;
    while (const auto next = from.take())
        out.push_back(next->number);
    return out;
}

} // namespace

TEST_CASE("a key comes out with its configuration as it went in", "[link]")
{
    const auto sent = unit_numbered(7, true);
    const auto got = read_again(written(sent));
    REQUIRE(got);
    CHECK(got->key);
    CHECK(got->number == 7);
    CHECK(got->captured_at == sent.captured_at);
    CHECK(got->space == sent.space);
    CHECK(got->turn == link::upright_turn::quarter);
    CHECK(*got->configuration == *sent.configuration);
    CHECK(*got->data == *sent.data);
}

TEST_CASE("a unit is a frame of the second connection, with its facts in `video`", "[link]")
{
    CHECK(header_of(written(unit_numbered(7, true))) ==
          nlohmann::json::parse(
              R"({"udid":"udid-1","frame_id":"7","stream_id":"stream-1","codec":"hevc",)"
              R"("key":true,"at_us":1250000,"width":620,"height":1344,"orientation":"portrait",)"
              R"("captured_at_ms":1790000000123,"video":{"number":7,"turn":1,)"
              R"("captured_at_us":1790000000123456,"codec":"hvc1.1.6.L93.B0",)"
              R"("configuration":"AQIDBA==","coded_size":{"width":1136,"height":2464}}})"));
    const auto between = header_of(written(unit_numbered(8)));
    CHECK(between.at("key") == false);
    CHECK_FALSE(between.at("video").contains("configuration"));
}

TEST_CASE("a unit that is no key has the configuration of the key before", "[link]")
{
    const auto key = read_again(written(unit_numbered(7, true)));
    const auto next = read_again(written(unit_numbered(8)), key->configuration);
    REQUIRE(next);
    CHECK(next->configuration == key->configuration);
    CHECK(error_of(written(unit_numbered(8))) == "frame.key: the first unit of a stream is a key");
}

TEST_CASE("a picture shows the screen without the edge of its encoder", "[link]")
{
    const screen::pixel_size encoded{.width = 1184, .height = 2576};
    const screen::pixel_size panel{.width = 1179, .height = 2556};
    const screen::pixel_size lying{.width = 2556, .height = 1179};
    const auto shown = [&](std::optional<screen::pixel_size> of) {
        return link::shown_part({.codec = {}, .record = {}, .size = encoded}, of);
    };
    CHECK(shown(panel) == panel);
    CHECK(shown(lying) == panel);
    CHECK(shown(encoded) == encoded);
    CHECK(shown(std::nullopt) == encoded);
    CHECK(shown(screen::pixel_size{.width = 1290, .height = 2796}) == encoded);
    CHECK(shown(screen::pixel_size{.width = 750, .height = 1334}) == encoded); // another picture
}

TEST_CASE("an older end passes over what makes a frame a unit", "[link]")
{
    const auto read = link::decode_frame(written(unit_numbered(7, true)), most_of_unit);
    REQUIRE(read);
    CHECK(read->header.codec == link::codec::hevc); // of a stream that it has not asked for
    CHECK(read->header.frame_id == "7");
}

TEST_CASE("a unit that makes no sense is refused", "[link]")
{
    const auto data = octets({0, 0, 0, 2, 7, 8});
    auto header = header_of(written(unit_numbered(7, true)));
    CHECK(error_of(frame_of(header, data)).empty());
    CHECK(error_of(frame_of(header, octets({0, 0, 0, 3, 7, 8}))) == "frame: no access unit");
    CHECK(error_of(frame_of(header, octets({0, 0, 0, 0}))) == "frame: no access unit");
    CHECK(error_of(frame_of(header, octets({0, 0, 0, 2, 7, 8, 9}))) == "frame: no access unit");
    auto other = header;
    other.erase("video");
    CHECK(error_of(frame_of(other, data)) == "frame.video: missing");
    other = header;
    other["video"].erase("configuration");
    CHECK(error_of(frame_of(other, data)) ==
          "frame.video: a key has a codec, a configuration and a size");
    other = header;
    other["video"]["configuration"] = "AQID*A==";
    CHECK(error_of(frame_of(other, data)) == "frame.video.configuration: not base64");
    other["video"]["configuration"] = std::string(2804, 'A');
    CHECK(error_of(frame_of(other, data)).starts_with("frame.video.configuration: "));
    other = header;
    other["video"]["turn"] = 4;
    CHECK(error_of(frame_of(other, data)).starts_with("frame.video.turn: "));
    other = header;
    other["video"]["number"] = -1;
    CHECK(error_of(frame_of(other, data)).starts_with("frame.video.number: "));
    other = header;
    other["codec"] = "jpeg";
    CHECK(error_of(frame_of(other, data)) == "frame.video: missing");
}

TEST_CASE("a unit beyond the limits is not sent", "[link]")
{
    auto large = unit_numbered(1, true);
    auto data = octets({0, 64, 0, 0});
    data.resize(data.size() + 4UL * 1024 * 1024);
    large.data = std::make_shared<screen::bytes>(data);
    CHECK_FALSE(link::encode(large, "udid-1", "stream-1", 0ms, 32UL * 1024 * 1024));
    auto chatty = unit_numbered(1, true);
    auto configuration = *chatty.configuration;
    configuration.record.resize(2101);
    chatty.configuration = std::make_shared<link::video_configuration>(configuration);
    CHECK_FALSE(link::encode(chatty, "udid-1", "stream-1", 0ms, most_of_unit));
    CHECK_FALSE(link::encode(unit_numbered(1, true), "udid-1", "stream-1", 0ms, 5));
    auto empty = unit_numbered(1, true);
    empty.data = nullptr;
    CHECK_FALSE(link::encode(empty, "udid-1", "stream-1", 0ms, most_of_unit));
}

TEST_CASE("a queue of units begins with a key", "[link]")
{
    queue waiting;
    CHECK_FALSE(waiting.in_step());
    CHECK(waiting.offer(shared_unit(1)) == queue::offered::passed_over);
    CHECK(waiting.offer(shared_unit(2, true)) == queue::offered::queued);
    CHECK(waiting.offer(shared_unit(3)) == queue::offered::queued);
    CHECK(waiting.in_step());
    CHECK(waiting.size() == 2);
    CHECK(waiting.bytes() == 12);
    CHECK(drained(waiting) == std::vector<std::uint64_t>{2, 3});
    CHECK(waiting.bytes() == 0);
    CHECK(waiting.in_step());
    CHECK(waiting.offer(shared_unit(4)) == queue::offered::queued);
}

TEST_CASE("a key takes the place of all that waits", "[link]")
{
    queue waiting;
    for (const std::uint64_t each : {1U, 2U, 3U})
        waiting.offer(shared_unit(each, each == 1));
    CHECK(waiting.offer(shared_unit(9, true)) == queue::offered::queued);
    waiting.offer(shared_unit(10));
    CHECK(drained(waiting) == std::vector<std::uint64_t>{9, 10});
}

TEST_CASE("a receiver that wants all is given all that can be had", "[link]")
{
    queue waiting({.keys_supersede = false});
    for (const std::uint64_t each : {1U, 2U, 3U})
        waiting.offer(shared_unit(each, each == 1));
    waiting.offer(shared_unit(4, true));
    CHECK(waiting.offer(shared_unit(6)) == queue::offered::lost_before);
    CHECK(waiting.offer(shared_unit(7)) == queue::offered::passed_over);
    waiting.interrupt();
    waiting.offer(shared_unit(8, true));
    CHECK(drained(waiting) == std::vector<std::uint64_t>{1, 2, 3, 4, 8});
}

TEST_CASE("after a unit that is missing nothing is taken up to the next key", "[link]")
{
    queue waiting;
    waiting.offer(shared_unit(1, true));
    CHECK(waiting.offer(shared_unit(3)) == queue::offered::lost_before);
    CHECK(waiting.empty()); // nor what waited: it goes nowhere that is seen for long
    CHECK_FALSE(waiting.in_step());
    CHECK(waiting.offer(shared_unit(4)) == queue::offered::passed_over);
    CHECK(waiting.offer(shared_unit(5, true)) == queue::offered::queued);
    CHECK(drained(waiting) == std::vector<std::uint64_t>{5});
}

TEST_CASE("a queue that overflows is emptied up to the next key", "[link]")
{
    const bool by_count = GENERATE(true, false);
    queue waiting(by_count ? link::unit_queue_limits{.units = 3, .bytes = 1000}
                           : link::unit_queue_limits{.units = 1000, .bytes = 18});
    for (const std::uint64_t each : {1U, 2U, 3U})
        CHECK(waiting.offer(shared_unit(each, each == 1)) == queue::offered::queued);
    CHECK(waiting.offer(shared_unit(4)) == queue::offered::overflowed);
    CHECK(waiting.empty());
    CHECK(waiting.bytes() == 0);
    CHECK(waiting.offer(shared_unit(5)) == queue::offered::passed_over);
    CHECK(waiting.offer(shared_unit(6, true)) == queue::offered::queued);
    CHECK(waiting.offer(shared_unit(7)) == queue::offered::queued);
    CHECK(drained(waiting) == std::vector<std::uint64_t>{6, 7});
}

TEST_CASE("a unit that is larger than a queue may hold is taken alone", "[link]")
{
    queue waiting({.units = 10, .bytes = 4});
    CHECK(waiting.offer(shared_unit(1, true)) == queue::offered::queued);
    CHECK(waiting.offer(shared_unit(2)) == queue::offered::overflowed);
}

TEST_CASE("whatever is offered, what is taken can be decoded", "[link]")
{
    // All sequences of six events: a key, a unit, a gap, a take.
    for (unsigned sequence = 0; sequence < 4096; ++sequence) {
        queue waiting({.units = 2, .bytes = 1000});
        std::uint64_t number = 0;
        std::optional<std::uint64_t> last; // that was taken
        auto rest = sequence;
        for (int step = 0; step < 6; ++step, rest /= 4) {
            if (rest % 4 == 3) {
                if (const auto taken = waiting.take()) {
                    CHECK((taken->key || (last && taken->number == *last + 1)));
                    last = taken->number;
                }
            } else {
                number += rest % 4 == 2 ? 2 : 1;
                waiting.offer(shared_unit(number, rest % 4 == 0));
            }
        }
    }
}

} // namespace thimble
