#include "tests/models/scripted_model/director.hpp"

#include <algorithm>
#include <stdexcept>

namespace thimble::scripted_model {

namespace {

using nlohmann::json;

std::string_view name_of(format as)
{
    return as == format::anthropic ? "anthropic" : "openai";
}

std::optional<format> format_at(std::string_view target)
{
    if (target.ends_with("/v1/messages"))
        return format::anthropic;
    if (target.ends_with("/chat/completions"))
        return format::openai;
    return std::nullopt;
}

turn refusal(unsigned status, std::string type, std::string message)
{
    turn out;
    out.http =
        scripted_error{.status = status, .type = std::move(type), .message = std::move(message)};
    return out;
}

std::string words_in(const json& content)
{
    if (content.is_string())
        return content.get<std::string>();
    std::string out;
    for (const auto& block : content)
        out += block.value("text", "");
    return out;
}

std::string first_words(const json& messages)
{
    for (const auto& each : messages)
        if (each.value("role", "") == "user")
            return words_in(each.at("content"));
    return "";
}

std::size_t turns_in(const json& messages)
{
    return static_cast<std::size_t>(std::ranges::count_if(
        messages, [](const json& each) { return each.value("role", "") == "assistant"; }));
}

/// Pictures are told by their length: the log is for people and for tests.
json without_pictures(json value)
{
    constexpr std::size_t longest = 4096;
    if (value.is_structured())
        for (auto& each : value)
            each = without_pictures(std::move(each));
    else if (value.is_string() && value.get_ref<const std::string&>().size() > longest)
        return "(" + std::to_string(value.get_ref<const std::string&>().size()) + " characters)";
    return value;
}

} // namespace

director::director(script plays, const std::string& log)
    : script_(std::move(plays)), played_(script_.conversations.size())
{
    if (log.empty())
        return;
    log_.open(log, std::ios::app);
    if (!log_)
        throw std::runtime_error("the log cannot be written: " + log);
}

scene director::answer(const request& asked, int connection)
{
    const auto as = format_at(std::string_view(asked.target()));
    const auto body = json::parse(asked.body(), nullptr, false);
    nlohmann::ordered_json noted{{"connection", connection},
                                 {"target", std::string_view(asked.target())},
                                 {"key", has_key(asked)}};
    scene out;
    if (!as)
        out.what = refusal(404, "not_found_error", "there is nothing here");
    else if (!has_key(asked))
        out = {.what = refusal(401, "authentication_error", "invalid key"), .as = *as};
    else if (!body.is_object() || !body.contains("messages"))
        out = {.what = refusal(400, "invalid_request_error", "the body is no prompt"), .as = *as};
    else
        out = play(body, *as, noted);
    noted["body"] = without_pictures(body);
    note(noted);
    return out;
}

scene director::play(const json& body, format as, nlohmann::ordered_json& noted)
{
    const auto words = first_words(body.at("messages"));
    const auto& all = script_.conversations;
    const auto found = std::ranges::find_if(
        all, [&](const conversation& each) { return words.contains(each.when); });
    if (found == all.end())
        return {.what = refusal(500, "api_error", "the script has no such conversation"), .as = as};
    auto& played = played_[static_cast<std::size_t>(found - all.begin())];
    auto next = found->by_history ? turns_in(body.at("messages")) : played++;
    noted["format"] = name_of(as);
    noted["conversation"] = found->when;
    noted["turn"] = next;
    if (found->repeat_last)
        next = std::min(next, found->turns.size() - 1);
    if (next >= found->turns.size())
        return {.what = refusal(500, "api_error", "the script has ended"), .as = as};
    return {.what = found->turns[next], .as = as, .model = body.value("model", "")};
}

bool director::has_key(const request& asked) const
{
    return script_.key.empty() || asked["x-api-key"] == script_.key ||
           asked["Authorization"] == "Bearer " + script_.key;
}

void director::note(const nlohmann::ordered_json& line)
{
    if (log_.is_open())
        log_ << line.dump() << '\n' << std::flush;
}

} // namespace thimble::scripted_model
