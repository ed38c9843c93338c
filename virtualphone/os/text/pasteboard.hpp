// The clipboard as a text field sees it, and what a field does with it.
#pragma once

#include "virtualphone/os/text/text_editor.hpp"

#include <functional>
#include <string>

namespace thimble::virtualphone {

class pasteboard {
public:
    virtual ~pasteboard() = default;
    virtual bool empty() const = 0;
    virtual void copy(std::string text) = 0;
    /// `use` gets the text: at once or, when another program has put it there, after the user has
    /// allowed it; never when the user does not. It has to stay valid as long as the phone runs.
    virtual void paste(std::function<void(const std::string& text)> use) = 0;
};

/// Nothing selected: nothing happens.
void copy_selection(const text_editor& from, pasteboard& to);
void cut_selection(text_editor& from, pasteboard& to);
/// `to` has to stay valid as long as the phone runs.
void paste_into(text_editor& to, pasteboard& from);

} // namespace thimble::virtualphone
