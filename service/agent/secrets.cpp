#include "service/agent/secrets.hpp"

#include "contract/typed_text.hpp"

#include <algorithm>

namespace thimble::service::agent {

namespace {

constexpr std::string_view opening = "{{secret:";
constexpr std::string_view closing = "}}";

} // namespace

std::expected<std::vector<text_piece>, std::string> pieces_of(std::string_view text)
{
    std::vector<text_piece> out;
    while (!text.empty()) {
        const auto begins = std::min(text.find(opening), text.size());
        if (begins > 0)
            out.push_back({.text = text.substr(0, begins)});
        text.remove_prefix(begins);
        if (text.empty())
            break;
        text.remove_prefix(opening.size());
        const auto ends = text.find(closing);
        if (ends == std::string_view::npos || !is_secret_name(text.substr(0, ends)))
            return std::unexpected("A secret is written {{secret:name}}, where the name is one of "
                                   "those that you were told.");
        out.push_back({.text = text.substr(0, ends), .secret = true});
        text.remove_prefix(ends + closing.size());
    }
    return out;
}

std::expected<std::vector<std::string>, std::string> secrets_in(std::string_view text)
{
    const auto pieces = pieces_of(text);
    if (!pieces)
        return std::unexpected(pieces.error());
    std::vector<std::string> names;
    for (const auto& each : *pieces)
        if (each.secret && std::ranges::find(names, each.text) == names.end())
            names.emplace_back(each.text);
    return names;
}

std::expected<std::string, std::string> with_secrets(std::string_view text,
                                                     const secret_lookup& lookup)
{
    const auto pieces = pieces_of(text);
    if (!pieces)
        return std::unexpected(pieces.error());
    std::string out;
    for (const auto& each : *pieces) {
        if (!each.secret) {
            out += each.text;
            continue;
        }
        const auto value = lookup(each.text);
        if (!value)
            return std::unexpected("There is no secret called " + std::string(each.text) + ".");
        out += *value;
    }
    return out;
}

std::expected<link::type, std::string> with_secrets(const link::type& what,
                                                    const secret_lookup& lookup)
{
    auto filled = with_secrets(what.text, lookup);
    if (!filled)
        return std::unexpected(std::move(filled.error()));
    const auto checked = check_typed_text(*filled, what.method);
    if (checked)
        return link::type{.text = std::move(*filled), .method = what.method};
    if (*filled == what.text)
        return std::unexpected(checked.error().message);
    // The position of a character would tell something of the values before it.
    return std::unexpected("With its secrets the text is too long, or has characters that cannot "
                           "be typed.");
}

} // namespace thimble::service::agent
