#include "http/client/event_stream.hpp"

#include <algorithm>
#include <utility>

namespace thimble::service::models {

std::expected<std::vector<server_sent_event>, std::string_view>
event_stream::take(std::string_view bytes)
{
    std::vector<server_sent_event> out;
    while (!bytes.empty()) {
        if (std::exchange(after_cr_, false) && bytes.front() == '\n') {
            bytes.remove_prefix(1);
            continue;
        }
        const auto end = bytes.find_first_of("\r\n");
        const auto piece = bytes.substr(0, end);
        if (line_.size() + piece.size() > longest_line)
            return std::unexpected("sends a line that is too long");
        line_ += piece;
        if (end == std::string_view::npos)
            break;
        after_cr_ = bytes[end] == '\r';
        bytes.remove_prefix(end + 1);
        if (auto ended = end_line(out); !ended)
            return std::unexpected(ended.error());
    }
    return out;
}

std::expected<void, std::string_view> event_stream::end_line(std::vector<server_sent_event>& out)
{
    constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
    std::string_view line = line_;
    if (std::exchange(first_line_, false) && line.starts_with(byte_order_mark))
        line.remove_prefix(byte_order_mark.size());
    if (!line.empty()) {
        auto taken = take_field(line);
        line_.clear();
        return taken;
    }
    line_.clear();
    auto event = std::exchange(event_, {});
    if (std::exchange(has_data_, false))
        out.push_back(std::move(event));
    return {};
}

std::expected<void, std::string_view> event_stream::take_field(std::string_view line)
{
    const auto colon = line.find(':');
    const auto name = line.substr(0, colon);
    auto value = line.substr(std::min(name.size() + 1, line.size()));
    if (value.starts_with(' '))
        value.remove_prefix(1);
    if (name == "event")
        event_.name = value;
    if (name != "data")
        return {};
    if (event_.data.size() + value.size() >= largest_event)
        return std::unexpected("sends an event that is too large");
    if (std::exchange(has_data_, true))
        event_.data += '\n';
    event_.data += value;
    return {};
}

} // namespace thimble::service::models
