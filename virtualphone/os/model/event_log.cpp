#include "virtualphone/os/model/event_log.hpp"

#include <utility>

namespace thimble::virtualphone {

void event_log::append(milliseconds at, std::string_view kind, nlohmann::json fields)
{
    fields["index"] = size();
    fields["t_ms"] = at.count();
    fields["kind"] = kind;
    events_.push_back(std::move(fields));
    if (events_.size() > kept) {
        events_.pop_front();
        ++forgotten_;
    }
}

nlohmann::json event_log::since(std::size_t first) const
{
    auto events = nlohmann::json::array();
    for (std::size_t i = first > forgotten_ ? first - forgotten_ : 0; i < events_.size(); ++i)
        events.push_back(events_[i]);
    nlohmann::json answer = nlohmann::json::object();
    answer["events"] = std::move(events);
    answer["next"] = size();
    return answer;
}

} // namespace thimble::virtualphone
