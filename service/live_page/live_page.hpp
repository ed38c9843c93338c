// The files of the page /live, which shows each phone with its picture as it changes.
#pragma once

#include <span>
#include <string_view>

namespace thimble::service::live_page {

struct file {
    std::string_view name; // "live.js"
    std::string_view media_type;
    std::string_view text;
};

std::span<const file> files();

/// nullptr when there is none of that name.
const file* find(std::string_view name);

} // namespace thimble::service::live_page
