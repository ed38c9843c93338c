// The attributes of an element by the names that WebDriverAgent has for them.
#pragma once

#include "virtualphone/os/operating_system.hpp"

#include <nlohmann/json.hpp>

#include <cstddef>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace thimble::virtualphone::wda {

using element_test = std::function<bool(const element&)>;

/// Names of attributes that a tree is asked to leave out: frame, enabled, visible, accessible, …
using attribute_names = std::set<std::string, std::less<>>;

/// As Core Graphics prints a rectangle: "{{0, 0}, {393, 852}}".
std::string frame_text(const rectangle& frame);

/// "Button, ToggleButton"; of the types that there are on this phone.
std::string traits_of(const element& one);

/// Itself and all below.
std::size_t element_count(const element& all);

/// "XCUIElementTypeButton".
std::string type_name(const element& one);

/// A field that text goes into.
bool takes_text(const element& one);

/// As clients are told: never an empty text. A text without a value of its own has its label, an
/// empty field its placeholder, and a button that is selected "1".
std::optional<std::string> value_of(const element& one);

/// The identifier, or the label where there is none.
const std::string& name_of(const element& one);

/// WebDriverAgent has null where a text is empty.
nlohmann::json text_or_null(const std::string& text);

/// True for an element that a screen reader tells as one thing.
bool is_accessible(const element& one);

/// Name and value of each attribute that the source of a page has, in WebDriverAgent's order.
/// `index`: its place among its siblings.
using source_attribute = std::pair<const char*, std::string>;
std::vector<source_attribute> source_attributes(const element& one, std::size_t index);

/// True if WebDriverAgent has an attribute of this name; "wdLabel" is "label".
bool knows_attribute(std::string_view name);

/// Its words for a name that it does not know.
std::string unknown_attribute(std::string_view name);

/// Null where the element has none, or there is none of this name.
nlohmann::json attribute_of(const element& one, std::string_view name);

/// The type of every element.
inline constexpr std::string_view any_type = "XCUIElementTypeAny";

bool is_element_type(std::string_view name);

} // namespace thimble::virtualphone::wda
