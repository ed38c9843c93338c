// The accessibility tree as XPath sees it: a document of numbered nodes with attributes.
#pragma once

#include "virtualphone/os/operating_system.hpp"

#include <compare>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace thimble::virtualphone::wda {

/// The document, an element of it or an attribute of an element. In the order of the document.
struct xpath_node {
    std::size_t element = 0;   // 0: the document itself
    std::size_t attribute = 0; // from 1; 0: the element itself

    auto operator<=>(const xpath_node&) const = default;
};

/// The tree it is made from outlives it.
class xpath_document {
public:
    explicit xpath_document(const element& root);

    std::size_t size() const { return records_.size(); }
    /// Nothing for the document.
    const element* element_of(xpath_node node) const { return records_[node.element].what; }
    std::optional<std::size_t> parent(std::size_t element) const;
    /// The number behind the last one inside of it.
    std::size_t end(std::size_t element) const { return records_[element].end; }

    /// Name and value, in the order in which WebDriverAgent writes them.
    using attribute = std::pair<std::string, std::string>;
    const std::vector<attribute>& attributes(std::size_t element) const;

    /// Empty for the document.
    std::string name(xpath_node node) const;
    /// Elements hold no text: only attributes have a value.
    std::string value(xpath_node node) const;

private:
    struct record {
        const element* what = nullptr;
        std::size_t parent = 0;
        std::size_t end = 0;
        std::size_t index = 0; // among its siblings
        std::vector<attribute> attributes;
    };

    void add(const element& one, std::size_t parent, std::size_t index);

    std::vector<record> records_;
};

} // namespace thimble::virtualphone::wda
