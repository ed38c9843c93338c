#include "device/dtx/dialogue.hpp"

#include "device/dtx/archive.hpp"

#include <type_traits>

namespace thimble::device::dtx {
namespace {

constexpr std::string_view publishing = "_notifyOfPublishedCapabilities:";
constexpr std::string_view error_domain = "DTXConnection";

// The parts of calls that are looked at are small, unlike answers.
constexpr archive_limits of_selector{.depth = 8, .objects = 64, .bytes = 64UL << 10};
constexpr archive_limits of_argument{.depth = 64, .objects = 1UL << 14, .bytes = 4UL << 20};

ns_error message_error(std::string what)
{
    return {.domain = std::string(error_domain),
            .code = 1,
            .user_info = {{"NSLocalizedDescription", std::move(what)}}};
}

/// An answer goes up by one, so that whoever has begun has the even numbers.
bool is_answer(const message_header& what)
{
    return what.conversation % 2 == 1;
}

std::int32_t with_other_sign(std::int32_t channel)
{
    return static_cast<std::int32_t>(0U - static_cast<std::uint32_t>(channel));
}

std::expected<std::string, malformed> selector_in(const message_body& what)
{
    auto read = unarchive(what.payload, of_selector);
    if (!read)
        return std::unexpected(read.error());
    if (auto* text = read->as<std::string>())
        return std::move(*text);
    return std::unexpected(malformed::not_a_selector);
}

value value_of(const argument& what)
{
    return std::visit(
        []<class Type>(const Type& each) -> value {
            if constexpr (std::is_same_v<Type, no_argument>) {
                return null{};
            } else if constexpr (std::is_same_v<Type, std::int32_t>) {
                return static_cast<std::int64_t>(each);
            } else if constexpr (std::is_same_v<Type, bytes>) {
                auto read = unarchive(each, of_argument);
                return read ? std::move(*read) : value(each);
            } else {
                return each;
            }
        },
        what);
}

/// An answer that says nothing may be an object without a payload.
std::expected<value, malformed> payload_value(const message_body& what)
{
    if (what.kind == payload_kind::nothing || what.payload.empty())
        return value();
    return unarchive(what.payload);
}

} // namespace

std::expected<answer, malformed> read_answer(byte_view body)
{
    const auto what = decode_body(body);
    if (!what)
        return std::unexpected(what.error());
    auto content = payload_value(*what);
    if (!content)
        return std::unexpected(content.error());
    if (what->kind != payload_kind::error)
        return answer(std::move(*content));
    if (auto* error = content->as<ns_error>())
        return answer(std::unexpected(std::move(*error)));
    return answer(std::unexpected(ns_error{}));
}

value incoming_call::argument_at(std::size_t place) const
{
    return place < arguments.size() ? value_of(arguments[place]) : value();
}

argument archived(const value& what)
{
    return archive(what);
}

ns_error unknown_selector(std::string_view selector)
{
    return message_error("No such selector here: " + std::string(selector));
}

dialogue::dialogue(const dictionary& capabilities)
{
    call({.selector = std::string(publishing), .arguments = {archived(capabilities)}}, false);
}

void dialogue::put(const message_header& header, const message_body& what)
{
    const auto before = output_.size();
    put_message(output_, header, encode(what));
    produced_ += output_.size() - before;
}

std::uint32_t dialogue::call(const outgoing_call& what, bool wants_answer)
{
    const auto identifier = next_identifier_++;
    put({.identifier = identifier, .channel = what.channel, .wants_reply = wants_answer},
        {.kind = payload_kind::call,
         .auxiliary = encode(what.arguments),
         .payload = archive(what.selector)});
    return identifier;
}

void dialogue::give_answer(const incoming_call& to, const answer& with)
{
    reply(to.header, with);
}

void dialogue::reply(const message_header& to, const answer& with)
{
    if (!to.wants_reply)
        return;
    message_body body;
    if (!with)
        body = {.kind = payload_kind::error, .payload = archive(with.error())};
    else if (with->as<null>() == nullptr)
        body = {.kind = payload_kind::object, .payload = archive(*with)};
    put({.identifier = to.identifier, .conversation = to.conversation + 1, .channel = to.channel},
        body);
}

std::optional<arrival> dialogue::read(assembled_message what)
{
    if (is_answer(what.header)) {
        reply(what.header, null{});
        return answer_arrived{.identifier = what.header.identifier,
                              .channel = what.header.channel,
                              .body = std::move(what.body)};
    }
    const auto body = decode_body(what.body);
    if (body && body->kind == payload_kind::call)
        return read_call(what.header, *body);
    reply(what.header,
          body ? answer(null{})
               : answer(std::unexpected(message_error(std::string(to_string(body.error()))))));
    return std::nullopt;
}

std::optional<arrival> dialogue::read_call(const message_header& header, const message_body& what)
{
    auto selector = selector_in(what);
    auto given = decode_arguments(what.auxiliary);
    if (!selector || !given) {
        const auto why = !selector ? selector.error() : given.error();
        reply(header, std::unexpected(message_error(std::string(to_string(why)))));
        return std::nullopt;
    }
    incoming_call call{.header = header,
                       .channel = with_other_sign(header.channel),
                       .selector = std::move(*selector),
                       .arguments = std::move(*given)};
    if (header.channel != control_channel || call.selector != publishing)
        return call_arrived{std::move(call)};
    reply(header, null{});
    auto about = call.argument_at(0);
    auto* capabilities = about.as<dictionary>();
    return capabilities_arrived{capabilities == nullptr ? dictionary() : std::move(*capabilities)};
}

} // namespace thimble::device::dtx
