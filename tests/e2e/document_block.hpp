// Blocks of code in the documents, for tests that do what stands there.
#pragma once

#include "tests/e2e/file_content.hpp"

#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace thimble::e2e {

/// The fenced block of that language that contains `part`; throws unless there is exactly one.
inline std::string
block_of(const std::string& text, std::string_view language, std::string_view part)
{
    std::vector<std::string> found;
    const auto fence = "\n```" + std::string(language) + "\n";
    for (auto at = text.find(fence); at != std::string::npos; at = text.find(fence, at)) {
        at += fence.size();
        const auto block = text.substr(at, text.find("\n```", at) + 1 - at);
        if (block.contains(part))
            found.push_back(block);
    }
    if (found.size() != 1)
        throw std::runtime_error(std::to_string(found.size()) + " blocks contain " +
                                 std::string(part));
    return found.front();
}

} // namespace thimble::e2e
