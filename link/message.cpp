#include "link/message.hpp"

#include "link/limits.hpp"
#include "link/strict_json.hpp"
#include "link/wire/action_fields.hpp"
#include "link/wire/message_fields.hpp"
#include "link/wire/reader.hpp"
#include "link/wire/writer.hpp"

#include <array>
#include <utility>

namespace thimble::link {

using nlohmann::json;

namespace {

struct message_row {
    std::string_view name;
    bool up = false;   // the daemon may say it
    bool down = false; // the service may say it
};

/// In the order of the variant.
constexpr std::array message_rows{
    message_row{.name = "hello", .up = true, .down = false},
    message_row{.name = "welcome", .up = false, .down = true},
    message_row{.name = "phone", .up = true, .down = false},
    message_row{.name = "host", .up = true, .down = false},
    message_row{.name = "command", .up = false, .down = true},
    message_row{.name = "ack", .up = true, .down = false},
    message_row{.name = "started", .up = true, .down = false},
    message_row{.name = "result", .up = true, .down = false},
    message_row{.name = "settled", .up = false, .down = true},
    message_row{.name = "cancel", .up = false, .down = true},
    message_row{.name = "stream", .up = false, .down = true},
    message_row{.name = "keyframe", .up = false, .down = true},
    message_row{.name = "heartbeat", .up = true, .down = true},
    message_row{.name = "drain", .up = false, .down = true},
};
static_assert(message_rows.size() == std::variant_size_v<message>);

malformed in_whole(std::string_view reason)
{
    return {.field = "message", .reason = std::string(reason)};
}

std::string too_long()
{
    return "longer than " + std::to_string(limits::message_bytes) + " bytes";
}

/// Reads into the alternative that has this name.
template <std::size_t At = 0>
bool read_named(std::string_view name, wire::reader& fields, message& into)
{
    if constexpr (At == message_rows.size()) {
        return false;
    } else {
        if (message_rows[At].name != name)
            return read_named<At + 1>(name, fields, into);
        describe(fields, into.emplace<At>());
        return true;
    }
}

/// The ids of a command whose action is not known here. They stand before the action.
unknown_command command_of(const message& what, std::string action)
{
    const auto& known = std::get<command>(what);
    return {.job_id = known.job_id, .udid = known.udid, .action = std::move(action)};
}

/// Type of the message; empty, and refused, where it does not say so.
std::string type_of(const json& object, wire::findings& found)
{
    const wire::place nowhere{.within = nullptr, .name = "message"};
    wire::findings of_type;
    std::string type;
    {
        wire::reader fields(wire::source{{nowhere, of_type}, object});
        fields.field("type", type, wire::token{.most = limits::word_bytes});
    }
    if (!of_type.failed() && !wire::is_name(type))
        of_type.refuse({.within = &nowhere, .name = "type"}, "not the name of a message");
    found.problem = std::move(of_type.problem);
    return type;
}

std::expected<decoded, malformed> decode_object(const json& object)
{
    wire::findings found;
    const std::string type = type_of(object, found);
    if (found.failed())
        return std::unexpected(*found.problem);
    message what;
    bool known = false;
    {
        const wire::place top{.within = nullptr, .name = type};
        wire::reader fields(wire::source{{top, found}, object});
        std::string passed_over;
        fields.field("type", passed_over, wire::token{.most = limits::word_bytes});
        known = read_named(type, fields, what);
    }
    if (!known)
        return decoded{.what = unknown_message{type}, .unknown_fields = {}};
    if (found.problem)
        return std::unexpected(*found.problem);
    decoded out{.what = {}, .unknown_fields = std::move(found.unknown_fields)};
    if (found.unknown_action)
        out.what = command_of(what, *found.unknown_action);
    else
        out.what = std::move(what);
    return out;
}

} // namespace

std::string_view name_of(const message& what)
{
    return message_rows.at(what.index()).name;
}

bool may_say(side which, const message& what)
{
    const message_row& row = message_rows.at(what.index());
    return which == side::daemon ? row.up : row.down;
}

std::expected<decoded, malformed> decode(std::string_view text)
{
    if (text.size() > limits::message_bytes)
        return std::unexpected(in_whole(too_long()));
    const auto read = parse_json(text, {.nesting = limits::nesting, .values = limits::values});
    if (!read)
        return std::unexpected(in_whole(read.error().what));
    return decode_object(*read);
}

std::expected<std::string, malformed> encode(const message& what)
{
    json object;
    wire::findings found;
    const wire::place top{.within = nullptr, .name = name_of(what)};
    std::visit([&](const auto& one) { write(wire::sink{{top, found}, object}, one); }, what);
    if (found.problem)
        return std::unexpected(*found.problem);
    object["type"] = name_of(what);
    // A phone's texts may be damaged UTF-8: what cannot be read is replaced.
    auto text = object.dump(-1, ' ', false, json::error_handler_t::replace);
    if (text.size() > limits::message_bytes)
        return std::unexpected(
            malformed{.field = std::string(name_of(what)), .reason = too_long()});
    return text;
}

std::string encode_result(result what)
{
    if (auto text = encode(what))
        return *text;
    result bare{.job_id = std::move(what.job_id),
                .udid = std::move(what.udid),
                .outcome = what.outcome,
                .failure = failure{.code = "INTERNAL_ERROR",
                                   .message = "The action has ended, but what it returned is more "
                                              "than a desktop can send. Look at the screen."},
                .frame = {},
                .timings = {},
                .receipt = {}};
    return encode(bare).value();
}

} // namespace thimble::link
