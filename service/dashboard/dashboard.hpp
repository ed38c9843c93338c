// The files of the dashboard: the pages on which people see and drive their phones, and the
// documents that these lead to.
#pragma once

#include <span>
#include <string_view>

namespace thimble::service::dashboard {

struct file {
    std::string_view name; // "main.js"
    std::string_view media_type;
    std::string_view text;
};

std::span<const file> files();

/// Those of docs that remedies lead to: "iphone.md".
std::span<const file> documents();

/// nullptr when there is none of that name.
const file* find(std::string_view name);
const file* find_document(std::string_view name);

} // namespace thimble::service::dashboard
