#include "service/sessions/event_stream.hpp"

#include "text/whole_number.hpp"

#include <limits>

namespace thimble::service::sessions {

std::string to_stream(const event& what)
{
    using nlohmann::ordered_json;
    const auto data =
        event_record(what).dump(-1, ' ', false, ordered_json::error_handler_t::replace);
    std::string out = "id: " + std::to_string(what.index);
    out.append("\nevent: ").append(to_string(what.type));
    out.append("\ndata: ").append(data).append("\n\n");
    return out;
}

std::string_view heartbeat()
{
    return ": heartbeat\n\n";
}

result<std::uint64_t> first_wanted(std::uint64_t since, std::string_view last_event_id)
{
    if (last_event_id.empty())
        return since;
    const auto last = whole_number<std::uint64_t>(last_event_id, 0,
                                                  std::numeric_limits<std::uint64_t>::max() - 1);
    if (!last)
        return std::unexpected(
            invalid_argument("Last-Event-ID", "not_an_index", "must be the index of an event"));
    return *last + 1;
}

} // namespace thimble::service::sessions
