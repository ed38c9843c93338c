// A phone's picture and its facts, whatever is in front.
#include "virtualphone/os/springboard/alert_dialog.hpp"
#include "virtualphone/os/springboard/springboard.hpp"
#include "virtualphone/os/springboard/status_bar.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace thimble::virtualphone {

namespace {

constexpr double floating_margin = 60; // points beside a window that floats, at the least

} // namespace

view springboard::show()
{
    view all{.frame = screen_.whole(), .type = "Application"};
    const bool own = front_bundle_id() == own_bundle_id;
    all.label = own ? "SpringBoard" : std::string(front_->who().name);
    all.identifier = std::string(front_bundle_id());
    if (!awake_) {
        all.paint = [whole = screen_.whole()](canvas& on) { on.fill(whole, palette::black); };
        return all;
    }
    add_pages(all);
    all.children.push_back(status_bar(screen_, light_furniture()));
    if (auto* editor = focus())
        all.children.push_back(keyboard_.show(screen_, *editor));
    if (!home_screen_shows())
        all.children.push_back(home_indicator(screen_, light_furniture()));
    surfaces_.add_notices(all, screen_);
    if (const auto* const asking = alert())
        add_alert(all, *asking);
    return all;
}

/// The status bar, the notices and the alerts of the system are SpringBoard's, the keyboard and the
/// alerts of an app are the app's.
view springboard::show_app(std::string_view bundle_id)
{
    view all{.frame = screen_.whole(), .type = "Application", .identifier = std::string(bundle_id)};
    if (bundle_id == own_bundle_id)
        add_own_pages(all);
    else if (bundle_id == spotlight_bundle_id)
        add_spotlight(all);
    else
        add_app(all, bundle_id);
    return all;
}

void springboard::add_own_pages(view& all)
{
    all.label = "SpringBoard";
    if (!awake_)
        return;
    auto* const covering = surfaces_.front();
    if (covering != nullptr && !surfaces_.shows(surface_kind::spotlight))
        all.children.push_back(covering->show(screen_));
    else if (covering == nullptr && (locked_ || front_ == nullptr))
        all.children.push_back(page());
    all.children.push_back(status_bar(screen_, light_furniture()));
    surfaces_.add_notices(all, screen_);
    if (const auto* const asking = alert(); asking != nullptr && asking->app.empty())
        add_alert(all, *asking);
}

void springboard::add_spotlight(view& all)
{
    all.label = "Spotlight";
    if (!awake_ || !surfaces_.shows(surface_kind::spotlight))
        return;
    all.children.push_back(surfaces_.front()->show(screen_));
    if (auto* const editor = focus())
        all.children.push_back(keyboard_.show(screen_, *editor));
}

void springboard::add_app(view& all, std::string_view bundle_id)
{
    auto* const shown = apps_.find(bundle_id);
    if (shown == nullptr)
        return;
    all.label = std::string(shown->who().name);
    if (!awake_ || locked_ || shown != front_)
        return;
    all.children.push_back(page());
    if (auto* const editor = surfaces_.front() == nullptr ? focus() : nullptr)
        all.children.push_back(keyboard_.show(screen_, *editor));
    if (const auto* const asking = alert(); asking != nullptr && asking->app == bundle_id)
        add_alert(all, *asking);
}

void springboard::add_alert(view& all, const shown_alert& asking)
{
    all.children.push_back(
        alert_dialog(asking, screen_, [this](const std::string& button) { answer_alert(button); }));
}

std::string_view springboard::active_bundle_id() const
{
    if (locked_ || alerts_.system_alert_in_front())
        return own_bundle_id;
    if (surfaces_.shows(surface_kind::spotlight))
        return spotlight_bundle_id;
    const auto* const covering = surfaces_.front();
    const bool covered = covering != nullptr && covering->replaces_app();
    return front_ == nullptr || covered ? own_bundle_id : front_->who().bundle_id;
}

