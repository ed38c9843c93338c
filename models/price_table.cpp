#include "models/price_table.hpp"

#include "text/ascii.hpp"
#include "text/lists.hpp"
#include "text/money.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <optional>

namespace thimble::service::models {

namespace {

constexpr std::int64_t million = 1'000'000;
constexpr std::int64_t dearest = 1'000 * million;
constexpr std::string_view spaces = " \t\n";

std::optional<price> parse_row(std::string_view text)
{
    std::vector<std::int64_t> all;
    while (!text.empty()) {
        const auto one = parse_price(trim(take_until('/', text), spaces));
        if (!one || *one > dearest)
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
        const auto entry = trim(take_until(',', text), spaces);
        const auto equals = entry.rfind('='); // names may have one
        const auto name = trim(entry.substr(0, equals), spaces);
        const auto what =
            equals == std::string_view::npos ? std::nullopt : parse_row(entry.substr(equals + 1));
        if (name.empty() || !what)
            return std::unexpected(fmt::format(
                "'{}' is no price such as claude-sonnet=3/15 (USD for a million tokens in and out)",
                entry));
        out.set(name == "*" ? std::string() : std::string(name), *what);
    }
    return out;
}

} // namespace thimble::service::models
