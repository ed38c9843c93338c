#include "service/mcp_tools/phone_choice.hpp"

#include "text/called.hpp"

namespace thimble::service::mcp_tools {

namespace asio = boost::asio;
using nlohmann::json;

namespace {

/// Null counts as empty.
std::string text_of(const json& record, const char* name)
{
    const auto found = record.find(name);
    return found != record.end() && found->is_string() ? found->get<std::string>() : std::string();
}

bool is_connected(const json& phone)
{
    return text_of(phone, "connection_status") != "offline";
}

std::vector<called> calls_of(const json& phones)
{
    std::vector<called> out;
    for (const auto& each : phones)
        out.push_back({.ids = {text_of(each, "id"), text_of(each, "unique_id")},
                       .names = {text_of(each, "display_name"), text_of(each, "name")}});
    return out;
}

std::string labels_of(const json& phone)
{
    std::string out;
    for (const auto& each : phone.value("labels", json::array()))
        if (each.is_string())
            out += (out.empty() ? "" : " ") + each.get<std::string>();
    return out;
}

std::string names_of(const json& phones)
{
    std::string out;
    for (const auto& each : phones)
        out += "\n" + line_of(each);
    return out.empty() ? "\nThere is none." : out;
}

chosen_phone chosen(const json& phone)
{
    const auto pixels = [&](const char* edge) {
        const auto found = phone.find(edge);
        return found != phone.end() && found->is_number_integer() ? found->get<int>() : 0;
    };
    return {.id = text_of(phone, "id"),
            .name = name_of(phone),
            .width = pixels("width"),
            .height = pixels("height")};
}

/// Of those that are there; else of all, so that the answer is that it is offline.
std::expected<chosen_phone, std::string> only_one(const json& phones)
{
    std::vector<const json*> there;
    for (const auto& each : phones) {
        if (each.value("selected", false))
            return chosen(each);
        if (is_connected(each))
            there.push_back(&each);
    }
    if (there.empty() && phones.size() == 1)
        return chosen(phones.front());
    if (there.size() == 1)
        return chosen(*there.front());
    return std::unexpected((there.empty() ? "No phone is connected. Known are:"
                                          : "Say which phone is meant, in `phone`:") +
                           names_of(phones));
}

} // namespace

std::string name_of(const json& phone)
{
    const auto shown = text_of(phone, "display_name");
    return shown.empty() ? text_of(phone, "name") : shown;
}

std::string line_of(const json& phone)
{
    auto out = name_of(phone) + " (" + text_of(phone, "id") + ")";
    if (const auto version = text_of(phone, "os_version"); !version.empty())
        out += ", iOS " + version;
    if (const auto words = labels_of(phone); !words.empty())
        out += ", labels: " + words;
    if (!is_connected(phone))
        return out + ", offline";
    const auto readiness = phone.value("readiness", json::object());
    if (readiness.value("ready", false))
        return out + ", ready";
    out += ", not ready";
    for (const auto& each : readiness.value("blockers", json::array()))
        out += ": " + text_of(each, "message") + " " + text_of(each, "remedy");
    return out;
}

asio::awaitable<std::expected<json, rest_answer>> list_phones(tool_use& use)
{
    auto answer = co_await use.get("/v1/phones");
    if (!answer.ok() || !answer.record.is_array())
        co_return std::unexpected(std::move(answer));
    co_return std::move(answer.record);
}

asio::awaitable<std::expected<chosen_phone, std::string>> choose_phone(tool_use& use)
{
    const auto phones = co_await list_phones(use);
    if (!phones)
        co_return std::unexpected("The phones cannot be listed now.");
    const auto wanted = use.text("phone");
    if (wanted.empty())
        co_return only_one(*phones);
    const auto places = find_called(wanted, calls_of(*phones));
    if (places.size() > 1)
        co_return std::unexpected("Several phones are called so; use an id:" + names_of(*phones));
    if (places.empty())
        co_return std::unexpected("There is no such phone. There are:" + names_of(*phones));
    co_return chosen((*phones)[places.front()]);
}

json phone_argument()
{
    return {{"type", "string"},
            {"maxLength", 200},
            {"description", "Id, UDID or name; needed where there are several."}};
}

} // namespace thimble::service::mcp_tools
