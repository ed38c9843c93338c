// Keys, typing and the clipboard.
#include "daemon/debug_forms/form.hpp"
#include "device/text_limit.hpp"

#include <array>

namespace thimble::daemon {

namespace {

constexpr std::string_view not_utf8 = "TEXT is not valid UTF-8";

bool is_utf8(std::string_view text)
{
    return device::cut_text(text, text.size()).size() == text.size();
}

parsed_action read_type(words arguments)
{
    if (!is_utf8(arguments[0]))
        return std::unexpected(std::string(not_utf8));
    return plain(
        link::type{.text = std::string(arguments[0]), .method = link::typing_method::automatic});
}

parsed_action read_copy_text(words arguments)
{
    if (!is_utf8(arguments[0]))
        return std::unexpected(std::string(not_utf8));
    return plain(link::copy_text{.text = std::string(arguments[0])});
}

parsed_action read_clipboard(words /*arguments*/)
{
    return plain(link::read_clipboard{});
}

constexpr std::array text_form_table{
    form{.name = "type",
         .arguments = "TEXT…",
         .effect = "Type into the field that has the focus; other processes can read it here",
         .read = read_type},
    form{.name = "copy-text",
         .arguments = "TEXT…",
         .effect = "Put text on the clipboard; other processes can read it here",
         .read = read_copy_text},
    form{.name = "read-clipboard",
         .arguments = "",
         .effect = "Show what is on the clipboard",
         .read = read_clipboard},
};

} // namespace

std::span<const form> text_forms()
{
    return text_form_table;
}

} // namespace thimble::daemon
