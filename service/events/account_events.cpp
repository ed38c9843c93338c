#include "service/events/account_events.hpp"

#include "async/deadline.hpp"
#include "text/ascii.hpp"
#include "text/iso_time.hpp"
#include "text/lists.hpp"
#include "text/uuid.hpp"
#include "text/whole_number.hpp"

#include <algorithm>
#include <iterator>

namespace thimble::service {

namespace asio = boost::asio;
using nlohmann::ordered_json;

namespace {

/// Around the values of a record: none of those before the data has anything to escape.
constexpr std::string_view before_id = R"({"id":")";
constexpr std::string_view before_type = R"(","type":")";
constexpr std::string_view before_time = R"(","ts":")";
constexpr std::string_view before_data = R"(","data":)";
constexpr std::string_view time_like_all = "2026-11-21T01:23:08.042Z";

std::string one_line(const ordered_json& record)
{
    return record.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
}

bool is_type(std::string_view text)
{
    return !text.empty() &&
           std::ranges::all_of(text, [](char each) { return is_letter(each) || each == '_'; });
}

constexpr std::size_t most_runs = 12; // in an id, where some have ended
constexpr std::size_t longest_run = 16;
constexpr char between_runs = '_';

std::string id_of(const told_numbers& numbers)
{
    std::string out;
    for (const auto& [run, number] : numbers)
        out +=
            (out.empty() ? "" : std::string(1, between_runs)) + run + "-" + std::to_string(number);
    return out;
}

bool is_run(std::string_view text)
{
    return !text.empty() && text.size() <= longest_run &&
           std::ranges::all_of(text, [](char each) { return is_letter(each) || is_digit(each); });
}

std::optional<told_numbers> numbers_in(std::string_view id)
{
    told_numbers out;
    while (!id.empty()) {
        const auto one = take_until(between_runs, id);
        const auto dash = one.find('-');
        if (dash == std::string_view::npos || !is_run(one.substr(0, dash)))
            return std::nullopt;
        const auto number = whole_number<std::uint64_t>(one.substr(dash + 1));
        if (!number || !out.emplace(std::string(one.substr(0, dash)), *number).second)
            return std::nullopt;
    }
    return out.empty() ? std::nullopt : std::optional(std::move(out));
}

std::uint64_t number_in(const told_numbers& all, std::string_view run)
{
    const auto found = all.find(run);
    return found == all.end() ? 0 : found->second;
}

} // namespace

std::string account_event::record() const
{
    std::string out;
    out.reserve(record_size());
    out.append(before_id).append(id).append(before_type).append(type);
    out.append(before_time).append(iso_time(heard_at)).append(before_data).append(data);
    return out + "}";
}

std::size_t account_event::record_size() const noexcept
{
    return before_id.size() + id.size() + before_type.size() + type.size() + before_time.size() +
           time_like_all.size() + before_data.size() + data.size() + 1;
}

account_events::account_events(asio::any_io_executor home,
                               const event_limits& granted,
                               std::string run)
    : home_(std::move(home)), limits_(granted), run_(std::move(run)), news_(home_)
{
    if (run_.empty())
        run_ = random_uuid().substr(0, 8);
}

std::string account_events::id_before(const std::string& account_id, std::uint64_t number) const
{
    const auto found = logs_.find(account_id);
    if (found == logs_.end())
        return id_of({{run_, forgotten_}});
    const log& of = found->second;
    if (number > of.last)
        return id_of(of.heard);
    const auto next = std::ranges::lower_bound(of.events, number, {}, &account_event::number);
    return next == of.events.begin() ? id_of(of.dropped) : (*std::prev(next))->id;
}

void account_events::publish(const std::string& account_id,
                             std::string_view type,
                             ordered_json data)
{
    const event_source from{.run = run_, .number = log_of(account_id).heard[run_] + 1};
    event_content what{.phone_id = data.value("phone_id", std::string()), .data = one_line(data)};
    if (when_happened_)
        when_happened_(account_id, from, type, what);
    add(account_id, from, type, std::move(what));
    const auto& of = logs_[account_id];
    if (when_published_ && !of.events.empty())
        when_published_(account_id, *account_event_ptr(of.events.back()));
}

void account_events::hear(const std::string& account_id,
                          const event_source& from,
                          std::string_view type,
                          event_content what)
{
    if (from.run == run_ || !is_run(from.run) || from.number == 0 || !is_type(type))
        return;
    if (const auto ended = ended_runs_.find(from.run); ended != ended_runs_.end())
        ended_runs_.erase(ended);
    log& of = log_of(account_id);
    const auto [heard, first] = of.heard.try_emplace(from.run, from.number - 1);
    if (from.number <= heard->second)
        return;
    const bool lost = from.number != heard->second + 1;
    if (lost)
        of.gap = of.last + 1;
    if (lost || (first && from.number > 1))
        of.dropped[from.run] = from.number - 1; // nobody has told this node of those before
    add(account_id, from, type, std::move(what));
}

