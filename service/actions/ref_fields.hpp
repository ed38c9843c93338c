// Elements that were read before, in place of coordinates.
#pragma once

#include "service/actions/action_row.hpp"

#include <optional>

namespace thimble::service::api {

/// A ref as P/elements, P/find and digests name it.
parameter ref_field(std::string name, std::string meaning);

/// An element by its ref, and whether it is where it was: its frame is the newest and no action has
/// come since.
struct meant_element {
    link::seen_element seen;
    bool held = false;
    bool focused = false;
};

/// STALE_FRAME where the ref is not known, or no longer.
result<meant_element> element_of(const known_phone& phone, const std::string& ref);

/// The same as it was given under a name; nothing where it was not.
result<std::optional<meant_element>>
element_given(const known_phone& phone, const arguments& given, const std::string& name);

/// For a step of a batch that another one stands before: the element may have gone by then.
void let_go_of(link::action& what);

/// The touch at the place where the element was, which a desktop can do that knows no refs;
/// nothing where the element may be somewhere else.
std::optional<link::action> at_its_place(const link::action& what);

} // namespace thimble::service::api
