// The place in the documents that says more of a remedy than fits into it.
#pragma once

#include <span>
#include <string_view>

namespace thimble::service {

struct remedy_docs {
    std::string_view code;  // of a blocker or a warning
    std::string_view place; // "docs/iphone.md#trust": from the root of the source tree
};

std::span<const remedy_docs> all_remedy_docs();

/// For a code that is not known here, which one of a newer desktop may be, the list of everything
/// that goes wrong.
std::string_view docs_of_remedy(std::string_view code);

} // namespace thimble::service
