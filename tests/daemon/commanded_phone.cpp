#include "tests/daemon/commanded_phone.hpp"

#include "gesture/keys.hpp"

namespace thimble::daemon {

namespace {

template <class Value>
using answer_of = boost::asio::awaitable<device::result<Value>>;

struct part {
    explicit part(commanded_phone& whole) : of(whole) {}
    commanded_phone& of;
};

/// The buttons of the keypad stand in a row.
constexpr double key_side = 30;

struct toucher final : part, device::touch_player {
    using part::part;

    answer_of<void> play(gesture::touch_path path, screen::interface /*made_for*/) override
    {
        if (of.is.turns_under_fingers-- > 0)
            co_return std::unexpected(device::failure{.what = device::problem::stale_frame,
                                                      .message = "It has turned.",
                                                      .cause = "interface_changed"});
        of.played.push_back(std::move(path));
        of.when_swiped();
        co_return device::result<void>{};
    }
    answer_of<void> play_unrecorded(gesture::touch_path path, screen::interface made_for) override
    {
        ++of.log.unrecorded_touches;
        const auto where = path.contacts.front().samples.front().where;
        if (of.is.keypad && where.y < key_side)
            of.enter(static_cast<char>('0' + static_cast<int>(where.x / key_side)));
        else
            co_return co_await play(std::move(path), made_for);
        co_return device::result<void>{};
    }
    device::on_cancel when_cancelled() const override { return device::on_cancel::lifted; }
};

struct puller final : part, device::native_dragger {
    using part::part;

    answer_of<void> drag(device::press_and_drag what, screen::interface /*made_for*/) override
    {
        if (of.is.turns_under_drags-- > 0)
            co_return std::unexpected(device::failure{.what = device::problem::stale_frame,
                                                      .message = "It has turned.",
                                                      .cause = "interface_changed"});
        of.log.drags.push_back(what);
        of.when_dragged();
        co_return device::result<void>{};
    }
};

struct presser final : part, device::button_presser {
    using part::part;

    answer_of<void> press(device::button which) override
    {
        of.log.buttons.push_back(which);
        of.when_pressed();
        if (of.failing)
            co_return std::unexpected(*of.failing);
        co_return device::result<void>{};
    }

    answer_of<void> press_twice(device::button which) override
    {
        of.log.buttons.push_back(which);
        co_return co_await press(which);
    }
};

struct key_player final : part, device::key_presser {
    using part::part;

    answer_of<void> press(device::key_stroke what) override
    {
        if (of.is.keys_fail && !of.log.strokes.empty())
            co_return std::unexpected(*of.is.keys_fail);
        of.log.strokes.push_back(what);
        for (const auto name : gesture::key_names())
            if (name.size() == 1 && gesture::key_usage(name) == what.usage)
                of.enter(name.front());
        if (what.usage == gesture::key_usage("escape") && of.is.surface == "SpotlightSearchField")
            of.is.surface.clear();
        co_return device::result<void>{};
    }

    answer_of<void> check(device::key_stroke what) override
    {
        if (what.modifiers != 0 && !of.is.takes_modifiers)
            co_return std::unexpected(device::failure{.what = device::problem::unsupported,
                                                      .message = "It takes no modifiers.",
                                                      .cause = "modifiers_unsupported"});
        co_return device::result<void>{};
    }
};

struct locker final : part, device::lock_switch {
    using part::part;

    answer_of<bool> locked() override
    {
        if (!of.is.tells_lock)
            co_return std::unexpected(device::failure{.what = device::problem::unsupported,
                                                      .message = "It does not tell.",
                                                      .cause = std::string(device::lock_not_told)});
        co_return of.is.locked;
    }

    answer_of<void> lock() override
    {
        ++of.log.locks;
        of.when_pressed();
        co_return device::result<void>{};
    }

    answer_of<void> wake() override
    {
        ++of.log.wakes;
        of.when_pressed();
        co_return device::result<void>{};
    }
};

struct starter final : part, device::app_launcher {
    using part::part;

    answer_of<void> open(std::string bundle_id) override
    {
        of.is.app = std::move(bundle_id);
        co_return device::result<void>{};
    }
    answer_of<std::string> in_front() override { co_return of.is.app; }
};

struct turner final : part, device::orientation_switch {
    using part::part;

