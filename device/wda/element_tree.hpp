// The accessibility tree in an answer of GET /source?format=json.
#pragma once

#include "device/capability.hpp"
#include "device/failure.hpp"
#include "device/wda/runner/connection.hpp"

#include <string>
#include <vector>

namespace thimble::device::wda {

/// Elements that are deeper, or come later, are left out. Longer texts are cut.
constexpr int deepest_element = 60;
constexpr std::size_t most_elements = 5000;
constexpr std::size_t longest_element_text = 1000; // bytes

struct element_tree {
    std::vector<element> elements; // a parent before its children; never empty
    std::string session_id;        // that the answer has named; empty when there is none
};

/// Takes tens of milliseconds on a large tree: not for the home thread. A tree without a root that
/// has a type is a failure; anything else that is missing or of another type counts as not given.
result<element_tree> element_tree_of(const response& answer);

} // namespace thimble::device::wda
