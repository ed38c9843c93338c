#include "virtualphone/os/springboard/springboard.hpp"

#include "virtualphone/os/controls/controls.hpp"
#include "virtualphone/os/springboard/alert_dialog.hpp"
#include "virtualphone/os/springboard/installed_apps.hpp"
#include "virtualphone/os/springboard/status_bar.hpp"
#include "virtualphone/os/text/hardware_keyboard.hpp"
#include "virtualphone/os/text/on_screen_keyboard.hpp"
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
      apps_(installed_apps(
          {.name = who.name, .model = std::string(hardware.name), .ios = std::string(ios.version)},
          clipboard_)),
      home_(home_screen_contents(apps_), wallpaper_, [this](std::string_view id) { open(id); }),
      lock_screen_(who.passcode, wallpaper_, [this] { unlock(); }), touches_(*this),
      locked_(who.locked), screen_(lay_out(hardware, interface_))
{
}

bool springboard::advance(milliseconds now)
{
    now_ = std::max(now_, now);
    if (touches_.advance(now_))
        changed_ = true;
    if (home_.advance(now_))
        changed_ = true;
    for (const auto& each : apps_)
        if (each->advance(now_) && each.get() == front_)
            changed_ = true;
    return std::exchange(changed_, false);
}

void springboard::touch(int finger, touch_phase phase, place where, milliseconds at)
{
    if (!awake_) {
        // A phone without a home button wakes when it is touched.
        if (screen_.home_indicator && phase == touch_phase::down)
            wake();
        return;
    }
    changed_ = true;
    touches_.touch(finger, phase, where, at);
}

void springboard::press_home()
{
    if (!awake_)
        wake();
    else if (locked_)
        lock_screen_.ask_to_open();
    else
        go_home();
    changed_ = true;
}

void springboard::press_lock()
{
    if (awake_)
        lock();
    else
        wake();
}

void springboard::key(std::uint32_t usage, std::uint32_t modifiers)
{
    changed_ = true;
    const auto stroke = read_key(usage, modifiers);
    if (stroke.what == key_action::home) {
        press_home();
    } else if (locked_) {
        const bool is_character = stroke.text.size() == 1 && stroke.text.front() >= ' ';
        if (is_character) // Return has nothing to send: the last digit has
            lock_screen_.type(stroke.text.front());
    } else if (stroke.what == key_action::dismiss && front_ != nullptr) {
        front_->dismiss();
    } else if (auto* editor = focus()) {
        apply(stroke, *editor, clipboard_);
    }
}

bool springboard::type(std::string_view text)
{
    auto* editor = focus();
    if (editor == nullptr)
        return false;
    editor->type(text);
    changed_ = true;
    return true;
}

bool springboard::open(std::string_view bundle_id)
{
    auto* wanted = find(bundle_id);
    if (locked_ || wanted == nullptr)
        return false;
    awake_ = true;
    if (front_ != nullptr && front_ != wanted)
        front_->leave();
    front_ = wanted;
    front_changed();
    opened();
    return true;
}

bool springboard::open_url(std::string_view url)
{
    const auto scheme = url.substr(0, url.find(':'));
    const auto wanted =
        std::ranges::find_if(apps_, [&](const auto& each) { return each->opens(scheme); });
    if (wanted == apps_.end() || !open((*wanted)->who().bundle_id))
        return false;
    (*wanted)->open_url(url);
    changed_ = true;
    return true;
}

void springboard::go_home()
{
    if (locked_)
        return;
    if (front_ == nullptr) {
        home_.go_to_first_page();
        changed_ = true;
        return;
    }
    front_->leave();
    front_ = nullptr;
    front_changed();
    opened();
}

void springboard::lock()
{
    const bool was_locked = std::exchange(locked_, true);
    awake_ = false;
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
    lock_screen_.reset();
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

void springboard::show_alert(shown_alert what)
{
    log_.append(now_, "alert", {{"what", "shown"}, {"title", what.title}});
    waiting_alerts_.push_back(std::move(what));
    if (!alert_)
        next_alert();
}

void springboard::next_alert()
{
    alert_.reset();
    if (!waiting_alerts_.empty()) {
        alert_ = std::move(waiting_alerts_.front());
        waiting_alerts_.pop_front();
    }
    touches_.cancel(now_);
    changed_ = true;
}

bool springboard::answer_alert(std::string_view button)
{
    if (!alert_ || std::ranges::find(alert_->buttons, button) == alert_->buttons.end())
        return false;
    const auto answered = *alert_;
    log_.append(now_, "alert",
                {{"what", "answered"}, {"title", answered.title}, {"button", button}});
    next_alert();
    if (answered.on_answer)
        answered.on_answer(std::string(button));
    return true;
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

std::string_view springboard::front_bundle_id() const
{
    return front_ == nullptr || locked_ ? own_bundle_id : front_->who().bundle_id;
}

nlohmann::json springboard::app_states() const
{
    nlohmann::json states = nlohmann::json::object();
    for (const auto& each : apps_)
        states[std::string(each->who().bundle_id)] = each->state();
    states[std::string(own_bundle_id)] = {{"page", home_.page()},
                                          {"keypad_shown", lock_screen_.keypad_shown()}};
    return states;
}

view springboard::show()
{
    view all{.frame = screen_.whole(), .type = "Application"};
    all.label = front_ == nullptr || locked_ ? "SpringBoard" : std::string(front_->who().name);
    all.identifier = std::string(front_bundle_id());
    if (!awake_) {
        all.paint = [whole = screen_.whole()](canvas& on) { on.fill(whole, palette::black); };
        return all;
    }
    all.children.push_back(surface());
    all.children.push_back(status_bar(screen_, light_furniture()));
    if (auto* editor = focus())
        all.children.push_back(keyboard_.show(screen_, *editor));
    if (front_ != nullptr || locked_)
        all.children.push_back(home_indicator(screen_, light_furniture()));
    if (alert_)
        all.children.push_back(alert_dialog(
            *alert_, screen_, [this](const std::string& button) { answer_alert(button); }));
    return all;
}

view springboard::surface()
{
    if (locked_)
        return lock_screen_.show(screen_);
    return front_ == nullptr ? home_.show(screen_) : front_->show(screen_);
}

bool springboard::light_furniture() const
{
    return front_ == nullptr || locked_ || front_->dark();
}

app* springboard::find(std::string_view bundle_id) const
{
    const auto found = std::ranges::find_if(
        apps_, [&](const auto& each) { return each->who().bundle_id == bundle_id; });
    return found == apps_.end() ? nullptr : found->get();
}

text_editor* springboard::focus() const
{
    return front_ == nullptr || locked_ ? nullptr : front_->focus();
}

bool springboard::may_show(turned orientation) const
{
    if (hardware_.kind == idiom::pad || orientation == turned::portrait)
        return true;
    // An iPhone's own screens stay upright, and few of its apps stand on their head.
    return front_ != nullptr && !locked_ &&
           (orientation != turned::upside_down || front_->turns_upside_down());
}

void springboard::front_changed()
{
    if (may_show(device_))
        interface_ = device_;
    else if (!may_show(interface_))
        interface_ = turned::portrait;
    screen_ = lay_out(hardware_, interface_);
    keyboard_.reset();
    touches_.cancel(now_);
    changed_ = true;
}

void springboard::opened()
{
    log_.append(now_, "app", {{"bundle_id", front_bundle_id()}, {"what", "opened"}});
}

} // namespace thimble::virtualphone
