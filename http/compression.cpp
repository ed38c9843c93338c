#include "http/compression.hpp"

#include "http/accept.hpp"

#include <boost/beast/core/string.hpp>

#include <algorithm>
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
    for (const auto* const coding : {"gzip", "x-gzip", "*"})
        if (const auto said = accepts(accept_encoding, coding))
            return *said;
    return false;
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
