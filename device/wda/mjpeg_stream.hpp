// The bytes of WebDriverAgent's picture stream, taken apart into pictures.
#pragma once

#include "device/failure.hpp"
#include "screen/picture.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace thimble::device::wda {

inline constexpr std::size_t largest_stream_head = 16U << 10;    // bytes, of the answer or a part
inline constexpr std::size_t largest_stream_picture = 32U << 20; // bytes

/// Fed with bytes as they come; knows no socket and no clock. A part begins with the line that the
/// answer's head calls the boundary: its two dashes are in the head already, unlike what RFC 2046
/// says. It is as long as its Content-Length.
class mjpeg_stream {
public:
    /// The pictures that end in these bytes, in order; not looked into. The failure is `capture`
    /// with the cause "malformed_picture"; what has failed takes nothing any more.
    result<std::vector<screen::bytes>> take(std::span<const std::byte> chunk);

    /// The head of the answer has been understood: this is a stream of pictures.
    bool accepted() const { return !boundary_.empty(); }

    /// Nothing of the next picture has come yet.
    bool between_pictures() const { return now_ == place::part_head && text_.empty(); }

private:
    enum class place : std::uint8_t { answer_head, part_head, picture, nowhere };

    bool take_text(std::byte next);
    bool fits_so_far() const;
    bool end_head();
    bool read_answer_head(std::string_view head);
    bool read_part_head(std::string_view head);
    std::span<const std::byte> take_picture(std::span<const std::byte> chunk);

    place now_ = place::answer_head;
    std::string text_;       // of the head that is being read
    std::string boundary_;   // a whole line
    std::size_t blank_ = 0;  // bytes of blank lines since the last picture
    std::size_t wanted_ = 0; // bytes of the picture that is being read
    screen::bytes picture_;
};

} // namespace thimble::device::wda
