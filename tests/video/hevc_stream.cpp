#include "tests/video/hevc_stream.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <utility>

namespace thimble::tests {
namespace {

constexpr unsigned first_beyond_slices = 32;

/// Where the next start code of three bytes is, or the end.
std::size_t start_code(const std::string& in, std::size_t from)
{
    const auto found = in.find(std::string_view("\0\0\1", 3), from);
    return found == std::string::npos ? in.size() : found;
}

std::vector<coded_picture> known_stream(const char* name)
{
    return pictures_of(units_of(std::filesystem::path(THIMBLE_TEST_STREAMS) / name));
}

} // namespace

std::vector<nal_unit> units_of(const std::filesystem::path& file)
{
    std::ifstream in(file, std::ios::binary);
    const std::string all{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
    if (all.empty())
        throw std::runtime_error("there is no stream " + file.string());
    std::vector<nal_unit> result;
    for (auto at = start_code(all, 0); at < all.size();) {
        const auto begin = at + 3;
        at = start_code(all, begin);
        auto end = at;
        while (at < all.size() && end > begin && all[end - 1] == '\0')
            --end; // of a start code of four bytes
        const auto unit = std::as_bytes(std::span(all)).subspan(begin, end - begin);
        result.emplace_back(unit.begin(), unit.end());
    }
    return result;
}

std::vector<coded_picture> pictures_of(std::vector<nal_unit> units)
{
    std::vector<coded_picture> result;
    coded_picture now;
    for (auto& each : units) {
        const bool slice = type_of(each) < first_beyond_slices;
        now.push_back(std::move(each));
        if (slice)
            result.push_back(std::exchange(now, {}));
    }
    return result;
}

unsigned type_of(const nal_unit& unit)
{
    return (std::to_integer<unsigned>(unit.front()) >> 1U) & 0x3fU;
}

std::vector<std::byte> with_lengths(std::span<const nal_unit> units)
{
    std::vector<std::byte> result;
    for (const auto& each : units) {
        for (const unsigned shift : {24U, 16U, 8U, 0U})
            result.push_back(static_cast<std::byte>(each.size() >> shift));
        result.insert(result.end(), each.begin(), each.end());
    }
    return result;
}

std::vector<coded_picture> bars_709_full()
{
    return known_stream("bars_709_full.hevc");
}

std::vector<coded_picture> bars_601_limited()
{
    return known_stream("bars_601_limited.hevc");
}

} // namespace thimble::tests
