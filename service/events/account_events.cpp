#include "service/events/account_events.hpp"

#include "async/deadline.hpp"
#include "text/iso_time.hpp"
#include "text/uuid.hpp"
#include "text/whole_number.hpp"

#include <algorithm>

namespace thimble::service {

namespace asio = boost::asio;
using nlohmann::ordered_json;

namespace {

std::string one_line(const ordered_json& record)
{
    return record.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
}

} // namespace

account_events::account_events(asio::any_io_executor home, const event_limits& granted)
    : home_(std::move(home)), limits_(granted), run_(random_uuid().substr(0, 8)), news_(home_)
{
}

std::string account_events::id_before(std::uint64_t number) const
{
    return run_ + "-" + std::to_string(number == 0 ? 0 : number - 1);
}

void account_events::publish(const std::string& account_id,
                             std::string_view type,
                             ordered_json data,
                             event_origin from)
{
    if (from == event_origin::here && when_happened_)
        when_happened_(account_id, type, data);
    log& of = logs_[account_id];
    if (of.last == 0)
        of.last = forgotten_; // numbers that were told before are not used again
    const auto number = ++of.last;
    of.touched = ++published_;
    auto made = std::make_shared<account_event>();
    made->number = number;
    made->id = id_before(number + 1);
    made->type = type;
    made->phone_id = data.value("phone_id", std::string());
    ordered_json record{{"id", made->id},
                        {"type", type},
                        {"ts", iso_time(std::chrono::system_clock::now())},
                        {"data", std::move(data)}};
    made->record = one_line(record);
    if (made->record.size() > limits_.event_bytes) {
        record["data"] = {{"too_large", true}};
        made->record = one_line(record);
    }
    of.bytes += made->record.size();
    const account_event_ptr told = std::move(made);
    of.events.push_back(told);
    drop_beyond_limits(of);
    if (logs_.size() > limits_.accounts)
        forget_quietest();
    news_.notify_all();
    if (from == event_origin::here && when_published_)
        when_published_(account_id, *told);
}

void account_events::drop_beyond_limits(log& of) const
{
    while (of.events.size() > limits_.events ||
           (of.bytes > limits_.bytes && of.events.size() > 1)) {
        of.bytes -= of.events.front()->record.size();
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

std::optional<std::uint64_t> account_events::after(const std::string& account_id,
                                                   std::string_view id) const
{
    const auto prefix = run_ + "-";
    if (!id.starts_with(prefix))
        return std::nullopt;
    const auto last = whole_number<std::uint64_t>(id.substr(prefix.size()));
    if (!last || *last >= next_number(account_id) || from(account_id, *last + 1).missed)
        return std::nullopt;
    return *last + 1;
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
    out.missed = number < events.front()->number;
    for (const auto& each : events)
        if (each->number >= number)
            out.events.push_back(each);
    return out;
}

account_events::page account_events::from(const account& who, std::uint64_t number) const
{
    auto out = from(who.id, number);
    std::erase_if(out.events,
                  [&](const auto& each) { return !who.rights.may_use(each->phone_id); });
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
