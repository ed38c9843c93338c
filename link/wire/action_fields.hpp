// The fields of every action but the touches. An action without a description does not compile.
#pragma once

#include "link/action.hpp"
#include "link/wire/touch_fields.hpp"

#include <type_traits>
#include <variant>

namespace thimble::link::wire {

template <class Type>
concept without_fields = std::is_empty_v<Type>;

inline constexpr whole pixels_of_an_edge{.least = 1, .most = limits::pixels};

void describe(auto& /*fields*/, without_fields auto& /*what*/) {}

/// Which touch it is stands in the action's name.
void describe(auto& fields, is<touch_element> auto& what)
{
    constexpr text a_selector{.most = limits::selector_bytes, .least = 1};
    fields.field("selector", what.selector, a_selector);
    if (std::holds_alternative<drag>(what.what))
        fields.field("to_selector", what.to_selector, a_selector);
    std::visit([&](auto& one) { describe_manner(fields, one); }, what.what);
}

inline constexpr text a_text_of_an_element{.most = limits::element_text_bytes};

void describe(auto& fields, is<seen_element> auto& what)
{
    fields.field("type", what.type, a_text_of_an_element);
    fields.field("label", what.label, a_text_of_an_element);
    fields.field("identifier", what.identifier, a_text_of_an_element);
    fields.field("app", what.app, a_text_of_an_element);
    fields.field("x", what.x, a_coordinate);
    fields.field("y", what.y, a_coordinate);
    fields.field("width", what.width, pixels_of_an_edge);
    fields.field("height", what.height, pixels_of_an_edge);
    fields.field("unique", what.unique);
}

/// Which touch it is stands in the action's name. Its coordinates count where there is no element.
void describe(auto& fields, is<touch_ref> auto& what)
{
    fields.field("at", what.at);
    fields.field("to", what.to);
    fields.field("held", what.held);
    std::visit([&](auto& one) { describe(fields, one); }, what.what);
}

void describe(auto& fields, is<type> auto& what);

void describe(auto& fields, is<type_ref> auto& what)
{
    fields.field("into", what.into);
    fields.field("held", what.held);
    fields.field("focused", what.focused);
    describe(fields, what.what);
}

void describe(auto& fields, is<find_element> auto& what)
{
    fields.field("selector", what.selector, text{.most = limits::selector_bytes, .least = 1});
    fields.field("in_text", what.in_text);
}

void describe(auto& fields, is<settle> auto& what)
{
    fields.field("limit_ms", what.limit, whole{.least = 0, .most = limits::settle_ms});
}

void describe(auto& fields, is<terminate_app> auto& what)
{
    fields.field("bundle_id", what.bundle_id, text{.most = limits::app_name_bytes, .least = 1});
}

void describe(auto& fields, is<keypress> auto& what)
{
    fields.field("key", what.key, token{.most = limits::word_bytes});
    fields.field("modifiers", what.modifiers, many{.most = limits::modifiers});
    fields.field("repeat", what.repeat, whole{.least = 1, .most = 100});
}

void describe(auto& fields, is<type> auto& what)
{
    fields.field("text", what.text, text{.most = limits::typed_bytes, .least = 1});
    fields.field("method", what.method);
}

void describe(auto& fields, is<copy_text> auto& what)
{
    fields.field("text", what.text, text{.most = limits::copied_bytes});
}

void describe(auto& fields, is<unlock> auto& what)
{
    fields.field("passcode", what.passcode, text{.most = limits::passcode_bytes, .least = 1});
}

void describe(auto& fields, is<rotate> auto& what)
{
    fields.field("orientation", what.to);
}

void describe(auto& fields, is<open_app> auto& what)
{
    fields.field("app_name", what.app_name, text{.most = limits::app_name_bytes, .least = 1});
}

void describe(auto& fields, is<open_url> auto& what)
{
    fields.field("url", what.url, text{.most = limits::url_bytes, .least = 1});
}

void describe(auto& fields, is<shortcut> auto& what)
{
    fields.field("name", what.shortcut_name, text{.most = limits::app_name_bytes, .least = 1});
    fields.field("input", what.input, text{.most = limits::typed_bytes});
}

void describe(auto& fields, is<elements> auto& what)
{
    fields.field("limit", what.limit, whole{.least = 1, .most = 1000});
}

void describe(auto& fields, is<screen::area> auto& what)
{
    fields.field("x", what.x, a_coordinate);
    fields.field("y", what.y, a_coordinate);
    fields.field("width", what.width, pixels_of_an_edge);
    fields.field("height", what.height, pixels_of_an_edge);
}

void describe(auto& fields, is<screenshot> auto& what)
{
    fields.field("format", what.format);
    fields.field("quality", what.quality, whole{.least = 1, .most = 100});
    fields.field("max_edge", what.max_edge, pixels_of_an_edge);
    fields.field("part", what.part);
    fields.added("fresh", what.fresh);
}

void describe(auto& fields, is<batch> auto& what)
{
    fields.field("steps", what.steps, many{.most = limits::steps, .least = 1});
}

} // namespace thimble::link::wire
