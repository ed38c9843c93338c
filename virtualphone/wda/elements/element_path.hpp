// Paths down the accessibility tree, as class chains write them.
#pragma once

#include "virtualphone/wda/elements/element_attributes.hpp"
#include "virtualphone/wda/protocol/answer.hpp"

#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace thimble::virtualphone::wda {

struct path_step {
    bool any_depth = false;    // else the children alone
    std::string type;          // with its prefix; "*": every one
    element_test accepts;      // empty: every one
    std::optional<int> number; // among all that the step finds, from 1, or from the end with -1
};
using element_path = std::vector<path_step>;

/// "**/XCUIElementTypeCell[`label == "x"`][2]/*": a predicate of the element between backticks,
/// one that holds for something below it between dollar signs.
std::expected<element_path, refusal> read_class_chain(std::string_view text);

/// In the order of the tree, each once; the path begins at the children of `from`.
std::vector<const element*> follow(const element_path& path, const element& from);

} // namespace thimble::virtualphone::wda
