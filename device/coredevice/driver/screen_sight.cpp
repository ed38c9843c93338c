#include "device/coredevice/driver/screen_sight.hpp"

#include "screen/png.hpp"

#include <algorithm>
#include <functional>
#include <span>
#include <string_view>

namespace thimble::device::coredevice {
namespace {

constexpr int columns = 16;
constexpr int rows = 32;
constexpr double status_bar = 0.07; // of the height, on every model and however it is turned

/// A finger's effect fills at least this many cells; a caret is in one or two.
constexpr std::ptrdiff_t least_change = 4;

/// The hash of what came before, and of more. Differs from one process to another.
std::uint64_t hashed(std::uint64_t before, std::span<const std::uint8_t> bytes)
{
    constexpr std::uint64_t factor = 0x9e37'79b9'7f4a'7c15; // odd, with as many ones as zeros
    const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    return (before * factor) + std::hash<std::string_view>()(text);
}

screen_sight sight_of_pixels(const screen::image& picture)
{
    const auto size = picture.size();
    const int top = static_cast<int>(size.height * status_bar);
    screen_sight sight{.cells = std::vector<std::uint64_t>(columns * rows)};
    for (int y = top; y < size.height; ++y) {
        const auto row = picture.pixels().subspan(static_cast<std::size_t>(y) * picture.row_bytes(),
                                                  picture.row_bytes());
        const int cell_row = (y - top) * rows / (size.height - top);
        for (int column = 0; column < columns; ++column) {
            const auto edge = [&](int which) {
                return static_cast<std::size_t>(size.width * which / columns) *
                       screen::image::channels;
            };
            const int at = (cell_row * columns) + column;
            auto& cell = sight.cells[static_cast<std::size_t>(at)];
            cell = hashed(cell, row.subspan(edge(column), edge(column + 1) - edge(column)));
        }
    }
    return sight;
}

} // namespace

std::optional<screen_sight> sight_of(const screen::picture& of)
{
    if (of.format != screen::picture_format::png || !of.data)
        return std::nullopt;
    const auto decoded = screen::decode_png(*of.data);
    if (!decoded)
        return std::nullopt;
    return sight_of_pixels(*decoded);
}

still_screen::still_screen(const screen_sight& first, const screen_sight& second)
    : cells_(second.cells), still_(second.cells.size())
{
    if (first.cells.size() != second.cells.size())
        return;
    for (std::size_t at = 0; at < still_.size(); ++at)
        still_[at] = first.cells[at] == second.cells[at];
}

bool still_screen::usable() const
{
    const auto still = std::ranges::count(still_, true);
    return still > 0 && still * 2 >= std::ssize(still_);
}

bool still_screen::changed_in(const screen_sight& later) const
{
    if (later.cells.size() != cells_.size())
        return true;
    std::ptrdiff_t changed = 0;
    for (std::size_t at = 0; at < cells_.size(); ++at)
        if (still_[at] && cells_[at] != later.cells[at])
            ++changed;
    return changed >= least_change;
}

} // namespace thimble::device::coredevice
