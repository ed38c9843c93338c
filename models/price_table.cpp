#include "models/price_table.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <charconv>
#include <optional>

namespace thimble::service::models {

namespace {

constexpr std::int64_t million = 1'000'000;
constexpr std::int64_t dearest = 1'000 * million;
constexpr std::size_t decimals = 6; // of a dollar that count

std::string_view trimmed(std::string_view text)
{
    const auto first = text.find_first_not_of(" \t\n");
    if (first == std::string_view::npos)
        return {};
    return text.substr(first, text.find_last_not_of(" \t\n") - first + 1);
}

/// The part before `mark`, which is taken off with it; all of it where there is none.
std::string_view take_until(std::string_view& text, char mark)
{
    const auto piece = text.substr(0, text.find(mark));
    text.remove_prefix(std::min(piece.size() + 1, text.size()));
    return piece;
}

std::optional<std::int64_t> parse_digits(std::string_view text)
{
    std::int64_t value = 0;
    const auto* const end = text.data() + text.size();
    const auto [stopped, error] = std::from_chars(text.data(), end, value);
    if (text.empty() || text.front() == '-' || error != std::errc{} || stopped != end)
        return std::nullopt;
    return value;
}

/// Micro-dollars of "3", "0.25".
std::optional<std::int64_t> parse_dollars(std::string_view text)
{
    auto rest = text;
    const auto dollars = parse_digits(take_until(rest, '.'));
    std::string fraction(rest);
    if (!dollars || *dollars > dearest / million || fraction.size() > decimals ||
        (fraction.empty() && text.contains('.')))
        return std::nullopt;
    fraction.resize(decimals, '0');
    const auto micro = parse_digits(fraction);
    if (!micro || *dollars * million + *micro > dearest)
        return std::nullopt;
    return *dollars * million + *micro;
}

std::optional<price> parse_price(std::string_view text)
{
    std::vector<std::int64_t> all;
    while (!text.empty()) {
        const auto one = parse_dollars(trimmed(take_until(text, '/')));
        if (!one)
            return std::nullopt;
        all.push_back(*one);
    }
    if (all.size() != 2 && all.size() != 4)
        return std::nullopt;
    const bool cached = all.size() == 4;
    return price{.input = all[0],
                 .output = all[1],
                 .cache_read = cached ? all[2] : all[0],
                 .cache_written = cached ? all[3] : all[0]};
}

} // namespace

void price_table::set(std::string beginning, price what)
{
    std::erase_if(rows_, [&](const row& each) { return each.beginning == beginning; });
    rows_.push_back({.beginning = std::move(beginning), .what = what});
}

const price* price_table::find(std::string_view model) const
{
    const row* best = nullptr;
    for (const auto& each : rows_)
        if (model.starts_with(each.beginning) &&
            (best == nullptr || each.beginning.size() > best->beginning.size()))
            best = &each;
    return best == nullptr ? nullptr : &best->what;
}

cost price_table::of(std::string_view model, const token_usage& used) const
{
    const auto* const what = find(model);
    if (what == nullptr)
        return {};
    // No more than four times a billion tokens times a billion: that fits.
    const auto sum = used.input * what->input + used.output * what->output +
                     used.cache_read * what->cache_read + used.cache_written * what->cache_written;
    return {.micro_dollars = (sum + million / 2) / million, .known = used.told || *what == price{}};
}

std::expected<price_table, std::string> parse_prices(std::string_view text)
{
    price_table out;
    while (!text.empty()) {
        const auto entry = trimmed(take_until(text, ','));
        const auto equals = entry.rfind('='); // names may have one
        const auto name = trimmed(entry.substr(0, equals));
        const auto what =
            equals == std::string_view::npos ? std::nullopt : parse_price(entry.substr(equals + 1));
        if (name.empty() || !what)
            return std::unexpected(fmt::format(
                "'{}' is no price such as claude-sonnet=3/15 (USD for a million tokens in and out)",
                entry));
        out.set(name == "*" ? std::string() : std::string(name), *what);
    }
    return out;
}

} // namespace thimble::service::models
