#include "device/coredevice/pasteboard.hpp"

#include "device/coredevice/malformed_answer.hpp"
#include "device/coredevice/service_names.hpp"
#include "device/coredevice/xpc_members.hpp"

#include <array>
#include <optional>

namespace thimble::device::coredevice {
namespace {

constexpr std::chrono::seconds pasteboard_limit{10};
constexpr std::array text_types{"public.utf8-plain-text", "public.plain-text", "public.text"};

failure wrong_answer()
{
    return malformed_answer("its pasteboard");
}

std::string letters_in(const xpc::data& what)
{
    std::string result;
    for (const auto each : what)
        result.push_back(std::to_integer<char>(each));
    return result;
}

/// {type: {data: bytes}}, of the first of our types that is there.
std::optional<std::string> text_in(const xpc::value& item)
{
    const auto* what = item.as<xpc::dictionary>();
    const auto* by_type = what != nullptr ? xpc::member<xpc::dictionary>(*what, "data") : nullptr;
    if (by_type == nullptr)
        return std::nullopt;
    for (const auto* type : text_types) {
        const auto* wrapped = xpc::member<xpc::dictionary>(*by_type, type);
        const auto* bytes = wrapped != nullptr ? xpc::member<xpc::data>(*wrapped, "data") : nullptr;
        if (bytes != nullptr)
            return letters_in(*bytes);
    }
    return std::nullopt;
}

xpc::dictionary item_with(const std::string& text)
{
    xpc::data letters;
    for (const char each : text)
        letters.push_back(static_cast<std::byte>(each));
    xpc::array types;
    xpc::dictionary by_type;
    for (const auto* type : text_types) {
        types.push_back(type);
        by_type.add(type, xpc::dictionary{{"data", letters}});
    }
    return {{"types", std::move(types)}, {"data", std::move(by_type)}};
}

} // namespace

boost::asio::awaitable<result<std::string>> read_pasteboard(core_device& of)
{
    xpc::dictionary question{{"command", "PULL"},
                             {"pasteboardName", "general"},
                             {"dataPolicy", xpc::dictionary{{"allResolved", xpc::dictionary()}}}};
    const auto answer = co_await of.ask(service::pasteboard, std::move(question), pasteboard_limit);
    if (!answer)
        co_return std::unexpected(answer.error());
    if (xpc::text_member(*answer, "command") != "PULL_REPLY")
        co_return std::unexpected(wrong_answer());
    const auto* within = xpc::member<xpc::dictionary>(*answer, "pasteboard");
    const auto* items = xpc::member<xpc::array>(within != nullptr ? *within : *answer, "items");
    if (items == nullptr)
        co_return std::unexpected(wrong_answer());
    for (const auto& each : *items)
        if (auto text = text_in(each))
            co_return std::move(*text);
    co_return std::string();
}

boost::asio::awaitable<result<void>> write_pasteboard(core_device& of, std::string text)
{
    xpc::dictionary question{{"command", "SET"},
                             {"pasteboardName", "general"},
                             {"items", xpc::array{item_with(text)}},
                             {"sourceMetadata", xpc::null()}};
    const auto answer = co_await of.ask(service::pasteboard, std::move(question), pasteboard_limit);
    if (!answer)
        co_return std::unexpected(answer.error());
    if (xpc::text_member(*answer, "command") != "SET_REPLY")
        co_return std::unexpected(wrong_answer());
    co_return result<void>();
}

} // namespace thimble::device::coredevice
