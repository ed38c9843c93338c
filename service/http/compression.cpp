#include "service/http/compression.hpp"

#include <boost/beast/core/string.hpp>

#include <algorithm>
#include <charconv>
#include <libdeflate.h>
#include <memory>
#include <optional>

namespace thimble::service::http {

namespace beast = boost::beast;

namespace {

constexpr std::size_t least_bytes = 1024;             // below that it is one packet anyway
constexpr std::size_t most_bytes = 4UL * 1024 * 1024; // some milliseconds of the home thread
constexpr int quickest_level = 1;

using compressor = std::unique_ptr<libdeflate_compressor, decltype(&libdeflate_free_compressor)>;

std::string_view trim(std::string_view text)
{
    const auto first = text.find_first_not_of(" \t");
    if (first == std::string_view::npos)
        return {};
    return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

std::string_view take_trimmed(std::string_view& rest, char mark)
{
    const auto part = rest.substr(0, rest.find(mark));
    rest.remove_prefix(std::min(part.size() + 1, rest.size()));
    return trim(part);
}

/// Whether the parameters of a coding refuse it: "q=0", "q=0.000". What makes no sense refuses too.
bool is_refused(std::string_view parameters)
{
    while (!parameters.empty()) {
        auto value = take_trimmed(parameters, ';');
        if (!beast::iequals(take_trimmed(value, '='), "q"))
            continue;
        const bool weight = !value.empty() && (value.front() == '0' || value.front() == '1') &&
                            value.find_first_not_of("0123456789.") == std::string_view::npos;
        return !weight || value.find_first_of("123456789") == std::string_view::npos;
    }
    return false;
}

bool is_text(const response& what)
{
    const auto type = std::ranges::find_if(
        what.headers, [](const auto& each) { return beast::iequals(each.first, "Content-Type"); });
    return type != what.headers.end() &&
           (type->second.starts_with("application/json") || type->second.starts_with("text/"));
}

/// Nothing when it would not become smaller.
std::optional<std::string> gzip(const std::string& text)
{
    const compressor with(libdeflate_alloc_compressor(quickest_level), libdeflate_free_compressor);
    if (!with)
        return std::nullopt;
    std::string out(text.size(), '\0');
    const auto length =
        libdeflate_gzip_compress(with.get(), text.data(), text.size(), out.data(), out.size());
    if (length == 0)
        return std::nullopt;
    out.resize(length);
    return out;
}

} // namespace

bool accepts_gzip(std::string_view accept_encoding)
{
    std::optional<bool> named;
    bool any = false;
    while (!accept_encoding.empty()) {
        auto parameters = take_trimmed(accept_encoding, ',');
        const auto coding = take_trimmed(parameters, ';');
        if (beast::iequals(coding, "gzip") || beast::iequals(coding, "x-gzip"))
            named = !is_refused(parameters);
        else if (coding == "*")
            any = !is_refused(parameters);
    }
    return named.value_or(any);
}

void compress(const request& for_whom, response& what)
{
    auto* text = std::get_if<std::string>(&what.body);
    if (text == nullptr || text->size() < least_bytes || text->size() > most_bytes ||
        !is_text(what))
        return;
    what.set("Vary", "Accept-Encoding");
    if (!accepts_gzip(for_whom.head[beast::http::field::accept_encoding]))
        return;
    if (auto smaller = gzip(*text)) {
        *text = std::move(*smaller);
        what.set("Content-Encoding", "gzip");
    }
}

} // namespace thimble::service::http
