// Paths down the accessibility tree, as class chains and XPath write them.
#pragma once

#include "virtualphone/wda/answer.hpp"
#include "virtualphone/wda/element_attributes.hpp"

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

/// "**/XCUIElementTypeCell[`label == "x"`][2]/*".
std::expected<element_path, refusal> read_class_chain(std::string_view text);

/// Steps of "/" and "//" with tests of attributes in brackets ("[@name='x' and @enabled='true']").
/// Axes, functions and numbers of XPath are refused as an invalid selector.
std::expected<element_path, refusal> read_xpath(std::string_view text);

/// In the order of the tree, each once; the path begins at the children of `from`.
std::vector<const element*> follow(const element_path& path, const element& from);

} // namespace thimble::virtualphone::wda
