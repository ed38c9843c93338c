// The state of the system: app or surface in front, lock and wake, orientation, alerts, and what
// a change of one means for the others.
#include "virtualphone/os/springboard/springboard.hpp"

#include "virtualphone/os/springboard/installed_apps.hpp"
#include "virtualphone/os/text/text_editor.hpp"

#include <algorithm>
#include <utility>

namespace thimble::virtualphone {

springboard::springboard(const model& hardware,
                         const ios_profile& ios,
                         const identity& who,
                         event_log& log)
    : hardware_(hardware), log_(log),
      clipboard_(
          ios.paste_alert,
          [this](auto answer) { ask_to_paste(std::move(answer)); },
          [this](const auto& text) { log_.append(now_, "clipboard", {{"text", text}}); }),
      apps_([this,
             about = device_facts{.name = who.name,
                                  .model = std::string(hardware.name),
                                  .ios = std::string(ios.version)},
             &who] { return installed_apps(about, who.installed_runner(), clipboard_, *this); }),
      home_(home_screen_contents(apps_.all()),
            wallpaper_,
            [this](std::string_view id) { tap_icon(id); }),
      lock_screen_(who.passcode, wallpaper_, [this] { unlock(); }),
      surfaces_(apps_, wallpaper_, *this), touches_(*this), locked_(who.locked),
      screen_(lay_out(hardware, interface_)), alerts_(log)
{
}

bool springboard::advance(milliseconds now)
{
    now_ = std::max(now_, now);
    if (turn_ends_ && now_ >= *turn_ends_)
        end_turn();
    if (opens_ && now_ >= opens_->due)
        open(std::exchange(opens_, std::nullopt)->bundle_id);
    if (touches_.advance(now_))
        changed_ = true;
    if (alerts_.empty())
        apps_.bury_ended(); // else the answer may still mean one of them
    if (home_.advance(now_) || surfaces_.advance(now_))
        changed_ = true;
    if (lock_screen_.advance(now_))
        changed_ = true;
    for (const auto& each : apps_)
        if (each->advance(now_) && each.get() == front_)
            changed_ = true;
    return std::exchange(changed_, false);
}

void springboard::touch(int finger,
                        touch_phase phase,
                        place where,
                        milliseconds at,
                        std::optional<milliseconds> reported)
{
    if (!awake_) {
        // A phone without a home button wakes when it is touched.
        if (screen_.home_indicator && phase == touch_phase::down)
            wake();
        return;
    }
    changed_ = true;
    touches_.touch(finger, phase, where, at, reported);
}

bool springboard::type(std::string_view text)
{
    auto* editor = focus();
    if (editor == nullptr && !takes_passcode())
        return false;
    changed_ = true;
    if (editor != nullptr)
        editor->type(text);
    else
        for (const char each : text)
            lock_screen_.type(each);
    return true;
}

bool springboard::open(std::string_view bundle_id)
{
    auto* wanted = apps_.find(bundle_id);
    if (locked_ || wanted == nullptr)
        return false;
    awake_ = true;
    leave_surface();
    if (front_ != nullptr && front_ != wanted)
        front_->leave();
    front_ = wanted;
    apps_.used(*wanted);
    front_changed();
    opened();
    return true;
}

bool springboard::open_behind(std::string_view bundle_id)
{
    auto* wanted = apps_.find(bundle_id);
    if (locked_ || wanted == nullptr)
        return false;
    apps_.started(*wanted);
    log_.append(now_, "app", {{"bundle_id", bundle_id}, {"what", "started"}});
    return true;
}

bool springboard::terminate(std::string_view bundle_id)
{
    const auto* const ended = apps_.find(bundle_id);
    if (!apps_.terminate(bundle_id))
        return false;
    alerts_.forget(bundle_id);
    log_.append(now_, "app", {{"bundle_id", bundle_id}, {"what", "terminated"}});
    if (front_ == ended) {
        front_ = nullptr;
        front_changed();
    }
    return true;
}

void springboard::renew_apps()
{
    touches_.cancel(now_); // they may mean an app that goes
    apps_.renew();
    home_.rearrange(home_screen_contents(apps_.all()));
    apps_.bury_ended();
    changed_ = true;
}

void springboard::show_surface(surface_kind which)
{
    leave_surface();
    surfaces_.open(which);
    log_.append(now_, "surface", {{"name", surfaces_.front()->name()}, {"shown", true}});
    front_changed();
}

void springboard::close_surface()
{
    leave_surface();
    front_changed();
}

void springboard::leave_surface()
{
    if (const auto* const left = surfaces_.front())
        log_.append(now_, "surface", {{"name", left->name()}, {"shown", false}});
    surfaces_.close();
}

void springboard::go_home()
{
    opens_.reset();
    if (locked_)
        return;
    const bool covered = surfaces_.front() != nullptr;
    leave_surface();
    // On the home screen itself, home means its first page.
    if (front_ == nullptr && !covered)
        home_.go_to_first_page();
    if (front_ != nullptr)
        front_->leave();
    const bool left_app = std::exchange(front_, nullptr) != nullptr;
    front_changed();
    if (left_app)
        opened();
}

void springboard::lock()
{
    const bool was_locked = std::exchange(locked_, true);
    awake_ = false;
    leave_surface();
    lock_screen_.reset();
    front_changed();
    if (!was_locked)
        log_.append(now_, "lock", {{"locked", true}});
}

void springboard::unlock()
{
    awake_ = true;
    changed_ = true;
    if (!std::exchange(locked_, false))
        return;
    leave_surface();
    lock_screen_.opened();
    front_changed();
    log_.append(now_, "lock", {{"locked", false}});
}

void springboard::wake()
{
    awake_ = true;
    changed_ = true;
}

void springboard::turn(turned device)
{
    device_ = device;
    front_changed();
}

void springboard::begin_turn(turned device)
{
    constexpr milliseconds animation{400};
    device_ = device;
    turn_ends_ = now_ + animation;
}

void springboard::end_turn()
{
    const bool turns = turning();
    turn_ends_.reset();
    if (turns)
        front_changed();
}

bool springboard::turning() const
{
    return turn_ends_ && device_ != interface_ && may_show(device_);
}

void springboard::show_alert(shown_alert what)
{
    const auto* const before = alert();
    const bool waits = before != nullptr && (before->app.empty() || before->app == what.app);
    alerts_.show(std::move(what), now_);
    // An alert that shows at once takes the fingers away from what it covers.
    if (!waits && alert() != nullptr)
        touches_.cancel(now_);
    changed_ = true;
}

bool springboard::answer_alert(std::string_view button)
{
    const bool answered = alerts_.answer(front_bundle_id(), button, now_);
    if (answered) {
        touches_.cancel(now_);
        changed_ = true;
    }
    return answered;
}

void springboard::ask_to_paste(virtualphone::clipboard::answer answer)
{
    const std::string allow = "Allow Paste";
    const std::string app(front_ == nullptr ? "This app" : front_->who().name);
    show_alert({.title = "“" + app + "” would like to paste from another app",
                .text = "Do you want to allow this?",
                .buttons = {"Don't Allow Paste", allow},
                .on_answer = [answer = std::move(answer), allow](const std::string& button) {
                    answer(button == allow);
                }});
}

text_editor* springboard::focus() const
{
    if (alert() != nullptr)
        return nullptr; // no alert here has a field of its own
    if (auto* covering = surfaces_.front())
        return covering->focus();
    return front_ == nullptr || locked_ ? nullptr : front_->focus();
}

bool springboard::may_show(turned orientation) const
{
    if (hardware_.kind == idiom::pad || orientation == turned::portrait)
        return true;
    // An iPhone's own screens stay upright, and few of its apps stand on their head.
    const auto* const covering = surfaces_.front();
    const bool own_screen = covering != nullptr && covering->replaces_app();
    return front_ != nullptr && !locked_ && !own_screen &&
           (orientation != turned::upside_down || front_->turns_upside_down());
}

void springboard::front_changed()
{
    turn_ends_.reset();
    if (may_show(device_))
        interface_ = device_;
    else if (!may_show(interface_))
        interface_ = turned::portrait;
    screen_ = lay_out(hardware_, interface_);
    // Fingers that are still down belong to what was in front when they came down.
    keyboard_.reset();
    touches_.cancel(now_);
    changed_ = true;
}

void springboard::opened()
{
    log_.append(now_, "app", {{"bundle_id", front_bundle_id()}, {"what", "opened"}});
}

} // namespace thimble::virtualphone
