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
};

struct written_keys final : written_part, device::key_presser {
    using written_part::written_part;

    answer_of<void> press(device::key_stroke what) override
    {
        if (of.keys_fail)
            co_return std::unexpected(*of.keys_fail);
        constexpr device::key_stroke command_v{.usage = 0x19, .modifiers = 0b1000};
        if (what == command_v)
            of.field.content += of.clipboard_text;
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
    return &drivers_->apps;
}

device::url_opener* written_phone::urls()
{
    return &drivers_->urls;
}

} // namespace thimble::daemon
