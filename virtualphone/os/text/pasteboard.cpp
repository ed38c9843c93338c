#include "virtualphone/os/text/pasteboard.hpp"

namespace thimble::virtualphone {

void copy_selection(const text_editor& from, pasteboard& to)
{
    if (!from.selection().empty())
        to.copy(from.selected_text());
}

void cut_selection(text_editor& from, pasteboard& to)
{
    if (from.selection().empty())
        return;
    to.copy(from.selected_text());
    from.insert({});
}

void paste_into(text_editor& to, pasteboard& from)
{
    from.paste([&to](const std::string& text) { to.insert(text); });
}

} // namespace thimble::virtualphone
