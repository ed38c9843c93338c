#include "tests/service/recordings/archive_reader.hpp"

#include <cstddef>

namespace thimble::service::test {

namespace {

std::size_t little_endian(std::string_view from, std::size_t at, std::size_t length)
{
    std::size_t out = 0;
    for (std::size_t each = length; each > 0; --each)
        out = out * 256 + static_cast<unsigned char>(from[at + each - 1]);
    return out;
}

} // namespace

std::vector<std::pair<std::string, std::string>> files_in_archive(std::string_view archive)
{
    constexpr std::string_view mark = "PK\x03\x04";
    constexpr std::size_t head = 30;
    std::vector<std::pair<std::string, std::string>> out;
    while (archive.size() >= head && archive.starts_with(mark)) {
        const bool sizes_follow = (little_endian(archive, 6, 2) & 8U) != 0;
        const auto size = little_endian(archive, 18, 4);
        const auto name = little_endian(archive, 26, 2);
        const auto begin = head + name + little_endian(archive, 28, 2);
        if (archive.size() < begin + size)
            break;
        out.emplace_back(archive.substr(head, name), archive.substr(begin, size));
        archive.remove_prefix(std::min(archive.size(), begin + size + (sizes_follow ? 16 : 0)));
    }
    return out;
}

} // namespace thimble::service::test
