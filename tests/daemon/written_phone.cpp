#include "tests/daemon/written_phone.hpp"

#include <algorithm>

namespace thimble::daemon {

namespace {

template <class Value>
using answer_of = boost::asio::awaitable<device::result<Value>>;

struct written_part {
    explicit written_part(written_phone& whole) : of(whole) {}
    written_phone& of;
};

struct typist final : written_part, device::text_typist {
    using written_part::written_part;

    answer_of<void> type(std::string text) override
    {
        ++of.typings;
        if (of.typing_fails)
            co_return std::unexpected(*of.typing_fails);
        if (!of.loses_text)
            of.field.content += text;
        co_return device::result<void>{};
    }

    answer_of<std::optional<std::string>> focused_text() override
    {
        if (!of.field.focused)
            co_return std::unexpected(device::failure{.what = device::problem::refused,
                                                      .message = "No text field has the focus.",
                                                      .cause = "keyboard_not_shown"});
        co_return of.field.shown ? std::optional(of.field.content) : std::nullopt;
    }

    answer_of<device::element_frame> focused_frame() override { co_return of.field.frame; }
};

struct written_keys final : written_part, device::key_presser {
    using written_part::written_part;

    answer_of<void> press(device::key_stroke what) override
    {
        if (of.keys_fail)
            co_return std::unexpected(*of.keys_fail);
        constexpr device::key_stroke command_v{.usage = 0x19, .modifiers = 0b1000};
        constexpr device::key_stroke key_a{.usage = 0x04};
        constexpr device::key_stroke backspace{.usage = 0x2A};
        if (what.modifiers != 0 && !of.takes_chords)
            co_return std::unexpected(device::failure{.what = device::problem::unsupported,
                                                      .message = "No modifiers on iPhones.",
                                                      .cause = "modifiers_unsupported"});
        ++of.strokes;
        if (what == command_v)
            of.field.content += of.clipboard_text;
        if (what == key_a && !of.loses_text)
            of.field.content += of.field.content.empty() ? 'A' : 'a';
        if (what == backspace && !of.field.content.empty())
            of.field.content.pop_back();
        co_return device::result<void>{};
    }
};

struct text_keeper final : written_part, device::clipboard {
    using written_part::written_part;

    answer_of<std::string> read() override
    {
        if (of.clipboard_fails)
            co_return std::unexpected(*of.clipboard_fails);
        co_return of.clipboard_text;
    }

    answer_of<void> write(std::string text) override
    {
        if (of.clipboard_fails)
            co_return std::unexpected(*of.clipboard_fails);
        of.clipboard_text = std::move(text);
        co_return device::result<void>{};
    }
};

struct app_starter final : written_part, device::app_launcher {
    using written_part::written_part;

    answer_of<void> open(std::string bundle_id) override
    {
        of.opened.push_back(bundle_id);
        if (of.opening_fails)
            co_return std::unexpected(*of.opening_fails);
        if (std::ranges::count(of.installed, bundle_id, &device::installed_app::bundle_id) == 0)
            co_return std::unexpected(device::failure{.what = device::problem::refused,
                                                      .message = "The phone has no such app.",
                                                      .cause = "app_not_installed"});
        of.app = of.stays_in_front.value_or(std::move(bundle_id));
        co_return device::result<void>{};
    }

    answer_of<std::string> in_front() override { co_return of.app; }

    answer_of<bool> terminate(std::string bundle_id) override
    {
        const bool runs = of.app == bundle_id;
        if (runs)
            of.app = of.stays_in_front.value_or("com.apple.springboard");
        co_return runs;
    }
};

struct lister final : written_part, device::app_catalog {
    using written_part::written_part;

    answer_of<std::vector<device::installed_app>> read() override
    {
        ++of.catalog_reads;
        co_return of.installed;
    }
};

struct opener final : written_part, device::url_opener {
    using written_part::written_part;

    answer_of<void> open(std::string url) override
    {
        of.opened.push_back(std::move(url));
        if (of.opening_fails)
            co_return std::unexpected(*of.opening_fails);
        co_return device::result<void>{};
    }
};

} // namespace

struct written_phone::drivers {
    explicit drivers(written_phone& of)
        : typing(of), keys(of), clipboard(of), launcher(of), apps(of), urls(of)
    {
    }

    typist typing;
    written_keys keys;
    text_keeper clipboard;
    app_starter launcher;
    lister apps;
    opener urls;
};

written_phone::written_phone(const boost::asio::any_io_executor& home)
    : scripted_phone(home), drivers_(std::make_unique<drivers>(*this))
{
}

written_phone::~written_phone() = default;

namespace {

const device::element_frame menu_item{.x = 100, .y = 60, .width = 80, .height = 40};

bool is_within(const device::element_frame& frame, gesture::point where)
{
    return where.x >= frame.x && where.x < frame.x + frame.width && where.y >= frame.y &&
           where.y < frame.y + frame.height;
}

} // namespace

answer_of<device::element_list> written_phone::read()
{
    device::element_list tree{.elements = on_screen, .shown = *told.interface};
    if (menu_shows) {
        device::element item;
        item.type = "MenuItem";
        item.label = pasting_item;
        item.x = menu_item.x;
        item.y = menu_item.y;
        item.width = menu_item.width;
        item.height = menu_item.height;
        tree.elements.push_back(item);
    }
    co_return tree;
}

/// The place of the touch tells what it is at.
answer_of<void> written_phone::play(gesture::touch_path path, screen::interface made_for)
{
    constexpr std::chrono::milliseconds long_press{500};
    const auto where = path.contacts.front().samples.front().where;
    if (path.duration() >= long_press && is_within(field.frame, where))
        menu_shows = !pasting_item.empty();
    else if (menu_shows && is_within(menu_item, where))
        field.content += clipboard_text;
    return scripted_phone::play(std::move(path), made_for);
}

device::text_typist* written_phone::typing()
{
    return &drivers_->typing;
}

device::key_presser* written_phone::keys()
{
    return &drivers_->keys;
}

device::clipboard* written_phone::clipboard()
{
    return &drivers_->clipboard;
}

device::app_launcher* written_phone::launcher()
{
    return &drivers_->launcher;
}

device::app_catalog* written_phone::apps()
{
    return tells_apps ? &drivers_->apps : nullptr;
}

device::url_opener* written_phone::urls()
{
    return &drivers_->urls;
}

} // namespace thimble::daemon