    answer_of<void> turn(screen::orientation to) override
    {
        of.log.turns.push_back(to);
        if (of.is.turning_fails)
            co_return std::unexpected(*of.is.turning_fails);
        co_return device::result<void>{};
    }
};

struct tree_reader final : part, device::element_reader {
    using part::part;

    static device::element element(const char* type, const char* label, const std::string& name)
    {
        device::element made;
        made.type = type;
        made.label = label;
        made.name = name;
        return made;
    }

    /// Named in some other language.
    device::element field() const
    {
        auto made = element("SecureTextField", "Codefeld", "");
        made.value = std::string(of.is.entered.size(), '*');
        return made;
    }

    static device::element key(int digit)
    {
        auto made = element("Button", "", std::to_string(digit));
        made.x = digit * key_side;
        made.width = key_side;
        made.height = key_side;
        return made;
    }

    answer_of<device::element_list> read() override { return read_tree_of(""); }

    answer_of<device::element_list> read_app(std::string bundle_id) override
    {
        return read_tree_of(std::move(bundle_id));
    }

    /// One of the things that a surface shows.
    static device::element toggle()
    {
        auto made = element("Switch", "Wi-Fi", "");
        made.x = 100;
        made.y = 200;
        made.width = 40;
        made.height = 40;
        return made;
    }

    answer_of<device::element_list> read_tree_of(std::string bundle_id)
    {
        of.log.trees.push_back(bundle_id);
        if (!bundle_id.empty() && of.is.system_tree_fails)
            co_return std::unexpected(*of.is.system_tree_fails);
        const bool shows_surface = of.is.surface_tree.empty() || of.is.surface_tree == bundle_id;
        device::element_list tree{.elements = {element("Application", "", "")},
                                  .shown = *of.told.interface};
        if (!of.is.surface.empty() && shows_surface) {
            tree.elements.push_back(element("Other", "", of.is.surface));
            tree.elements.push_back(toggle());
        }
        if (of.is.locked && of.is.passcode_field)
            tree.elements.push_back(field());
        for (int digit = 0; of.is.locked && of.is.keypad && digit < 10; ++digit)
            tree.elements.push_back(key(digit));
        if (of.is.disabled)
            tree.elements.push_back(element("StaticText", "iPhone Unavailable", ""));
        co_return tree;
    }
};

struct alert_teller final : part, device::alert_reader {
    using part::part;

    answer_of<std::optional<device::alert>> read() override { co_return of.is.alert; }
};

} // namespace

struct commanded_phone::drivers {
    explicit drivers(commanded_phone& of)
        : touches(of), dragger(of), buttons(of), keys(of), lock(of), launcher(of), orientation(of),
          elements(of), alerts(of)
    {
    }

    toucher touches;
    puller dragger;
    presser buttons;
    key_player keys;
    locker lock;
    starter launcher;
    turner orientation;
    tree_reader elements;
    alert_teller alerts;
};

commanded_phone::commanded_phone(const boost::asio::any_io_executor& home)
    : scripted_phone(home), drivers_(std::make_unique<drivers>(*this))
{
}

commanded_phone::~commanded_phone() = default;

device::touch_player* commanded_phone::touches()
{
    return &drivers_->touches;
}

void commanded_phone::enter(char character)
{
    if (!is.locked || is.passcode.empty())
        return;
    is.entered += character;
    if (is.entered.size() < is.passcode.size())
        return;
    is.locked = is.entered != is.passcode;
    is.entered.clear();
}

device::native_dragger* commanded_phone::dragger()
{
    return &drivers_->dragger;
}

device::button_presser* commanded_phone::buttons()
{
    return &drivers_->buttons;
}

device::key_presser* commanded_phone::keys()
{
    return &drivers_->keys;
}

device::lock_switch* commanded_phone::lock()
{
    return &drivers_->lock;
}

device::app_launcher* commanded_phone::launcher()
{
    return &drivers_->launcher;
}

device::orientation_switch* commanded_phone::orientation()
{
    return &drivers_->orientation;
}

device::element_reader* commanded_phone::elements()
{
    return is.has_tree ? &drivers_->elements : nullptr;
}

device::alert_reader* commanded_phone::alerts()
{
    return &drivers_->alerts;
}

} // namespace thimble::daemon
