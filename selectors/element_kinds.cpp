#include "selectors/element_kinds.hpp"

#include <algorithm>
#include <array>

namespace thimble::service {

namespace {

using std::string_view_literals::operator""sv;

/// Text that can be read on a picture, of which nothing else is known: it is whatever does
/// something where its text is touched, but no switch or field, which stands beside its text.
constexpr auto read_text = "Text"sv;

constexpr std::array buttons{"Button"sv,      "MenuButton"sv,    "PopUpButton"sv,
                             "RadioButton"sv, "ToolbarButton"sv, "DisclosureTriangle"sv,
                             read_text};
constexpr std::array switches{"Switch"sv, "Toggle"sv, "CheckBox"sv};
constexpr std::array search_fields{"SearchField"sv};
constexpr std::array text_fields{"TextField"sv, "SecureTextField"sv, "SearchField"sv, "TextView"sv};
constexpr std::array password_fields{"SecureTextField"sv};
constexpr std::array links{"Link"sv, read_text};
constexpr std::array cells{"Cell"sv, "TableRow"sv, "OutlineRow"sv, read_text};
constexpr std::array icons{"Icon"sv, read_text};
constexpr std::array tabs{"Tab"sv, "Button"sv, read_text}; // the items of a tab bar are buttons
constexpr std::array sliders{"Slider"sv};
constexpr std::array images{"Image"sv, "Icon"sv};
constexpr std::array static_texts{"StaticText"sv, "TextView"sv, read_text};
constexpr std::array menu_items{"MenuItem"sv, "Button"sv, read_text};
constexpr std::array keys{"Key"sv, "Button"sv}; // return and shift are buttons
constexpr std::array pickers{"Picker"sv, "PickerWheel"sv, "DatePicker"sv};
constexpr std::array steppers{"Stepper"sv};
constexpr std::array alerts{"Alert"sv, "Sheet"sv};

/// A text that ends with several of these means the longest.
constexpr std::array kinds{
    element_kind{.word = "button", .types = buttons},
    element_kind{.word = "switch", .types = switches},
    element_kind{.word = "toggle", .types = switches},
    element_kind{.word = "checkbox", .types = switches},
    element_kind{.word = "search field", .types = search_fields},
    element_kind{.word = "search bar", .types = search_fields},
    element_kind{.word = "password field", .types = password_fields},
    element_kind{.word = "text field", .types = text_fields},
    element_kind{.word = "text box", .types = text_fields},
    element_kind{.word = "field", .types = text_fields},
    element_kind{.word = "text view", .types = text_fields},
    element_kind{.word = "link", .types = links},
    element_kind{.word = "cell", .types = cells},
    element_kind{.word = "row", .types = cells},
    element_kind{.word = "list item", .types = cells},
    element_kind{.word = "app icon", .types = icons},
    element_kind{.word = "icon", .types = icons},
    element_kind{.word = "app", .types = icons},
    element_kind{.word = "tab", .types = tabs},
    element_kind{.word = "slider", .types = sliders},
    element_kind{.word = "image", .types = images},
    element_kind{.word = "picture", .types = images},
    element_kind{.word = "photo", .types = images},
    element_kind{.word = "label", .types = static_texts},
    element_kind{.word = "text", .types = static_texts},
    element_kind{.word = "menu item", .types = menu_items},
    element_kind{.word = "key", .types = keys},
    element_kind{.word = "picker", .types = pickers},
    element_kind{.word = "stepper", .types = steppers},
    element_kind{.word = "alert", .types = alerts},
};

bool ends_with_word(std::string_view text, std::string_view word)
{
    if (!text.ends_with(word))
        return false;
    return text.size() == word.size() || text[text.size() - word.size() - 1] == ' ';
}

constexpr std::array interactive{"Button"sv,
                                 "Cell"sv,
                                 "CheckBox"sv,
                                 "DatePicker"sv,
                                 "Icon"sv,
                                 "Key"sv,
                                 "Link"sv,
                                 "MenuButton"sv,
                                 "MenuItem"sv,
                                 "PickerWheel"sv,
                                 "PopUpButton"sv,
                                 "RadioButton"sv,
                                 "SearchField"sv,
                                 "SecureTextField"sv,
                                 "SegmentedControl"sv,
                                 "Slider"sv,
                                 "Stepper"sv,
                                 "Switch"sv,
                                 "Tab"sv,
                                 "TextField"sv,
                                 "TextView"sv,
                                 "Toggle"sv,
                                 "ToolbarButton"sv};

} // namespace

bool element_kind::includes(std::string_view type) const
{
    return std::ranges::find(types, type) != types.end();
}

const element_kind* kind_at_end_of(std::string_view folded_text)
{
    const element_kind* longest = nullptr;
    for (const element_kind& one : kinds)
        if (ends_with_word(folded_text, one.word) &&
            (longest == nullptr || one.word.size() > longest->word.size()))
            longest = &one;
    return longest;
}

bool is_interactive(std::string_view type)
{
    return std::ranges::find(interactive, type) != interactive.end();
}

} // namespace thimble::service
