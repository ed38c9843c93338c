#include "service/sessions/event_log.hpp"

#include <algorithm>
#include <utility>

namespace thimble::service::sessions {

namespace {

using nlohmann::json;

std::size_t bytes_of(const event& what)
{
    return what.data.dump(-1, ' ', false, json::error_handler_t::replace).size();
}

/// Counts what a page holds.
class page_room {
public:
    explicit page_room(const event_limits& granted) : granted_(granted) {}

    bool take(std::size_t size)
    {
        const bool first = events_ == 0;
        if (!first && (events_ >= granted_.page_events || bytes_ + size > granted_.page_bytes))
            return false;
        ++events_;
        bytes_ += size;
        return true;
    }

private:
    const event_limits& granted_;
    std::size_t events_ = 0;
    std::size_t bytes_ = 0;
};

} // namespace

const event* event_log::append(event_type type, json data, std::uint64_t turn, moment at)
{
    return is_full() ? nullptr : &append_end(type, std::move(data), turn, at);
}

const event& event_log::append_end(event_type type, json data, std::uint64_t turn, moment at)
{
    kept made{.what = {.index = next_index_,
                       .type = type,
                       .at = at,
                       .data = event_data(type, std::move(data), turn, hide_, granted_.of_one)}};
    made.size = bytes_of(made.what);
    bytes_ += made.size;
    ++next_index_;
    return recent_.emplace_back(std::move(made)).what;
}

std::optional<event_page> event_log::since(std::uint64_t index) const
{
    if (index < first_in_memory())
        return std::nullopt;
    event_page out{.events = {}, .next_index = std::min(index, next_index_)};
    page_room room(granted_);
    for (auto at = out.next_index - first_in_memory(); at < recent_.size(); ++at) {
        if (!room.take(recent_[at].size))
            break;
        out.events.push_back(recent_[at].what);
        ++out.next_index;
    }
    return out;
}

void event_log::stored_before(std::uint64_t index)
{
    while (bytes_ > granted_.memory && first_in_memory() < index && !recent_.empty()) {
        bytes_ -= recent_.front().size;
        recent_.pop_front();
    }
}

event_page page_of(std::vector<event> events, std::uint64_t since, const event_limits& granted)
{
    page_room room(granted);
    const auto beyond =
        std::ranges::find_if(events, [&](const event& each) { return !room.take(bytes_of(each)); });
    events.erase(beyond, events.end());
    const auto next = events.empty() ? since : events.back().index + 1;
    return {.events = std::move(events), .next_index = next};
}

} // namespace thimble::service::sessions