/// Views under a surface are still seen through it, but neither listed nor touched.
void springboard::add_pages(view& all)
{
    auto* const covering = surfaces_.front();
    if (covering == nullptr)
        return all.children.push_back(page());
    view behind{.frame = screen_.whole()};
    behind.paint = [covered = page()](canvas& on) { paint(covered, on); };
    all.children.push_back(std::move(behind));
    all.children.push_back(covering->show(screen_));
}

view springboard::page()
{
    if (locked_)
        return lock_screen_.show(screen_);
    return front_ == nullptr ? home_.show(screen_) : front_page_of_app();
}

view springboard::front_page_of_app()
{
    const auto window = window_of(front_->who().bundle_id);
    if (window.width >= screen_.width)
        return front_->show(screen_);
    view out{.frame = screen_.whole()};
    out.opaque = true;
    out.paint = [whole = screen_.whole()](canvas& on) { on.fill(whole, palette::black); };
    out.children.push_back(moved(front_->show(window), corner_of(front_->who().bundle_id)));
    out.children.back().clips = true;
    return out;
}

void springboard::set_window(std::string_view bundle_id, app_window how)
{
    windows_[std::string(bundle_id)] = how;
    front_changed();
}

screen_layout springboard::window_of(std::string_view bundle_id) const
{
    screen_layout out = screen_;
    const auto found = windows_.find(bundle_id);
    if (found != windows_.end() && found->second == app_window::left_half) {
        out.width /= 2;
        out.width_px /= 2;
    }
    if (floats(bundle_id)) { // twice as far from one edge as from the other
        out.width -= 3 * floating_margin;
        out.height -= 3 * floating_margin;
        out.width_px = static_cast<int>(std::lround(out.width * out.scale));
        out.height_px = static_cast<int>(std::lround(out.height * out.scale));
    }
    return out;
}

bool springboard::floats(std::string_view bundle_id) const
{
    const auto found = windows_.find(bundle_id);
    return found != windows_.end() && found->second == app_window::floating;
}

place springboard::corner_of(std::string_view bundle_id) const
{
    if (!floats(bundle_id))
        return {};
    return {.x = floating_margin, .y = 2 * floating_margin};
}

double springboard::scale_of(std::string_view bundle_id) const
{
    constexpr double width_it_was_made_for = 320; // points, upright
    const auto found = windows_.find(bundle_id);
    const bool scaled = found != windows_.end() && found->second == app_window::scaled;
    return scaled ? width_it_was_made_for / std::min(screen_.width, screen_.height) : 1;
}

bool springboard::light_furniture() const
{
    return surfaces_.front() != nullptr || locked_ || front_ == nullptr || front_->dark();
}

bool springboard::home_screen_shows() const
{
    return surfaces_.front() == nullptr && !locked_ && front_ == nullptr;
}

std::string_view springboard::front_bundle_id() const
{
    const bool covered = locked_ || surfaces_.front() != nullptr;
    return front_ == nullptr || covered ? own_bundle_id : front_->who().bundle_id;
}

std::string_view springboard::shown_surface() const
{
    if (const auto* covering = surfaces_.front())
        return covering->name();
    if (locked_)
        return lock_screen_.keypad_shown() ? "keypad" : "lock";
    return front_ == nullptr ? "home" : "app";
}

nlohmann::json springboard::app_states() const
{
    nlohmann::json states = nlohmann::json::object();
    for (const auto& each : apps_)
        states[std::string(each->who().bundle_id)] = each->state();
    nlohmann::json recent = nlohmann::json::array();
    for (const auto* each : apps_.recent())
        recent.push_back(each->who().bundle_id);
    states[std::string(own_bundle_id)] = {{"surface", shown_surface()},
                                          {"page", home_.page()},
                                          {"keypad_shown", lock_screen_.keypad_shown()},
                                          {"wrong_attempts", lock_screen_.wrong_attempts()},
                                          {"disabled", lock_screen_.disabled()},
                                          {"volume", surfaces_.volume().level()},
                                          {"switched_on", surfaces_.switches().switched_on()},
                                          {"silent", surfaces_.silent_mode().on()},
                                          {"recent", std::move(recent)}};
    return states;
}

} // namespace thimble::virtualphone