void account_events::forget_run(const std::string& run)
{
    ended_runs_.insert(run);
}

/// Numbers that were told before are not used again.
account_events::log& account_events::log_of(const std::string& account_id)
{
    log& of = logs_[account_id];
    if (of.heard.empty()) {
        of.last = forgotten_;
        of.heard[run_] = forgotten_;
        of.dropped[run_] = forgotten_;
    }
    return of;
}

void account_events::add(const std::string& account_id,
                         const event_source& from,
                         std::string_view type,
                         event_content what)
{
    log& of = log_of(account_id);
    of.heard[from.run] = from.number;
    limit_runs(of);
    of.touched = ++published_;
    auto made = std::make_shared<account_event>();
    made->number = ++of.last;
    made->source = from;
    made->id = id_of(of.heard);
    made->type = type;
    made->phone_id = std::move(what.phone_id);
    made->data = std::move(what.data);
    made->heard_at = std::chrono::system_clock::now();
    if (made->record_size() > limits_.event_bytes)
        made->data = R"({"too_large":true})";
    of.bytes += made->record_size();
    of.events.push_back(std::move(made));
    drop_beyond_limits(of);
    if (logs_.size() > limits_.accounts)
        forget_quietest();
    news_.notify_all();
}

/// Nodes come and go, and each has a run of its own.
void account_events::limit_runs(log& of) const
{
    for (auto each = of.heard.begin(); each != of.heard.end() && of.heard.size() > most_runs;) {
        const bool ended = ended_runs_.contains(each->first);
        if (ended)
            of.dropped.erase(each->first);
        each = ended ? of.heard.erase(each) : std::next(each);
    }
}

void account_events::drop_beyond_limits(log& of) const
{
    while (of.events.size() > limits_.events ||
           (of.bytes > limits_.bytes && of.events.size() > 1)) {
        const auto& oldest = *of.events.front();
        of.bytes -= oldest.record_size();
        if (of.heard.contains(oldest.source.run))
            of.dropped[oldest.source.run] = oldest.source.number;
        of.events.pop_front();
    }
}

void account_events::forget_quietest()
{
    const auto quietest =
        std::ranges::min_element(logs_, {}, [](const auto& each) { return each.second.touched; });
    forgotten_ = std::max(forgotten_, quietest->second.last);
    logs_.erase(quietest);
}

std::uint64_t account_events::next_number(const std::string& account_id) const
{
    const auto found = logs_.find(account_id);
    return (found == logs_.end() ? forgotten_ : found->second.last) + 1;
}

std::optional<event_start> account_events::after(const std::string& account_id,
                                                 std::string_view id) const
{
    auto told = numbers_in(id);
    if (!told)
        return std::nullopt;
    const auto found = logs_.find(account_id);
    log none;
    none.heard.emplace(run_, forgotten_);
    none.dropped.emplace(run_, forgotten_);
    const log& of = found == logs_.end() ? none : found->second;
    for (const auto& [run, number] : *told)
        if (number > number_in(of.heard, run))
            return std::nullopt;
    for (const auto& [run, number] : of.dropped)
        if (!ended_runs_.contains(run) && number > number_in(*told, run))
            return std::nullopt;
    const auto is_new = [&](const account_event_ptr& each) {
        return each->source.number > number_in(*told, each->source.run);
    };
    const auto first = std::ranges::find_if(of.events, is_new);
    return event_start{.number =
                           first == of.events.end() ? next_number(account_id) : (*first)->number,
                       .told = std::move(*told)};
}

account_events::page account_events::from(const std::string& account_id, std::uint64_t number) const
{
    page out{.events = {}, .next = next_number(account_id)};
    const auto found = logs_.find(account_id);
    const bool any = found != logs_.end() && !found->second.events.empty();
    if (!any) {
        out.missed = number < out.next;
        return out;
    }
    const auto& events = found->second.events;
    out.missed = number < events.front()->number || number <= found->second.gap;
    for (const auto& each : events)
        if (each->number >= number)
            out.events.push_back(each);
    return out;
}

account_events::page account_events::from(const account& who, const event_start& start) const
{
    auto out = from(who.id, start.number);
    std::erase_if(out.events, [&](const auto& each) {
        return !who.rights.may_use(each->phone_id) ||
               each->source.number <= number_in(start.told, each->source.run);
    });
    return out;
}

asio::awaitable<void> account_events::wait_for(std::string account_id,
                                               std::uint64_t number,
                                               std::chrono::milliseconds time)
{
    async::signal* const news = &news_;
    const auto until_there = [](const account_events* self, async::signal* told,
                                std::string account,
                                std::uint64_t wanted) -> asio::awaitable<bool> {
        while (self->next_number(account) <= wanted)
            co_await told->wait();
        co_return true;
    };
    co_await async::with_timeout(time, until_there(this, news, std::move(account_id), number));
}

} // namespace thimble::service
