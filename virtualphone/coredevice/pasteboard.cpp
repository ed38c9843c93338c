// pasteboardservice: the clipboard, without an app in front and without a question to the person.
#include "virtualphone/coredevice/services.hpp"

#include <array>

namespace thimble::virtualphone::coredevice {
namespace {

constexpr std::array text_types{"public.utf8-plain-text", "public.plain-text", "public.text"};

xpc::dictionary item_of(const std::string& text)
{
    const xpc::bytes letters(text.begin(), text.end());
    xpc::array types;
    xpc::dictionary content;
    for (const char* type : text_types) {
        types.emplace_back(type);
        content.add(type, xpc::dictionary{{"data", letters}});
    }
    return {{"types", std::move(types)}, {"data", std::move(content)}};
}

xpc::dictionary pull_reply(const std::string& text)
{
    xpc::array items;
    if (!text.empty())
        items.emplace_back(item_of(text));
    return {{"command", "PULL_REPLY"},
            {"pasteboard", xpc::dictionary{{"items", std::move(items)}}}};
}

std::optional<std::string> text_of_item(const xpc::object& item)
{
    const auto* members = item.as<xpc::dictionary>();
    const auto* data =
        members == nullptr ? nullptr : xpc::member<xpc::dictionary>(*members, "data");
    for (const char* type : text_types) {
        const auto* wrapped = data == nullptr ? nullptr : xpc::member<xpc::dictionary>(*data, type);
        const auto* letters =
            wrapped == nullptr ? nullptr : xpc::member<xpc::bytes>(*wrapped, "data");
        if (letters != nullptr)
            return std::string(letters->begin(), letters->end());
    }
    return std::nullopt;
}

/// The first item that is text; this phone has no other ones.
std::optional<std::string> text_in(const xpc::dictionary& request)
{
    const auto* items = xpc::member<xpc::array>(request, "items");
    if (items == nullptr)
        return std::nullopt;
    for (const auto& each : *items)
        if (auto text = text_of_item(each))
            return text;
    return "";
}

/// Nothing: the request is none.
std::optional<xpc::dictionary> answer_request(conversation& with, const xpc::dictionary& request)
{
    const auto* command = xpc::member<std::string>(request, "command");
    const auto* board = xpc::member<std::string>(request, "pasteboardName");
    if (command == nullptr || board == nullptr || *board != "general")
        return std::nullopt;
    operating_system& os = with.os();
    if (*command == "PULL" && xpc::member<xpc::dictionary>(request, "dataPolicy") != nullptr)
        return pull_reply(os.clipboard());
    auto text = *command == "SET" ? text_in(request) : std::nullopt;
    if (!text)
        return std::nullopt;
    os.copy(*std::move(text), with.device.clock.now()); // by a service of the phone itself
    return xpc::dictionary{{"command", "SET_REPLY"}};
}

} // namespace

boost::asio::awaitable<void> serve_pasteboard(conversation& with)
{
    for (;;) {
        const xpc::message request = co_await with.host.receive();
        auto answer = answer_request(with, *request.body->as<xpc::dictionary>());
        const auto fault = with.device.faults.take_other_than_refusal(with.service);
        if (fault && fault->kind == fault_kind::hang)
            co_await with.host.until_closed();
        if (fault && fault->kind == fault_kind::corrupt)
            answer = xpc::dictionary{{"command", "OTHER_REPLY"}};
        if (!answer || (fault && fault->kind != fault_kind::corrupt))
            co_return with.host.abort();
        co_await with.host.reply(request, *std::move(answer));
    }
}

} // namespace thimble::virtualphone::coredevice
