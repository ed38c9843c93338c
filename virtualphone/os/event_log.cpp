#include "virtualphone/os/event_log.hpp"

namespace thimble::virtualphone {

void event_log::append(milliseconds at, std::string_view kind, nlohmann::json fields)
{
    fields["index"] = events_.size();
    fields["t_ms"] = at.count();
    fields["kind"] = kind;
    events_.push_back(std::move(fields));
}

nlohmann::json event_log::since(std::size_t first) const
{
    auto events = nlohmann::json::array();
    for (std::size_t i = first; i < events_.size(); ++i)
        events.push_back(events_[i]);
    nlohmann::json answer = nlohmann::json::object();
    answer["events"] = std::move(events);
    answer["next"] = events_.size();
    return answer;
}

} // namespace thimble::virtualphone
