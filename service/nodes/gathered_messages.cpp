#include "service/nodes/gathered_messages.hpp"

#include "text/lists.hpp"
#include "text/whole_number.hpp"

#include <boost/asio/post.hpp>

#include <algorithm>
#include <cstdint>
#include <fmt/format.h>
#include <iterator>
#include <utility>

namespace thimble::service::nodes {

namespace asio = boost::asio;

namespace {

// Of one envelope; the rest goes in another.
constexpr std::size_t most_messages = 500;
constexpr std::size_t most_bytes = 128UL * 1024; // and one message more

constexpr std::int64_t most_left_ms = 3'600'000; // of a command

std::int64_t left_ms(const link_message& what)
{
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
        what.expires_at - std::chrono::steady_clock::now());
    return std::max<std::int64_t>(left.count(), 0);
}

/// Before each message stands a line of four words about it, the last of which is its size. A later
/// release may add some.
std::optional<link_message> take_message(std::string_view& rest)
{
    auto line = take_until('\n', rest);
    link_message out;
    out.on.desktop_id = take_until(' ', line);
    const auto epoch = whole_number<std::int64_t>(take_until(' ', line), 1);
    const auto left = whole_number<std::int64_t>(take_until(' ', line));
    const auto size = whole_number<std::size_t>(take_until(' ', line), 0, rest.size());
    if (!epoch || !left || !size)
        return std::nullopt;
    out.on.epoch = *epoch;
    out.expires_at = std::chrono::steady_clock::now() +
                     std::chrono::milliseconds(std::clamp<std::int64_t>(*left, 0, most_left_ms));
    out.text = rest.substr(0, *size);
    rest.remove_prefix(*size);
    return out;
}

} // namespace

gathered_messages::gathered_messages(asio::any_io_executor home, sender send)
    : home_(std::move(home)), send_(std::move(send))
{
}

void gathered_messages::tell(const std::string& node, link_message what)
{
    const bool first = waiting_.empty();
    auto& here = waiting_[node];
    here.bytes += what.text.size();
    here.messages.push_back(std::move(what));
    if (here.messages.size() >= most_messages || here.bytes >= most_bytes)
        return send_(node, std::move(waiting_.extract(node).mapped().messages));
    if (!first)
        return; // it will go out with the first
    asio::post(home_, [this, alive = std::weak_ptr(alive_)] {
        if (!alive.expired())
            tell_now();
    });
}

void gathered_messages::tell_now()
{
    for (auto& [node, what] : std::exchange(waiting_, {}))
        send_(node, std::move(what.messages));
}

envelope gathered_messages::envelope_of(std::string_view kind,
                                        const std::vector<link_message>& messages)
{
    envelope out{.kind = std::string(kind)};
    for (const auto& each : messages)
        fmt::format_to(std::back_inserter(out.body), "{} {} {} {}\n{}", each.on.desktop_id,
                       each.on.epoch, left_ms(each), each.text.size(), each.text);
    return out;
}

std::optional<std::vector<link_message>> gathered_messages::messages_in(const envelope& what)
{
    std::vector<link_message> out;
    for (std::string_view rest = what.body; !rest.empty();) {
        auto next = take_message(rest);
        if (!next || out.size() >= most_messages)
            return std::nullopt;
        out.push_back(std::move(*next));
    }
    return out;
}

} // namespace thimble::service::nodes
