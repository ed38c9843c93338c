#include "device/dtx/dialogue.hpp"

#include "device/dtx/archive.hpp"

#include <type_traits>

namespace thimble::device::dtx {
namespace {

constexpr std::string_view publishing = "_notifyOfPublishedCapabilities:";
constexpr std::string_view error_domain = "DTXMessage";

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
    auto read = unarchive(what.payload);
    if (!read)
        return std::unexpected(read.error());
    if (auto* text = read->as<std::string>())
        return std::move(*text);
    return std::unexpected(malformed::not_a_selector);
}

value value_of(argument what)
{
    return std::visit(
        []<class Type>(Type& each) -> value {
            if constexpr (std::is_same_v<Type, no_argument>) {
                return null{};
            } else if constexpr (std::is_same_v<Type, std::int32_t>) {
                return static_cast<std::int64_t>(each);
            } else if constexpr (std::is_same_v<Type, bytes>) {
                auto read = unarchive(each);
                return read ? std::move(*read) : value(std::move(each));
            } else {
                return std::move(each);
            }
        },
        what);
}

std::expected<list, malformed> arguments_in(const message_body& what)
{
    auto read = decode_arguments(what.auxiliary);
    if (!read)
        return std::unexpected(read.error());
    list result;
    for (auto& each : *read)
        result.push_back(value_of(std::move(each)));
    return result;
}

/// An answer that says nothing may be an object without a payload.
std::expected<value, malformed> payload_value(const message_body& what)
{
    if (what.kind == payload_kind::nothing || what.payload.empty())
        return value();
    return unarchive(what.payload);
}

std::expected<answer, malformed> answer_in(const assembled_message& what)
{
    const auto body = decode_body(what.body);
    if (!body)
        return std::unexpected(body.error());
    auto content = payload_value(*body);
    if (!content)
        return std::unexpected(content.error());
    if (body->kind != payload_kind::error)
        return answer(std::move(*content));
    if (auto* error = content->as<ns_error>())
        return answer(std::unexpected(std::move(*error)));
    return answer(std::unexpected(ns_error{}));
}

} // namespace

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

std::expected<std::vector<arrival>, malformed> dialogue::take(byte_view more)
{
    const auto messages = assembler_.take(more);
    if (!messages)
        return std::unexpected(messages.error());
    std::vector<arrival> result;
    for (const auto& each : *messages)
        take_message(each, result);
    return result;
}

void dialogue::take_message(const assembled_message& what, std::vector<arrival>& to)
{
    if (is_answer(what.header)) {
        to.emplace_back(answer_arrived{.identifier = what.header.identifier,
                                       .channel = what.header.channel,
                                       .what = answer_in(what)});
        return reply(what.header, null{});
    }
    const auto body = decode_body(what.body);
    if (!body)
        return reply(what.header,
                     std::unexpected(message_error(std::string(to_string(body.error())))));
    if (body->kind != payload_kind::call)
        return reply(what.header, null{});
    take_call(what.header, *body, to);
}

void dialogue::take_call(const message_header& header,
                         const message_body& what,
                         std::vector<arrival>& to)
{
    auto selector = selector_in(what);
    auto given = arguments_in(what);
    if (!selector || !given) {
        const auto why = !selector ? selector.error() : given.error();
        return reply(header, std::unexpected(message_error(std::string(to_string(why)))));
    }
    if (header.channel != control_channel || *selector != publishing) {
        to.emplace_back(call_arrived{{.header = header,
                                      .channel = with_other_sign(header.channel),
                                      .selector = std::move(*selector),
                                      .arguments = std::move(*given)}});
        return;
    }
    auto* about = given->empty() ? nullptr : given->front().as<dictionary>();
    to.emplace_back(capabilities_arrived{about == nullptr ? dictionary() : std::move(*about)});
    reply(header, null{});
}

} // namespace thimble::device::dtx
