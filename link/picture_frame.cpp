#include "link/picture_frame.hpp"

#include "link/limits.hpp"
#include "link/strict_json.hpp"
#include "link/wire/phone_fields.hpp"
#include "link/wire/reader.hpp"
#include "link/wire/writer.hpp"

#include <cstdint>

namespace thimble::link {

using nlohmann::json;

namespace wire {

void describe(auto& fields, is<video_header> auto& what)
{
    fields.field("number", what.number, whole{.least = 0, .most = limits::exact_integer});
    fields.field("turn", what.turn, whole{.least = 0, .most = 3});
    fields.field("captured_at_us", what.captured_at,
                 whole{.least = 0, .most = limits::exact_integer});
    fields.field("codec", what.codec, a_word);
    fields.field("configuration", what.configuration, token{.most = limits::configuration_bytes});
    fields.field("coded_size", what.coded_size);
}

void describe(auto& fields, is<frame_header> auto& what)
{
    fields.field("udid", what.udid, a_udid);
    fields.field("frame_id", what.frame_id, an_id);
    fields.field("stream_id", what.stream_id, token{.most = limits::id_bytes, .least = 0});
    fields.field("codec", what.codec);
    fields.field("key", what.key);
    fields.field("at_us", what.at, whole{.least = 0, .most = limits::exact_integer});
    describe(fields, what.size);
    fields.field("orientation", what.turned);
    fields.field("captured_at_ms", what.captured_at);
    fields.field("video", what.video);
}

} // namespace wire

namespace {

constexpr std::size_t length_bytes = 4;
constexpr wire::place frame_place{.within = nullptr, .name = "frame"};

std::unexpected<malformed> refused_frame(std::string reason)
{
    return std::unexpected(malformed{.field = "frame", .reason = std::move(reason)});
}

std::string longer_than(std::string_view what, std::size_t most)
{
    return std::string(what) + " longer than " + std::to_string(most) + " bytes";
}

void append_length(screen::bytes& to, std::size_t length)
{
    for (int shift = 24; shift >= 0; shift -= 8)
        to.push_back(static_cast<std::byte>(length >> static_cast<unsigned>(shift)));
}

std::size_t length_at_front(std::span<const std::byte> binary)
{
    std::uint32_t length = 0;
    for (const std::byte each : binary.first(length_bytes))
        length = (length << 8U) | std::to_integer<std::uint32_t>(each);
    return length;
}

std::expected<frame_header, malformed> decode_header(std::string_view text)
{
    const auto object =
        parse_json(text, {.nesting = limits::nesting, .values = limits::frame_header_bytes});
    if (!object)
        return refused_frame(std::string(object.error().what));
    wire::findings found;
    frame_header header;
    read(wire::source{{frame_place, found}, *object}, header);
    if (found.problem)
        return std::unexpected(*found.problem);
    return header;
}

} // namespace

link::codec codec_of(screen::picture_format format)
{
    switch (format) {
    case screen::picture_format::jpeg:
        return codec::jpeg;
    case screen::picture_format::webp:
        return codec::webp;
    case screen::picture_format::png:
        break;
    }
    return codec::png;
}

std::expected<screen::bytes, malformed> encode(const picture_frame& what, std::size_t most)
{
    if (what.picture.empty() || what.picture.size() > most)
        return refused_frame(what.picture.empty() ? "no picture" : longer_than("picture", most));
    json object;
    wire::findings found;
    write(wire::sink{{frame_place, found}, object}, what.header);
    if (found.problem)
        return std::unexpected(*found.problem);
    const std::string header = object.dump(); // ids and words alone: valid UTF-8, and short
    screen::bytes binary;
    binary.reserve(length_bytes + header.size() + what.picture.size());
    append_length(binary, header.size());
    const auto header_bytes = std::as_bytes(std::span(header));
    binary.insert(binary.end(), header_bytes.begin(), header_bytes.end());
    binary.insert(binary.end(), what.picture.begin(), what.picture.end());
    return binary;
}

std::expected<picture_frame, malformed> decode_frame(std::span<const std::byte> binary,
                                                     std::size_t most)
{
    if (binary.size() < length_bytes)
        return refused_frame("no length of a header");
    const std::size_t length = length_at_front(binary);
    const auto rest = binary.subspan(length_bytes);
    if (length > limits::frame_header_bytes)
        return refused_frame(longer_than("header", limits::frame_header_bytes));
    if (length > rest.size())
        return refused_frame("shorter than its header");
    const auto picture = rest.subspan(length);
    if (picture.empty() || picture.size() > most)
        return refused_frame(picture.empty() ? "no picture" : longer_than("picture", most));
    auto header =
        decode_header({reinterpret_cast<const char*>(rest.data()), length}); // octets as they came
    if (!header)
        return std::unexpected(std::move(header.error()));
    return picture_frame{.header = std::move(*header), .picture = picture};
}

} // namespace thimble::link
