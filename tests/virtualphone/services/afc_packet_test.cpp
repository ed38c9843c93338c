// Packets of AFC as hosts may send them.
#include "tests/catch2.hpp"
#include "virtualphone/services/afc_packet.hpp"

namespace thimble::virtualphone::tests {
namespace {

void add_word(plist::bytes& to, std::uint64_t value)
{
    for (unsigned shift = 0; shift < 64; shift += 8)
        to.push_back(static_cast<std::uint8_t>(value >> shift));
}

plist::bytes header_of(std::uint64_t whole, std::uint64_t first)
{
    constexpr std::string_view magic = "CFA6LPAA";
    plist::bytes header(magic.begin(), magic.end());
    for (const auto number : {whole, first, std::uint64_t{7}, std::uint64_t{0x18}})
        add_word(header, number);
    return header;
}

} // namespace

TEST_CASE("a packet's header tells its parts", "[virtualphone]")
{
    const auto read = parse_afc_header(header_of(100, 60));
    REQUIRE(read);
    CHECK(read->arguments == 20);
    CHECK(read->payload == 40);
    CHECK(read->number == 7);
    CHECK(read->operation == afc_operation::rename);
    CHECK_FALSE(parse_afc_header(header_of(100, 39)));
    CHECK_FALSE(parse_afc_header(header_of(59, 60)));
    CHECK_FALSE(parse_afc_header(header_of(0, 0)));
    CHECK_FALSE(parse_afc_header(plist::bytes(39)));
    CHECK_FALSE(parse_afc_header(plist::bytes(40)));
}

TEST_CASE("a packet has two paths beside its content at most", "[virtualphone]")
{
    constexpr std::uint64_t all = afc_header_bytes + largest_afc_packet;
    constexpr std::uint64_t most = afc_header_bytes + largest_afc_arguments;
    CHECK(parse_afc_header(header_of(all, most)));
    CHECK_FALSE(parse_afc_header(header_of(all, most + 1)));
    CHECK_FALSE(parse_afc_header(header_of(all + 1, most)));
    CHECK_FALSE(parse_afc_header(header_of(all, all)));
}

TEST_CASE("no more texts are read than an operation has", "[virtualphone]")
{
    using texts = std::vector<std::string>;
    const afc_request nothing{.header = {}, .arguments = plist::bytes(1000), .payload = {}};
    CHECK(nothing.texts_from(0) == texts{"", ""});
    CHECK(nothing.texts_from(1000).empty());
    CHECK(nothing.texts_from(2000).empty());
    const afc_request paths{.header = {}, .arguments = {'a', 0, 'b', 'c', 0, 'd'}, .payload = {}};
    CHECK(paths.texts_from(0) == texts{"a", "bc"});
    CHECK(paths.texts_from(2) == texts{"bc", "d"});
    CHECK(paths.texts_from(0, 1) == texts{"a"});
}

} // namespace thimble::virtualphone::tests
