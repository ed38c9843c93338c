#include "service/nodes/event_news.hpp"

#include "text/lists.hpp"
#include "text/whole_number.hpp"

#include <boost/asio/post.hpp>

#include <cstddef>
#include <cstdint>
#include <fmt/format.h>
#include <iterator>
#include <optional>
#include <string_view>
#include <utility>

namespace thimble::service::nodes {

namespace asio = boost::asio;

namespace {

// Of one message; the rest comes in another.
constexpr std::size_t most_events = 500;
constexpr std::size_t most_event_bytes = 128UL * 1024; // and one event more

/// A line is five words with a blank between each two, the last of which is the data: most of them
/// nobody reads, so that they have to be cheap for each node that hears them.
std::optional<told_event> event_in(std::string_view line)
{
    told_event out;
    out.account_id = take_until(' ', line);
    const auto number = whole_number<std::int64_t>(take_until(' ', line));
    out.type = take_until(' ', line);
    out.phone_id = take_until(' ', line); // may be empty
    out.data = line;
    const bool is_object = line.size() >= 2 && line.front() == '{' && line.back() == '}';
    if (out.account_id.empty() || !number || out.type.empty() || !is_object)
        return std::nullopt;
    out.number = *number;
    return out;
}

} // namespace

event_news::event_news(asio::any_io_executor home, channel& out) : home_(std::move(home)), out_(out)
{
}

/// All that the home thread has to do already comes first, and adds its own.
void event_news::tell(const told_event& what)
{
    fmt::format_to(std::back_inserter(lines_), "{} {} {} {} {}\n", what.account_id, what.number,
                   what.type, what.phone_id, what.data);
    ++count_;
    if (count_ >= most_events || lines_.size() >= most_event_bytes)
        return tell_now();
    if (count_ > 1)
        return; // they will go out with the first
    asio::post(home_, [this, alive = std::weak_ptr(alive_)] {
        if (!alive.expired())
            tell_now();
    });
}

void event_news::tell_now()
{
    if (std::exchange(count_, 0) == 0)
        return;
    out_.publish(std::string(events_subject),
                 {.kind = std::string(kinds::events), .body = std::exchange(lines_, {})});
}

std::vector<told_event> event_news::events_in(const envelope& what)
{
    std::vector<told_event> out;
    for (std::string_view lines = what.body; !lines.empty();)
        if (auto read = event_in(take_until('\n', lines)))
            out.push_back(std::move(*read));
    return out;
}

} // namespace thimble::service::nodes
