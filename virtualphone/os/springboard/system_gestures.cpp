// Gestures of the system itself: swipes from the edges, and notes of all gestures.
#include "virtualphone/os/gestures/gesture_report.hpp"
#include "virtualphone/os/springboard/springboard.hpp"

#include <cmath>
#include <utility>

namespace thimble::virtualphone {
namespace {

constexpr double far_enough = 80; // points: meant, however slow

} // namespace

/// The home screen stays for as long as an app takes to open.
void springboard::tap_icon(std::string_view bundle_id)
{
    if (opening_time_ > milliseconds(0))
        opens_ = {.bundle_id = std::string(bundle_id), .due = now_ + opening_time_};
    else
        open(bundle_id);
}

bool springboard::is_edge_swipe(place start, place where) const
{
    const bool app_in_front = front_ != nullptr && !locked_ && surfaces_.front() == nullptr;
    if (edges_are_of_app_ && app_in_front)
        return false;
    if (const auto edge = edge_at(screen_, start); edge && leads_inwards(*edge, start, where))
        return *edge == screen_edge::bottom || !alerts_.system_alert_in_front();
    const bool vertical = std::abs(where.y - start.y) > std::abs(where.x - start.x);
    return leads_to_spotlight(start, where) ||
           (vertical && surfaces_.shows(surface_kind::control_center));
}

void springboard::edge_swiped(const gesture& end)
{
    const auto edge = edge_at(screen_, end.start);
    if (surfaces_.shows(surface_kind::control_center))
        pushed_control_center(end);
    else if (edge == screen_edge::bottom)
        swiped_from_bottom(end);
    else if (edge)
        swiped_from_top(end, *edge);
    else
        swiped_to_spotlight(end);
}

/// It goes back to where it came from, or is thrown home.
void springboard::pushed_control_center(const gesture& end)
{
    const auto hidden_at = screen_.edge_leads_home ? screen_edge::top : screen_edge::bottom;
    const auto away = hidden_at == screen_edge::top ? screen_edge::bottom : screen_edge::top;
    log_gesture("dismiss_swipe", end);
    if (is_thrown_inwards(away, end) || way_inwards(away, end) > far_enough)
        close_surface();
}

void springboard::swiped_from_bottom(const gesture& end)
{
    constexpr double as_far_as_cards = 0.2; // of the height
    const double way = way_inwards(screen_edge::bottom, end);
    const bool thrown = is_thrown_inwards(screen_edge::bottom, end);
    const bool meant = thrown || way > far_enough;
    const bool covered = surfaces_.front() != nullptr;

    if (!screen_.edge_leads_home && !surfaces_.shows(surface_kind::notification_center)) {
        log_gesture("control_center_swipe", end);
        if (meant)
            show_surface(surface_kind::control_center);
        return;
    }
    const bool rested = !thrown && way > screen_.height * as_far_as_cards;
    const bool switches = rested && !locked_ && !covered;
    log_gesture(switches ? "app_switcher_swipe" : "home_swipe", end);
    if (switches)
        show_surface(surface_kind::app_switcher);
    else if (locked_ || covered ? meant : thrown)
        press_home();
}

void springboard::swiped_from_top(const gesture& end, screen_edge which)
{
    const bool thrown = is_thrown_inwards(which, end);
    const double way = way_inwards(which, end);
    if (which == screen_edge::top_right) {
        log_gesture("control_center_swipe", end);
        if (thrown || way > far_enough)
            show_surface(surface_kind::control_center);
        return;
    }
    log_gesture("notification_center_swipe", end);
    // The lock screen shows the notifications as it is. Pulled down less than half, they spring
    // back.
    if (!locked_ && (thrown || way > screen_.height / 2))
        show_surface(surface_kind::notification_center);
}

bool springboard::leads_to_spotlight(place start, place where) const
{
    return home_screen_shows() && alert() == nullptr && !edge_at(screen_, start) &&
           leads_inwards(screen_edge::top, start, where);
}

void springboard::swiped_to_spotlight(const gesture& end)
{
    log_gesture("spotlight_swipe", end);
    if (is_thrown_inwards(screen_edge::top, end) || way_inwards(screen_edge::top, end) > far_enough)
        show_surface(surface_kind::spotlight);
}

void springboard::recognised(const gesture& what)
{
    for (auto& fields : report(what))
        log_.append(what.at, "gesture", std::move(fields));
}

void springboard::log_gesture(std::string_view name, const gesture& what)
{
    log_.append(what.at, "gesture", report_as(name, what));
}

} // namespace thimble::virtualphone
