#include "tests/catch2.hpp"
#include "text/hexadecimal.hpp"

#include <array>

namespace thimble::service::test {

TEST_CASE("each byte is two lower-case digits, the upper half first", "[service]")
{
    constexpr std::array<unsigned char, 5> bytes{0x00, 0x0F, 0x10, 0xA5, 0xFF};
    CHECK(hexadecimal(bytes) == "000f10a5ff");
    CHECK(hexadecimal({}).empty());
}

TEST_CASE("every byte has a text of its own", "[service]")
{
    std::string all;
    for (unsigned value = 0; value < 256; ++value) {
        const auto text = hexadecimal(std::array{static_cast<unsigned char>(value)});
        CHECK(std::stoul(text, nullptr, 16) == value);
        all += text;
    }
    CHECK(all.size() == 512);
}

} // namespace thimble::service::test
