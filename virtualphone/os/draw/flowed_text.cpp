#include "virtualphone/os/draw/flowed_text.hpp"

#include "virtualphone/os/draw/paragraph_directions.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace thimble::virtualphone {
namespace {

// Bytes that are looked at for one piece: a dozen lines of a phone, several of an iPad.
constexpr std::size_t window = 800;

/// At most `window` bytes, with no code point cut in two.
std::string_view window_of(std::string_view rest)
{
    if (rest.size() <= window)
        return rest;
    std::size_t end = window;
    while (end > 0 && (static_cast<unsigned char>(rest[end]) & 0xc0U) == 0x80U)
        --end;
    return rest.substr(0, end);
}

} // namespace

flowed_text::flowed_text(const text_style& style) : style_(style)
{
    set({}, 0);
}

void flowed_text::set(std::string_view text, double width)
{
    auto old = std::exchange(pieces_, {});
    if (width != std::exchange(width_, width))
        old.clear();
    auto reusable = old.begin();
    std::size_t begin = 0;
    double top = 0;
    for (;;) {
        const auto rest = text.substr(begin);
        const auto seen = window_of(rest);
        const bool all = seen.size() == rest.size();
        const auto same = std::find_if(reusable, old.end(), [&](const piece& each) {
            return each.saw_all == all && each.seen_text == seen;
        });
        if (same != old.end()) {
            pieces_.push_back(std::move(*same));
            reusable = std::next(same);
        } else {
            pieces_.push_back(set_piece(rest));
        }
        auto& next = pieces_.back();
        next.begin = begin;
        next.top = top;
        top = next.bottom();
        begin += next.length + (next.ends_paragraph ? 1 : 0);
        if (begin >= text.size() && !next.ends_paragraph)
            return;
    }
}

flowed_text::piece flowed_text::set_piece(std::string_view rest) const
{
    const auto seen = window_of(rest);
    if (const auto length = same_directions(seen); length < seen.size())
        return {.seen_text = std::string(seen),
                .saw_all = seen.size() == rest.size(),
                .lines = text_layout(seen.substr(0, length), style_, width_),
                .length = length,
                .ends_paragraph = true};
    text_layout lines(seen, style_, width_);
    const auto last_line = lines.last_line();
    const bool all = seen.size() == rest.size();
    if (all || last_line == 0)
        return {.seen_text = std::string(seen),
                .saw_all = all,
                .lines = std::move(lines),
                .length = seen.size()};
    // The last line may go on behind the window: it begins the next piece.
    const bool ends_paragraph = seen[last_line - 1] == '\n';
    const auto length = last_line - (ends_paragraph ? 1 : 0);
    return {.seen_text = std::string(seen),
            .lines = text_layout(seen.substr(0, length), style_, width_),
            .length = length,
            .ends_paragraph = ends_paragraph};
}

double flowed_text::height() const
{
    return pieces_.back().bottom();
}

const flowed_text::piece& flowed_text::piece_of(std::size_t offset) const
{
    const auto behind = std::ranges::upper_bound(pieces_, offset, {}, &piece::begin);
    return *std::prev(behind);
}

std::size_t flowed_text::offset_at(place where) const
{
    auto found = std::ranges::upper_bound(pieces_, where.y, {}, &piece::top);
    if (found != pieces_.begin())
        --found;
    return found->begin + found->lines.offset_at({.x = where.x, .y = where.y - found->top});
}

rectangle flowed_text::caret(std::size_t offset) const
{
    const auto& in = piece_of(offset);
    auto out = in.lines.caret(std::min(offset - in.begin, in.length));
    out.y += in.top;
    return out;
}

std::vector<rectangle> flowed_text::boxes(std::size_t from, std::size_t to) const
{
    std::vector<rectangle> out;
    for (const auto& each : pieces_) {
        const auto end = each.begin + each.length;
        if (end < from || each.begin >= to)
            continue;
        const auto first = std::max(from, each.begin) - each.begin;
        for (auto box : each.lines.boxes(first, std::min(to, end) - each.begin)) {
            box.y += each.top;
            out.push_back(box);
        }
    }
    return out;
}

void flowed_text::draw(canvas& on, place top_left, const rectangle& seen) const
{
    for (const auto& each : pieces_)
        if (each.bottom() > seen.y && each.top < seen.y + seen.height)
            on.text(place{.x = top_left.x, .y = top_left.y + each.top}, each.lines, style_.ink);
}

} // namespace thimble::virtualphone
