#include "service/agent/secret_values.hpp"

#include "service/agent/secrets.hpp"
#include "service/ascii.hpp"

#include <algorithm>

namespace thimble::service::agent {

namespace {

constexpr std::string_view written_opening = "{{secret:";
constexpr std::string_view written_closing = "}}";
constexpr std::string_view no_break_space = "\xC2\xA0";

/// Bytes of a space or hyphen at the beginning of `text`; 0 where there is none.
std::size_t gap_at(std::string_view text)
{
    if (text.starts_with(' ') || text.starts_with('-'))
        return 1;
    return text.starts_with(no_break_space) ? no_break_space.size() : 0;
}

std::string without_gaps(std::string_view text)
{
    std::string out;
    while (!text.empty()) {
        const auto gap = gap_at(text);
        if (gap == 0)
            out += text.front();
        text.remove_prefix(std::max<std::size_t>(gap, 1));
    }
    return out;
}

char lower(char letter)
{
    return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter + ('a' - 'A')) : letter;
}

/// How many bytes at the beginning of `text` are `wanted`, gaps between its characters included;
/// 0 where they are something else.
std::size_t length_of_match(std::string_view text, std::string_view wanted)
{
    std::size_t at = 0;
    for (const char each : wanted) {
        while (at > 0 && at < text.size() && lower(text[at]) != each) {
            const auto gap = gap_at(text.substr(at));
            if (gap == 0)
                return 0;
            at += gap;
        }
        if (at >= text.size() || lower(text[at]) != each)
            return 0;
        ++at;
    }
    return at;
}

} // namespace

void secret_values::add(std::string name, std::string_view value)
{
    auto wanted = to_lower(without_gaps(value));
    if (wanted.size() < shortest_secret)
        wanted = to_lower(value); // hardly more than gaps: those count then
    if (wanted.size() < shortest_secret)
        return;
    const auto is_known = [&](const row& each) {
        return each.name == name && each.wanted == wanted;
    };
    if (std::ranges::any_of(rows_, is_known))
        return;
    const auto shorter = std::ranges::find_if(
        rows_, [&](const row& each) { return each.wanted.size() < wanted.size(); });
    rows_.insert(shorter, {.name = std::move(name), .wanted = std::move(wanted)});
}

const secret_values::row* secret_values::find_at(std::string_view text, std::size_t& length) const
{
    for (const auto& each : rows_)
        if (length = length_of_match(text, each.wanted); length > 0)
            return &each;
    return nullptr;
}

std::size_t secret_values::name_at(std::string_view text) const
{
    if (!text.starts_with(written_opening))
        return 0;
    const auto ends = text.find(written_closing, written_opening.size());
    if (ends == std::string_view::npos)
        return 0;
    const auto name = text.substr(written_opening.size(), ends - written_opening.size());
    return std::ranges::find(rows_, name, &row::name) == rows_.end()
               ? 0
               : ends + written_closing.size();
}

std::string secret_values::without_secrets(std::string_view text) const
{
    std::string out;
    while (!text.empty()) {
        std::size_t length = name_at(text);
        if (length > 0) {
            out += text.substr(0, length); // a name may look like a value; it is none
        } else if (const auto* found = find_at(text, length)) {
            out += written_opening;
            out += found->name;
            out += written_closing;
        } else {
            length = 1;
            out += text.front();
        }
        text.remove_prefix(length);
    }
    return out;
}

nlohmann::json secret_values::without_secrets_in(const nlohmann::json& value) const
{
    if (value.is_string())
        return without_secrets(value.get_ref<const std::string&>());
    auto out = value;
    if (value.is_array())
        std::ranges::transform(value, out.begin(),
                               [this](const auto& each) { return without_secrets_in(each); });
    if (value.is_object()) {
        out.clear();
        for (const auto& [name, member] : value.items())
            out[without_secrets(name)] = without_secrets_in(member);
    }
    return out;
}

} // namespace thimble::service::agent
