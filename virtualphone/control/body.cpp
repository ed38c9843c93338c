#include "virtualphone/control/body.hpp"

#include <cmath>
#include <cstddef>
#include <utility>

namespace thimble::virtualphone::control {

namespace {

using nlohmann::json;

constexpr int deepest_nesting = 16;
constexpr std::size_t longest_text = 64 * 1024;
constexpr std::size_t most_texts = 8;

std::unexpected<std::string> wrong(std::string_view name, std::string_view demand)
{
    return std::unexpected(std::string(name).append(" must be ").append(demand));
}

} // namespace

std::expected<json, std::string> read_body(std::string_view text)
{
    if (text.empty())
        return json::object();
    bool too_deep = false;
    const auto shallow = [&](int depth, json::parse_event_t, const json&) {
        too_deep = too_deep || depth > deepest_nesting;
        return depth <= deepest_nesting;
    };
    json body = json::parse(text, shallow, false);
    if (too_deep || !body.is_object())
        return std::unexpected("the body must be a JSON object");
    return body;
}

std::expected<std::string, std::string>
text_of(const json& body, std::string_view name, const std::optional<std::string>& otherwise)
{
    const auto given = body.find(name);
    if (given == body.end() && otherwise)
        return *otherwise;
    if (given == body.end() || !given->is_string())
        return wrong(name, "a string");
    if (given->get_ref<const std::string&>().size() > longest_text)
        return wrong(name, "at most 64 KiB long");
    return given->get<std::string>();
}

std::expected<std::vector<std::string>, std::string>
texts_of(const json& body, std::string_view name, std::vector<std::string> otherwise)
{
    const auto given = body.find(name);
    if (given == body.end())
        return otherwise;
    if (!given->is_array() || given->empty() || given->size() > most_texts)
        return wrong(name, "a list of one to eight strings");
    std::vector<std::string> texts;
    for (const json& item : *given) {
        if (!item.is_string() || item.get_ref<const std::string&>().empty())
            return wrong(name, "a list of strings that are not empty");
        texts.push_back(item.get<std::string>());
    }
    return texts;
}

std::expected<double, std::string>
number_of(const json& body, std::string_view name, double lowest, double highest, double otherwise)
{
    const auto given = body.find(name);
    if (given == body.end())
        return otherwise;
    const double value = given->is_number() ? given->get<double>() : std::nan("");
    if (!(value >= lowest && value <= highest)) {
        return wrong(name,
                     "a number between " + json(lowest).dump() + " and " + json(highest).dump());
    }
    return value;
}

} // namespace thimble::virtualphone::control
