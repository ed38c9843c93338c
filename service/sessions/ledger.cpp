#include "service/sessions/ledger.hpp"

#include "text/enum_words.hpp"

#include <algorithm>
#include <utility>

namespace thimble::service::sessions {

using std::chrono::milliseconds;
using std::chrono::minutes;

namespace {

milliseconds length_of(const span_of_month& what)
{
    return std::chrono::floor<milliseconds>(what.until - what.from);
}

/// The part of a span that the plan covers; it comes first.
milliseconds covered(const span_of_month& what, const plan& agreed, milliseconds used)
{
    if (!agreed.minutes)
        return length_of(what);
    const milliseconds left = minutes(*agreed.minutes) - used;
    return std::clamp(left, milliseconds(0), length_of(what));
}

entry time_entry(const consumption& of, const span_of_month& what, entry_kind kind)
{
    return {.account_id = of.account_id,
            .session_id = of.session_id,
            .in = what.in,
            .kind = kind,
            .from = what.from,
            .until = what.until,
            .price = std::nullopt,
            .amount = 0};
}

entry model_entry(const consumption& of, month in, std::int64_t amount)
{
    return {.account_id = of.account_id,
            .session_id = of.session_id,
            .in = in,
            .kind = entry_kind::model,
            .from = std::nullopt,
            .until = std::nullopt,
            .price = std::nullopt,
            .amount = amount};
}

} // namespace

std::string_view to_string(entry_kind value)
{
    return enum_word(value);
}

std::optional<entry_kind> parse_entry_kind(std::string_view text)
{
    return parse_enum_word<entry_kind>(text);
}

milliseconds entry::lasted() const
{
    return from && until ? std::chrono::floor<milliseconds>(*until - *from) : milliseconds(0);
}

std::int64_t price_of(milliseconds lasted, std::int64_t price_of_minute)
{
    constexpr std::int64_t minute = milliseconds(minutes(1)).count();
    const auto whole = lasted.count() / minute; // apart, so that no product is too large
    const auto rest = lasted.count() % minute;
    return (whole * price_of_minute) + (((rest * price_of_minute) + (minute / 2)) / minute);
}

std::vector<entry> entries_of(const consumption& what, const plan& agreed, const used_before& used)
{
    std::vector<entry> out;
    const auto from = what.started_at.value_or(what.until);
    for (const auto& each : split_at_months(from, what.until)) {
        const auto within = covered(each, agreed, used(each.in));
        auto first = each;
        auto rest = each;
        first.until = rest.from = each.from + within;
        if (first.from < first.until)
            out.push_back(time_entry(what, first, entry_kind::included));
        if (rest.from >= rest.until)
            continue;
        auto& over = out.emplace_back(time_entry(what, rest, entry_kind::overage));
        over.price = agreed.overage_price;
        over.amount = price_of(over.lasted(), agreed.overage_price.value_or(0));
    }
    for (const auto& [in, amount] : what.model_cost)
        out.push_back(model_entry(what, in, amount));
    return out;
}

usage usage_of(month in, const std::vector<entry>& entries)
{
    usage out{.in = in};
    for (const auto& each : entries) {
        if (each.in != in)
            continue;
        out.used += each.lasted();
        if (each.kind == entry_kind::overage) {
            out.overage += each.lasted();
            out.overage_cost += each.amount;
        }
        if (each.kind == entry_kind::model)
            out.model_cost += each.amount;
    }
    return out;
}

bool is_used_up(const usage& now, const plan& agreed)
{
    return agreed.minutes && !agreed.overage_price && now.used >= minutes(*agreed.minutes);
}

} // namespace thimble::service::sessions
