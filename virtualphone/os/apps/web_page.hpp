// Content of the virtual phone's web, which has a page for every address.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace thimble::virtualphone {

struct web_link {
    std::string text;
    std::string url;
};

struct web_page {
    std::string title;
    std::vector<std::string> paragraphs;
    std::vector<web_link> links;
};

/// The same page for the same address; its links lead on, into other apps, and nowhere.
web_page page_at(std::string_view url);

} // namespace thimble::virtualphone
