// The words that people have for types of elements.
#pragma once

#include <span>
#include <string_view>

namespace thimble::service {

/// "switch" and the types that it may mean.
struct element_kind {
    std::string_view word; // folded; may be several
    std::span<const std::string_view> types;

    bool includes(std::string_view type) const;
};

/// The kind that a folded text ends with as a word, the longest such; nullptr where there is none.
const element_kind* kind_at_end_of(std::string_view folded_text);

/// True where elements of this type do something when they are touched.
bool is_interactive(std::string_view type);

} // namespace thimble::service
