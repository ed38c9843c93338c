#include "tests/mp4/boxes.hpp"

#include <stdexcept>

namespace thimble::mp4 {

std::uint64_t number_in(box_content from, std::size_t at, std::size_t length)
{
    if (at + length > from.size())
        throw std::runtime_error("a box breaks off");
    std::uint64_t out = 0;
    for (const auto each : from.subspan(at, length))
        out = out * 256 + std::to_integer<std::uint64_t>(each);
    return out;
}

std::vector<box> boxes_in(box_content from)
{
    std::vector<box> out;
    for (std::size_t at = 0; at < from.size();) {
        const auto size = number_in(from, at, 4);
        if (size < 8 || at + size > from.size())
            throw std::runtime_error("a box of an impossible size");
        const auto whole = from.subspan(at, size);
        std::string type;
        for (const auto each : whole.subspan(4, 4))
            type += static_cast<char>(each);
        out.push_back({.type = type, .content = whole.subspan(8), .at = at});
        at += size;
    }
    return out;
}

box_content inside(const box& what)
{
    if (what.type == "stsd" || what.type == "dref")
        return what.content.subspan(8);
    if (what.type == "hvc1")
        return what.content.subspan(78);
    return what.content;
}

box find_box(box_content from, std::string_view path)
{
    const auto slash = path.find('/');
    const auto first = path.substr(0, slash);
    for (const auto& each : boxes_in(from))
        if (each.type == first)
            return slash == std::string_view::npos ? each
                                                   : find_box(inside(each), path.substr(slash + 1));
    throw std::runtime_error("there is no " + std::string(path));
}

std::string hexadecimal_of(box_content what)
{
    constexpr std::string_view digits = "0123456789abcdef";
    std::string out;
    for (const auto each : what) {
        out += digits[std::to_integer<unsigned>(each) >> 4U];
        out += digits[std::to_integer<unsigned>(each) & 15U];
    }
    return out;
}

} // namespace thimble::mp4
