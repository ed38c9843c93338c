// Forms of what comes over the link: the messages, the pictures, the units of video. The same input
// is read as either; whatever is taken can be written, and is taken the same again.
#include "link/access_unit.hpp"
#include "link/limits.hpp"
#include "link/message.hpp"
#include "link/picture_frame.hpp"
#include "tests/fuzz/fuzz.hpp"

namespace thimble::fuzz {

namespace {

void check_error(const link::malformed& what)
{
    require(!what.field.empty(), "an error names a field");
    require(!what.reason.empty(), "an error has a reason");
}

void check_message(const link::message& what)
{
    const auto text = link::encode(what);
    require(text.has_value(), "a message that was taken can be written");
    const auto again = link::decode(*text);
    require(again.has_value(), "a message that was written is taken");
    const auto* message = std::get_if<link::message>(&again->what);
    require(message != nullptr && message->index() == what.index(), "it is the same message");
    require(link::encode(*message) == *text, "it has the same fields");
}

void check_text(std::string_view text)
{
    const auto read = link::decode(text);
    if (!read)
        return check_error(read.error());
    for (const auto& field : read->unknown_fields)
        require(!field.empty(), "a field has a name");
    if (const auto* message = std::get_if<link::message>(&read->what))
        check_message(*message);
    if (const auto* unknown = std::get_if<link::unknown_message>(&read->what))
        require(!unknown->type.empty(), "an unknown message has a type");
    if (const auto* unknown = std::get_if<link::unknown_command>(&read->what))
        require(!unknown->job_id.empty() && !unknown->udid.empty(), "it can be answered");
}

void check_unit(const link::picture_frame& frame)
{
    const auto before = std::make_shared<const link::video_configuration>();
    const auto read = link::unit_of(frame.header, frame.picture, before);
    if (!read)
        return check_error(read.error());
    require(read->data && !read->data->empty(), "a unit has content");
    require(read->configuration && (read->configuration == before) != read->key,
            "a key has a configuration of its own");
    const auto written = link::encode(*read, frame.header.udid, frame.header.stream_id,
                                      frame.header.at, link::limits::frame_bytes);
    require(written.has_value(), "a unit that was taken can be written");
    const auto again = link::decode_frame(*written, link::limits::frame_bytes);
    require(again.has_value(), "a unit that was written is a frame");
    const auto same = link::unit_of(again->header, again->picture, before);
    require(same && same->number == read->number && same->captured_at == read->captured_at &&
                *same->data == *read->data && *same->configuration == *read->configuration,
            "it is the same unit");
}

void check_binary(std::span<const std::byte> binary)
{
    const auto read = link::decode_frame(binary, link::limits::frame_bytes);
    if (!read)
        return check_error(read.error());
    const auto written = link::encode(*read, link::limits::frame_bytes);
    require(written.has_value(), "a picture that was taken can be written");
    const auto again = link::decode_frame(*written, link::limits::frame_bytes);
    require(again && again->header == read->header, "it has the same header");
    require(again->picture.size() == read->picture.size(), "it has the same picture");
    check_unit(*read);
}

} // namespace

} // namespace thimble::fuzz

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace thimble;
    fuzz::check_text(fuzz::text_of(data, size));
    fuzz::check_binary(std::as_bytes(std::span(data, size)));
    return 0;
}
