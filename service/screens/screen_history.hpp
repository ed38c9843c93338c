// The screens of one phone that a client may refer to, and the refs of what was on them.
#pragma once

#include "service/screens/shown_screen.hpp"

#include <chrono>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>

namespace thimble::service {

/// Place of a reading of the screen among the things that are done with the phone.
struct reading_mark {
    std::uint64_t inputs = 0; // so many actions had been taken
    bool quiet = true;        // and all of them had ended
};

/// Element that a ref means.
struct ref_target {
    const shown_element* what = nullptr; // until the next screen is remembered
    link::coordinate_space space;
    std::string app;
    reading_mark read;
    bool newest = false; // nothing read since lacks it
};

/// Changes of the elements of one screen on another.
struct screen_change {
    std::vector<const shown_element*> added;
    std::vector<const shown_element*> changed;
    std::vector<std::string> gone; // refs
};

/// Home thread. The same element keeps its ref from screen to screen, as long as it is on each that
/// is read: the same means of the same type, name and app, and at the same place where several are
/// alike. Refs are never used again, also not after a restart. The oldest screens are forgotten.
class screen_history {
public:
    screen_history();

    /// Gives it a frame id, and each element its ref. The reference is valid until the next one.
    const shown_screen& remember(shown_screen what, const reading_mark& read);

    /// The same for one element of a screen of which nothing else is known; its ref.
    std::string remember(shown_element what,
                         const link::coordinate_space& space,
                         const std::string& app,
                         const reading_mark& read);

    using moment = std::chrono::system_clock::time_point;

    /// The same for what has its refs and its frame id from another node of the service, where it
    /// was read at that time.
    void adopt(shown_screen what, moment read_at);
    void adopt(shown_element what, const link::coordinate_space& space, const std::string& app);

    /// The newest screen; nullptr where there is none.
    const shown_screen* newest() const { return whole_.empty() ? nullptr : &whole_.back().what; }

    /// Of one that there is.
    moment newest_read_at() const { return whole_.back().read_at; }

    /// nullptr where it is not known, or no longer.
    const shown_screen* find(std::string_view frame_id) const;

    /// The screen that was remembered before this one; nullptr where there is none.
    const shown_screen* before(std::string_view frame_id) const;

    std::optional<ref_target> find_ref(std::string_view ref) const;

    std::size_t bytes() const noexcept { return bytes_; }

    /// Forgets the oldest screen unless it is the only one; whether it did.
    bool forget_oldest();

private:
    struct kept_screen {
        shown_screen what;
        reading_mark read;
        std::uint64_t number = 0; // of all that were remembered
        std::size_t bytes = 0;
        moment read_at = std::chrono::system_clock::now();
    };

    std::string next_ref();
    void give_refs(shown_screen& to);
    const kept_screen&
    keep(std::deque<kept_screen>& in, shown_screen what, const reading_mark& read);
    const kept_screen* newest_with(std::string_view ref, const shown_element*& found) const;

    std::string prefix_;        // of all refs: another run of the service has another one
    std::uint64_t refs_ = 0;    // given so far
    std::uint64_t screens_ = 0; // remembered so far
    std::deque<kept_screen> whole_;
    std::deque<kept_screen> partial_; // of one element each
    std::size_t bytes_ = 0;
};

/// From one screen to a later one.
screen_change difference(const shown_screen& from, const shown_screen& to);

} // namespace thimble::service
