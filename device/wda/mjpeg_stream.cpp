#include "device/wda/mjpeg_stream.hpp"

#include "text/ascii.hpp"
#include "text/whole_number.hpp"

#include <boost/beast/core/string.hpp>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace thimble::device::wda {
namespace {

constexpr std::string_view line_end = "\r\n";
constexpr std::string_view head_end = "\r\n\r\n";
constexpr std::string_view stream_type = "multipart/x-mixed-replace";
constexpr std::array<std::string_view, 2> good_starts{"HTTP/1.0 200", "HTTP/1.1 200"};
constexpr std::size_t longest_boundary = 72; // 70 and the dashes
constexpr std::size_t most_blank = 8;        // bytes between two pictures
constexpr std::size_t first_room = 1U << 20; // more only for bytes that have really come

failure malformed()
{
    return {.what = problem::capture,
            .message = "The phone's stream of pictures is not one that can be read.",
            .cause = "malformed_picture"};
}

/// Cuts the first piece off, up to the separator or to the end.
std::string_view cut(std::string_view& rest, std::string_view separator)
{
    const auto at = rest.find(separator);
    const auto piece = rest.substr(0, at);
    rest = at == std::string_view::npos ? std::string_view() : rest.substr(at + separator.size());
    return piece;
}

/// The one value of a field; nothing where there is none or more than one, or a line is no field.
std::optional<std::string_view> field(std::string_view lines, std::string_view name)
{
    std::optional<std::string_view> found;
    while (!lines.empty()) {
        const auto line = cut(lines, line_end);
        const auto colon = line.find(':');
        if (colon == std::string_view::npos)
            return std::nullopt;
        if (!boost::beast::iequals(line.substr(0, colon), name))
            continue;
        if (found)
            return std::nullopt;
        found = service::trim(line.substr(colon + 1));
    }
    return found;
}

/// The boundary that a Content-Type names, as it stands there; empty when it names none.
std::string_view boundary_of(std::string_view type)
{
    if (!boost::beast::iequals(service::trim(cut(type, ";")), stream_type))
        return {};
    const auto name = service::trim(cut(type, "="));
    auto value = service::trim(type);
    if (value.size() >= 2 && value.front() == '"' && value.back() == '"')
        value = value.substr(1, value.size() - 2);
    const bool plain = std::ranges::all_of(value, [](char c) { return c > ' ' && c < '\x7f'; });
    const bool usable = plain && value.size() <= longest_boundary;
    return boost::beast::iequals(name, "boundary") && usable ? value : std::string_view();
}

std::optional<std::size_t> length_of(std::string_view digits)
{
    return service::whole_number<std::size_t>(digits, 1, largest_stream_picture);
}

} // namespace

result<std::vector<screen::bytes>> mjpeg_stream::take(std::span<const std::byte> chunk)
{
    std::vector<screen::bytes> ended;
    while (!chunk.empty() && now_ != place::nowhere) {
        if (now_ == place::picture) {
            chunk = take_picture(chunk);
            if (now_ != place::picture)
                ended.push_back(std::exchange(picture_, {}));
        } else {
            if (!take_text(chunk.front()))
                now_ = place::nowhere;
            chunk = chunk.subspan(1);
        }
    }
    if (now_ == place::nowhere)
        return std::unexpected(malformed());
    return ended;
}

bool mjpeg_stream::take_text(std::byte next)
{
    text_.push_back(static_cast<char>(next));
    if (now_ == place::part_head && text_ == line_end) {
        text_.clear();
        blank_ += line_end.size();
        return blank_ <= most_blank;
    }
    if (!fits_so_far() || text_.size() > largest_stream_head)
        return false;
    return !text_.ends_with(head_end) || end_head();
}

/// Bytes of no stream show by the first ones, and are not read up to a limit.
bool mjpeg_stream::fits_so_far() const
{
    const std::string_view text = text_;
    const auto agrees = [&](std::string_view start) {
        const auto length = std::min(text.size(), start.size());
        return text.substr(0, length) == start.substr(0, length);
    };
    if (now_ == place::answer_head)
        return std::ranges::any_of(good_starts, agrees);
    return agrees(line_end) || agrees(boundary_);
}

bool mjpeg_stream::end_head()
{
    const auto head = std::exchange(text_, {});
    const auto lines = std::string_view(head).substr(0, head.size() - head_end.size());
    return now_ == place::answer_head ? read_answer_head(lines) : read_part_head(lines);
}

bool mjpeg_stream::read_answer_head(std::string_view head)
{
    const auto status = cut(head, line_end);
    const auto start = good_starts.front().size();
    if (status.size() > start && status[start] != ' ')
        return false;
    const auto type = field(head, "content-type");
    if (!type)
        return false;
    boundary_ = boundary_of(*type);
    now_ = place::part_head;
    return accepted();
}

bool mjpeg_stream::read_part_head(std::string_view head)
{
    if (cut(head, line_end) != boundary_)
        return false;
    const auto type = field(head, "content-type");
    const auto length = field(head, "content-length");
    const auto bytes = length ? length_of(*length) : std::nullopt;
    if (!type || !boost::beast::iequals(*type, "image/jpeg") || !bytes)
        return false;
    wanted_ = *bytes;
    picture_.reserve(std::min(wanted_, first_room));
    now_ = place::picture;
    return true;
}

/// Bytes behind the picture.
std::span<const std::byte> mjpeg_stream::take_picture(std::span<const std::byte> chunk)
{
    const auto taken = chunk.first(std::min(chunk.size(), wanted_ - picture_.size()));
    picture_.insert(picture_.end(), taken.begin(), taken.end());
    if (picture_.size() == wanted_) {
        now_ = place::part_head;
        blank_ = 0;
    }
    return chunk.subspan(taken.size());
}

} // namespace thimble::device::wda
