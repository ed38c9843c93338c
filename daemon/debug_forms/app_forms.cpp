// Apps, addresses and shortcuts.
#include "daemon/debug_forms/form.hpp"
#include "device/text_limit.hpp"

#include <array>

namespace thimble::daemon {

namespace {

parsed_action read_apps(words /*arguments*/)
{
    return plain(link::list_apps{});
}

/// A name from a terminal that writes another encoding is refused rather than not found.
std::expected<std::string, std::string> read_name(std::string_view text)
{
    auto valid = device::cut_text(text, text.size());
    if (valid.size() != text.size())
        return std::unexpected("NAME is not valid UTF-8");
    return valid;
}

parsed_action read_open_app(words arguments)
{
    auto name = read_name(arguments[0]);
    if (!name)
        return std::unexpected(std::move(name.error()));
    return plain(link::open_app{.app_name = std::move(*name)});
}

parsed_action read_terminate_app(words arguments)
{
    auto bundle_id = read_name(arguments[0]);
    if (!bundle_id)
        return std::unexpected(std::move(bundle_id.error()));
    return plain(link::terminate_app{.bundle_id = std::move(*bundle_id)});
}

parsed_action read_open_url(words arguments)
{
    return plain(link::open_url{.url = std::string(arguments[0])});
}

parsed_action read_shortcut(words arguments)
{
    auto name = read_name(arguments[0]);
    if (!name)
        return std::unexpected(std::move(name.error()));
    return plain(link::shortcut{.shortcut_name = std::move(*name), .input = {}});
}

constexpr std::array app_form_table{
    form{.name = "apps", .arguments = "", .effect = "List the apps", .read = read_apps},
    form{.name = "open-app",
         .arguments = "NAME…",
         .effect = "Open an app by its name or bundle id",
         .read = read_open_app},
    form{.name = "terminate-app",
         .arguments = "BUNDLE_ID",
         .effect = "End an app",
         .read = read_terminate_app},
    form{.name = "open-url",
         .arguments = "URL",
         .effect = "Open an address of the web or of an app",
         .read = read_open_url},
    form{.name = "shortcut",
         .arguments = "NAME…",
         .effect = "Run a shortcut of the phone's library",
         .read = read_shortcut},
};

} // namespace

std::span<const form> app_forms()
{
    return app_form_table;
}

} // namespace thimble::daemon
