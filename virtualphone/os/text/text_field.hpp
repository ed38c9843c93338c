// A field of one line, for an address or a search; return says that the line is meant.
#pragma once

#include "virtualphone/os/text/text_editor.hpp"
#include "virtualphone/os/toolkit/view.hpp"

#include <optional>
#include <string>

namespace thimble::virtualphone {

class text_field {
public:
    struct appearance {
        std::string type = "TextField";
        std::string label;
        std::string identifier;
        std::string placeholder; // where there is no text
    };

    explicit text_field(appearance looks) : looks_(std::move(looks)) {}

    const std::string& text() const { return editor_.text(); }
    void set(std::string_view text);
    text_editor* focus() { return focused_ ? &editor_ : nullptr; }
    /// All of the text is selected, so that typing replaces it.
    void begin_editing();
    void blur() { focused_ = false; }

    /// The text, once after return was pressed; the field has given up the keyboard then.
    std::optional<std::string> submitted();

    /// `at_rest` is shown instead of the text while nobody edits it.
    view show(const rectangle& frame, std::string at_rest);

private:
    void tap(place where);
    void draw(canvas& on) const;
    rectangle inside() const;
    /// Distance by which the text has been pushed to the left, so that the caret can be seen.
    double pushed(const text_layout& line) const;

    appearance looks_;
    text_editor editor_;
    bool focused_ = false;
    rectangle frame_;     // as last shown
    std::string at_rest_; // likewise
};

} // namespace thimble::virtualphone
