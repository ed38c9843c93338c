// The chapters of the contract for its readers.
#pragma once

#include "contract/description.hpp"

#include <span>
#include <string_view>

namespace thimble::service::contract {

struct chapter_text {
    chapter which = chapter::service;
    std::string_view name; // a word
    std::string_view text; // a sentence or two
};

/// In the order in which they are read.
std::span<const chapter_text> chapters();

const chapter_text& text_of(chapter which);

/// Rules for every request, in paragraphs.
std::span<const std::string_view> ground_rules();

} // namespace thimble::service::contract
