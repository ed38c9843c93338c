#include "service/nodes/event_news.hpp"

#include "text/json_member.hpp"
#include "text/lists.hpp"

#include <boost/asio/post.hpp>

#include <cstddef>
#include <string_view>
#include <utility>

namespace thimble::service::nodes {

namespace asio = boost::asio;

namespace {

// Of one message; the rest comes in another.
constexpr std::size_t most_events = 500;
constexpr std::size_t most_event_bytes = 128UL * 1024; // of their data, and one event more

constexpr const char* events_member = "events";
constexpr const char* account_key = "account";
constexpr const char* number_key = "event";
constexpr const char* type_key = "type";
constexpr const char* phone_key = "phone";

/// An object of JSON, which is not made: most of them nobody reads.
bool is_object_text(std::string_view text)
{
    return text.starts_with('{') && nlohmann::json::accept(text);
}

} // namespace

event_news::event_news(asio::any_io_executor home, channel& out) : home_(std::move(home)), out_(out)
{
}

/// All that the home thread has to do already comes first, and adds its own.
void event_news::tell(const told_event& what)
{
    nlohmann::json entry{{account_key, what.account_id},
                         {number_key, what.number},
                         {type_key, what.type},
                         {phone_key, what.phone_id}};
    list_.push_back(std::move(entry));
    lines_.append(what.data).append("\n");
    if (list_.size() >= most_events || lines_.size() >= most_event_bytes)
        return tell_now();
    if (list_.size() > 1)
        return; // they will go out with the first
    asio::post(home_, [this, alive = std::weak_ptr(alive_)] {
        if (!alive.expired())
            tell_now();
    });
}

void event_news::tell_now()
{
    if (list_.empty())
        return;
    envelope what{.kind = std::string(kinds::events)};
    what.more[events_member] = std::exchange(list_, nlohmann::json::array());
    what.body = std::exchange(lines_, {});
    out_.publish(std::string(events_subject), std::move(what));
}

std::vector<told_event> event_news::events_in(const envelope& what)
{
    std::vector<told_event> out;
    const auto list = what.more.find(events_member);
    if (list == what.more.end() || !list->is_array())
        return out;
    std::string_view lines = what.body;
    for (const auto& each : *list) {
        const auto data = take_until('\n', lines);
        told_event read{.account_id = member<std::string>(each, account_key),
                        .number = member<std::int64_t>(each, number_key),
                        .type = member<std::string>(each, type_key),
                        .phone_id = member<std::string>(each, phone_key),
                        .data = std::string(data)};
        if (!read.account_id.empty() && !read.type.empty() && is_object_text(data))
            out.push_back(std::move(read));
    }
    return out;
}

} // namespace thimble::service::nodes
