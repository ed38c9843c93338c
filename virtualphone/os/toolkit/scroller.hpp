// Something that a finger pushes along one axis, and that keeps going when it lets go.
#pragma once

#include "virtualphone/os/model/event_log.hpp"

#include <cstddef>
#include <cstdint>

namespace thimble::virtualphone {

enum class axis : std::uint8_t { horizontal, vertical };

/// An offset between 0 and `limit`, in points. Every motion is a function of time alone, so it does
/// not matter how often it is looked at. Both ends are hard: nothing bounces.
class scroller {
public:
    explicit scroller(axis along) : axis_(along) {}

    axis along() const { return axis_; }
    double offset() const { return offset_; }
    bool moving() const { return motion_ != motion::none; }

    /// Limits its way; an offset beyond is brought back.
    void set_limit(double limit);
    /// It comes to rest only where one of `count` pages of this length begins. A new length (the
    /// screen has turned) keeps the page.
    void fit_pages(double length, std::size_t count);
    int page() const;

    void jump_to(double offset);
    /// A finger holds it: the motion stops here.
    void grab();
    /// The content follows the finger, which moved by `distance` since the last call.
    void drag(double distance);
    /// The finger left at this speed (points a second, positive: the content follows it rightwards
    /// or downwards).
    void release(double velocity, milliseconds at);

    /// True when the offset is another than before.
    bool advance(milliseconds now);

private:
    enum class motion : std::uint8_t { none, coasting, gliding };

    void move_to(double offset);
    double coasted(double seconds) const;
    double glided(double seconds) const;

    axis axis_;
    double offset_ = 0;
    double limit_ = 0;
    double page_length_ = 0; // 0: no pages
    double grabbed_at_ = 0;  // the offset when the finger came down

    motion motion_ = motion::none;
    milliseconds began_{0};
    double from_ = 0;
    double target_ = 0;   // gliding: where it ends
    double velocity_ = 0; // coasting: points a second, of the offset
};

} // namespace thimble::virtualphone
