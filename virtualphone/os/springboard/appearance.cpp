// What a phone shows and tells of itself, whatever is in front.
#include "virtualphone/os/springboard/alert_dialog.hpp"
#include "virtualphone/os/springboard/springboard.hpp"
#include "virtualphone/os/springboard/status_bar.hpp"

#include <utility>

namespace thimble::virtualphone {

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
        all.children.push_back(alert_dialog(
            *asking, screen_, [this](const std::string& button) { answer_alert(button); }));
    return all;
}

/// What a surface covers is still seen through it, but neither listed nor touched.
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
    return front_ == nullptr ? home_.show(screen_) : front_->show(screen_);
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
                                          {"silent", surfaces_.silent_mode().on()},
                                          {"recent", std::move(recent)}};
    return states;
}

} // namespace thimble::virtualphone
