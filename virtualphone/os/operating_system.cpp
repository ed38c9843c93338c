#include "virtualphone/os/operating_system.hpp"

#include "virtualphone/os/draw/frame_cache.hpp"
#include "virtualphone/os/springboard/springboard.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace thimble::virtualphone {

/// Notes what happens in the log, keeps the time, and has the picture drawn; springboard does the
/// rest.
struct operating_system::implementation {
    implementation(const model& hardware_, const ios_profile& ios_, identity who_, event_log& log_)
        : hardware(hardware_), ios(ios_), who(std::move(who_)), log(log_),
          board(std::make_unique<springboard>(hardware, ios, who, log))
    {
    }

    void advance(milliseconds to)
    {
        now = std::max(now, to);
        if (board->advance(now))
            ++generation;
    }

    canvas render()
    {
        const auto& screen = board->screen();
        canvas out(screen.width_px, screen.height_px, screen.scale);
        paint(board->show(), out);
        return out;
    }

    const model& hardware;
    const ios_profile& ios;
    identity who;
    event_log& log;
    milliseconds now{0};
    std::unique_ptr<springboard> board; // another one after a reboot
    std::uint64_t generation = 1;

    frame_cache frames;

    /// While something happens to the phone: what was due before has happened, and what follows
    /// from it will have.
    class moment {
    public:
        moment(implementation& self, milliseconds at) : self_(self) { self_.advance(at); }
        moment(const moment&) = delete;
        moment& operator=(const moment&) = delete;
        ~moment() { self_.advance(self_.now); }

    private:
        implementation& self_;
    };
};

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

void operating_system::touch(int finger, touch_phase phase, place where, milliseconds at)
{
    constexpr std::array phases{"down", "move", "up"};
    if (!std::isfinite(where.x) || !std::isfinite(where.y))
        return; // no finger is there
    const implementation::moment moment(*self_, at);
    self_->log.append(self_->now, "touch",
                      {{"finger", finger},
                       {"phase", phases.at(static_cast<std::size_t>(phase))},
                       {"x", where.x},
                       {"y", where.y}});
    self_->board->touch(finger, phase, where, self_->now);
}

void operating_system::press(hardware_button which, milliseconds held, milliseconds at)
{
    const implementation::moment moment(*self_, at);
    self_->log.append(self_->now, "button",
                      {{"name", to_string(which)}, {"held_ms", held.count()}});
    if (which == hardware_button::home)
        self_->board->press_home();
    else if (which == hardware_button::lock)
        self_->board->press_lock();
}

void operating_system::key(std::uint32_t usage, std::uint32_t modifiers, bool down, milliseconds at)
{
    const implementation::moment moment(*self_, at);
    self_->log.append(
        self_->now, "key",
        {{"usage", usage}, {"modifiers", modifiers}, {"phase", down ? "down" : "up"}});
    if (down)
        self_->board->key(usage, modifiers);
}

bool operating_system::type(std::string_view text, milliseconds at)
{
    const implementation::moment moment(*self_, at);
    if (!self_->board->type(text))
        return false;
    self_->log.append(self_->now, "text", {{"text", text}});
    return true;
}

void operating_system::go_home(milliseconds at)
{
    const implementation::moment moment(*self_, at);
    self_->board->press_home();
}

bool operating_system::launch(std::string_view bundle_id, milliseconds at)
{
    const implementation::moment moment(*self_, at);
    return self_->board->open(bundle_id);
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

void operating_system::reboot(milliseconds at)
{
    const implementation::moment moment(*self_, at);
    auto& self = *self_;
    const auto device = self.board->device_orientation();
    self.who.locked = self.who.locked || self.who.passcode.has_value();
    self.board = std::make_unique<springboard>(self.hardware, self.ios, self.who, self.log);
    self.board->turn(device);
}

const model& operating_system::hardware() const
{
    return self_->hardware;
}

const ios_profile& operating_system::ios() const
{
    return self_->ios;
}

const identity& operating_system::who() const
{
    return self_->who;
}

turned operating_system::interface_orientation() const
{
    return self_->board->interface_orientation();
}

turned operating_system::device_orientation() const
{
    return self_->board->device_orientation();
}

double operating_system::width_pt() const
{
    return self_->board->screen().width;
}

double operating_system::height_pt() const
{
    return self_->board->screen().height;
}

bool operating_system::locked() const
{
    return self_->board->locked();
}

bool operating_system::awake() const
{
    return self_->board->awake();
}

bool operating_system::keyboard_shown() const
{
    return self_->board->keyboard_shown();
}

std::string operating_system::front_app() const
{
    return std::string(self_->board->front_bundle_id());
}

const std::string& operating_system::clipboard() const
{
    return self_->board->clipboard().text();
}

const std::optional<shown_alert>& operating_system::alert() const
{
    return self_->board->alert();
}

nlohmann::json operating_system::app_states() const
{
    return self_->board->app_states();
}

element operating_system::tree() const
{
    return elements_of(self_->board->show()).front(); // the page of a phone is always an element
}

std::vector<operating_system::installed_app> operating_system::apps() const
{
    std::vector<installed_app> out;
    for (const auto& each : self_->board->apps()) {
        const auto who = each->who();
        out.push_back({.bundle_id = std::string(who.bundle_id),
                       .name = std::string(who.name),
                       .version = who.system ? std::string(self_->ios.version) : "1.0",
                       .system = who.system});
    }
    return out;
}

encoded_picture operating_system::frame_png()
{
    return self_->frames.png(self_->generation, [this] { return self_->render(); });
}

encoded_picture operating_system::frame_jpeg(int quality)
{
    return self_->frames.jpeg(self_->generation, quality, [this] { return self_->render(); });
}

std::uint64_t operating_system::generation() const
{
    return self_->generation;
}

} // namespace thimble::virtualphone
