#include "virtualphone/os/apps/web_page.hpp"

#include "virtualphone/os/apps/address.hpp"

#include <array>
#include <charconv>

namespace thimble::virtualphone {
namespace {

constexpr std::string_view numbered = "/page/";
constexpr int last_page = 99;

constexpr std::array<std::string_view, 5> sentences{
    "A thimble protects the finger that pushes the needle.",
    "The oldest ones that were found are made of bronze, and more than two thousand years old.",
    "Small dents on the outside keep the needle from slipping.",
    "Some tailors wear one without a top, so that the nail stays free.",
    "Collectors value those of porcelain, which nobody ever sewed with."};

int number_of(std::string_view path)
{
    int number = 1;
    if (path.starts_with(numbered))
        std::from_chars(path.data() + numbered.size(), path.data() + path.size(), number);
    return number;
}

} // namespace

web_page page_at(std::string_view url)
{
    const auto at = parse_address(url).value_or(address{});
    const int number = number_of(at.path);
    web_page out{.title = at.host.empty() ? std::string(url) : at.host,
                 .paragraphs = {"Page " + std::to_string(number)},
                 .links = {}};
    for (const auto& each : sentences)
        out.paragraphs.emplace_back(each);
    if (number < last_page)
        out.links.push_back({.text = "Next page",
                             .url = at.scheme + "://" + at.host + std::string(numbered) +
                                    std::to_string(number + 1)});
    out.links.push_back(
        {.text = "Show on the map", .url = "maps://?q=" + percent_encoded(at.host)});
    out.links.push_back(
        {.text = "Write a note", .url = "mobilenotes://append?text=" + percent_encoded(at.host)});
    out.links.push_back({.text = "Call us", .url = "tel:5550100"});
    return out;
}

} // namespace thimble::virtualphone
