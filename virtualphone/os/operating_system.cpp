#include "virtualphone/os/operating_system.hpp"

#include "virtualphone/os/implementation.hpp"

#include <array>
#include <cmath>
#include <utility>

namespace thimble::virtualphone {

operating_system::operating_system(const model& hardware,
                                   const ios_profile& ios,
                                   identity who,
                                   event_log& log)
    : self_(std::make_unique<implementation>(hardware, ios, std::move(who), log))
{
}

operating_system::~operating_system() = default;

void operating_system::advance(milliseconds now)
{
    self_->advance(now);
}

void operating_system::touch(int finger,
                             touch_phase phase,
                             place where,
                             milliseconds at,
                             std::optional<milliseconds> reported)
{
    constexpr std::array phases{"down", "move", "up"};
    if (!std::isfinite(where.x) || !std::isfinite(where.y))
        return; // no finger is there
    const implementation::moment moment(*self_, at);
    nlohmann::json fields{{"finger", finger},
                          {"phase", phases.at(static_cast<std::size_t>(phase))},
                          {"x", where.x},
                          {"y", where.y}};
    if (reported)
        fields["reported_ms"] = reported->count();
    self_->log.append(self_->now, "touch", std::move(fields));
    self_->follow(finger, phase, where);
    self_->board->touch(finger, phase, where, self_->now, reported);
}

void operating_system::cancel_touches(milliseconds at)
{
    const implementation::moment moment(*self_, at);
    self_->board->cancel_touches();
    for (const auto& [finger, where] : std::exchange(self_->fingers, {})) {
        self_->log.append(self_->now, "touch",
                          {{"finger", finger},
                           {"phase", "up"},
                           {"x", where.x},
                           {"y", where.y},
                           {"cancelled", true}});
        self_->board->touch(finger, touch_phase::up, where, self_->now);
    }
}

void operating_system::leave_edges_to_app(bool do_so)
{
    self_->board->leave_edges_to_app(do_so);
}

void operating_system::press(hardware_button which, milliseconds held, milliseconds at)
{
    const implementation::moment moment(*self_, at);
    self_->log.append(self_->now, "button",
                      {{"name", to_string(which)}, {"held_ms", held.count()}});
    self_->board->press(which, held);
}

void operating_system::key(std::uint32_t usage, std::uint32_t modifiers, bool down, milliseconds at)
{
    const implementation::moment moment(*self_, at);
    nlohmann::json fields{{"phase", down ? "down" : "up"}};
    if (self_->is_secret(usage, down)) {
        fields["hidden"] = true;
    } else {
        fields["usage"] = usage;
        fields["modifiers"] = modifiers;
    }
    self_->log.append(self_->now, "key", std::move(fields));
    if (down)
        self_->board->key(usage, modifiers);
}

bool operating_system::type(std::string_view text, milliseconds at)
{
    const implementation::moment moment(*self_, at);
    const bool secret = self_->board->takes_passcode();
    if (!self_->board->type(text))
        return false;
    const nlohmann::json fields =
        secret ? nlohmann::json{{"hidden", true}} : nlohmann::json{{"text", text}};
    self_->log.append(self_->now, "text", fields);
    return true;
}

void operating_system::go_home(milliseconds at)
{
    const implementation::moment moment(*self_, at);
    self_->board->activate();
}

bool operating_system::launch(std::string_view bundle_id, milliseconds at)
{
    const implementation::moment moment(*self_, at);
    return self_->board->open(bundle_id);
}

bool operating_system::launch_behind(std::string_view bundle_id, milliseconds at)
{
    const implementation::moment moment(*self_, at);
    return self_->board->open_behind(bundle_id);
}

bool operating_system::terminate(std::string_view bundle_id, milliseconds at)
{
    const implementation::moment moment(*self_, at);
    return self_->board->terminate(bundle_id);
}

void operating_system::ask_siri(std::string words, milliseconds at)
{
    const implementation::moment moment(*self_, at);
    self_->board->ask_siri(std::move(words));
}

bool operating_system::open_url(std::string_view url, milliseconds at)
{
    const implementation::moment moment(*self_, at);
    const bool done = self_->board->open_url(url);
    self_->log.append(self_->now, "url", {{"url", url}, {"opened", done}});
    return done;
}

void operating_system::copy(std::string text, milliseconds at)
{
    const implementation::moment moment(*self_, at);
    self_->board->clipboard().copy(std::move(text));
}

void operating_system::paste(std::function<void(const std::string& text)> use, milliseconds at)
{
    const implementation::moment moment(*self_, at);
    self_->board->clipboard().paste(std::move(use));
}

bool operating_system::answer_alert(std::string_view button, milliseconds at)
{
    const implementation::moment moment(*self_, at);
    return self_->board->answer_alert(button);
}

bool operating_system::rotate_interface(turned to, milliseconds at)
{
    rotate_device(to, at);
    return self_->board->interface_orientation() == to;
}

void operating_system::begin_rotation(turned to, milliseconds at)
{
    const implementation::moment moment(*self_, at);
    self_->board->begin_turn(to);
}

void operating_system::lock(milliseconds at)
{
    const implementation::moment moment(*self_, at);
    self_->board->lock();
}

void operating_system::unlock(milliseconds at)
{
    const implementation::moment moment(*self_, at);
    self_->board->unlock();
}

void operating_system::rotate_device(turned to, milliseconds at)
{
    const implementation::moment moment(*self_, at);
    self_->board->turn(to);
}

void operating_system::show_alert(shown_alert what, milliseconds at)
{
    const implementation::moment moment(*self_, at);
    self_->board->show_alert(std::move(what));
}

void operating_system::set_clipboard(std::string text, milliseconds at)
{
    const implementation::moment moment(*self_, at);
    self_->board->clipboard().set_from_outside(std::move(text));
}

void operating_system::set_opening_time(milliseconds takes, milliseconds at)
{
    const implementation::moment moment(*self_, at);
    self_->board->set_opening_time(takes);
}

void operating_system::set_window(std::string_view bundle_id, app_window how, milliseconds at)
{
    const implementation::moment moment(*self_, at);
    self_->board->set_window(bundle_id, how);
}

bool operating_system::install_runner(std::string bundle_id, milliseconds at)
{
    const implementation::moment moment(*self_, at);
    if (self_->who.runner_installed)
        return false;
    self_->who.runner_id = std::move(bundle_id);
    self_->who.runner_installed = true;
    self_->board->renew_apps();
    return true;
}

bool operating_system::remove_runner(milliseconds at)
{
    const implementation::moment moment(*self_, at);
    if (!self_->who.runner_installed)
        return false;
    self_->board->terminate(self_->who.runner_id);
    self_->who.runner_installed = false;
    self_->board->renew_apps();
    return true;
}

void operating_system::reboot(milliseconds at)
{
    const implementation::moment moment(*self_, at);
    auto& self = *self_;
    const auto device = self.board->device_orientation();
    self.who.locked = self.who.locked || self.who.passcode.has_value();
    self.board = std::make_unique<springboard>(self.hardware, self.ios, self.who, self.log);
    self.board->turn(device);
    self.fingers.clear();
    self.unlocked_since_boot = !self.who.passcode.has_value();
}

} // namespace thimble::virtualphone
