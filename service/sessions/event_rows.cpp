#include "service/sessions/session_rows.hpp"
#include "text/json_member.hpp"

namespace thimble::service::sessions {

namespace {

template <class... Arguments>
std::vector<event>
select_events(store::transaction& on, std::string_view condition, const Arguments&... arguments)
{
    std::string statement("SELECT place, type, happened_at, data FROM session_events ");
    statement += condition;
    std::vector<event> out;
    for (auto& [place, type, at, data] :
         on.select<std::uint64_t, std::string, moment, std::string>(statement, arguments...))
        out.push_back({.index = place,
                       .type = parse_event_type(type).value_or(event_type::error),
                       .at = at,
                       .data = parse_object(data)});
    return out;
}

} // namespace

void insert_event(store::transaction& on, std::string_view session_id, const event& what)
{
    using nlohmann::json;
    on.execute("INSERT INTO session_events (session_id, place, type, happened_at, data) "
               "VALUES (:session, :place, :type, :at, :data)",
               session_id, what.index, to_string(what.type), what.at,
               what.data.dump(-1, ' ', false, json::error_handler_t::replace));
}

std::vector<event> list_events(store::transaction& on,
                               std::string_view session_id,
                               std::uint64_t since,
                               std::size_t most)
{
    return select_events(on,
                         "WHERE session_id = :session AND place >= :since "
                         "ORDER BY place LIMIT :most",
                         session_id, since, most);
}

std::optional<event> last_event(store::transaction& on, std::string_view session_id)
{
    auto found =
        select_events(on, "WHERE session_id = :session ORDER BY place DESC LIMIT 1", session_id);
    if (found.empty())
        return std::nullopt;
    return std::move(found.front());
}

} // namespace thimble::service::sessions
