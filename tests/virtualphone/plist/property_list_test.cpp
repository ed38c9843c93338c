// Property lists, also such as nobody with good intentions sends.
#include "tests/catch2.hpp"
#include "virtualphone/plist/property_list.hpp"

#include <string>

namespace thimble::virtualphone::tests {
namespace {

plist::bytes bytes_of(std::string_view text)
{
    return {text.begin(), text.end()};
}

std::string xml_of(std::string_view content)
{
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?><plist version=\"1.0\">" +
           std::string(content) + "</plist>";
}

std::string repeated(std::string_view text, int times)
{
    std::string all;
    for (int i = 0; i < times; ++i)
        all += text;
    return all;
}

/// Arrays that each hold the next twice, the last one empty: 2^(levels - 1) nodes when followed.
plist::bytes array_bomb(std::uint8_t levels)
{
    plist::bytes message = bytes_of("bplist00");
    plist::bytes offsets;
    for (std::uint8_t level = 0; level < levels; ++level) {
        offsets.push_back(static_cast<std::uint8_t>(message.size()));
        if (level + 1 < levels)
            message.insert(message.end(), {0xA2, static_cast<std::uint8_t>(level + 1),
                                           static_cast<std::uint8_t>(level + 1)});
        else
            message.push_back(0xA0);
    }
    const auto table = static_cast<std::uint8_t>(message.size());
    message.insert(message.end(), offsets.begin(), offsets.end());
    message.insert(message.end(), {0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, levels});
    message.insert(message.end(), {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, table});
    return message;
}

/// An array of one object again and again, with references of one byte.
plist::bytes list_of_objects(std::size_t count)
{
    plist::bytes message = bytes_of("bplist00");
    const auto references = static_cast<std::uint8_t>(count - 1);
    message.insert(message.end(), {0xAF, 0x10, references});
    for (std::size_t each = 1; each < count; ++each)
        message.push_back(static_cast<std::uint8_t>(each));
    const auto first = message.size();
    message.insert(message.end(), count - 1, 0x09);
    const auto table = message.size();
    for (std::size_t each = 0; each < count; ++each) {
        const auto place = each == 0 ? 8 : first + each - 1;
        message.push_back(static_cast<std::uint8_t>(place >> 8));
        message.push_back(static_cast<std::uint8_t>(place));
    }
    message.insert(message.end(), {0, 0, 0, 0, 0, 0, 2, 1});
    for (const std::uint64_t each : {std::uint64_t{count}, std::uint64_t{0}, std::uint64_t{table}})
        for (int shift = 56; shift >= 0; shift -= 8)
            message.push_back(static_cast<std::uint8_t>(each >> shift));
    return message;
}

/// Data alone, with its place in one byte.
plist::bytes list_of_data(std::uint8_t size)
{
    plist::bytes message = bytes_of("bplist00");
    message.insert(message.end(), {0x4F, 0x10, size});
    message.insert(message.end(), size, 7);
    const auto table = message.size();
    message.push_back(8);
    message.insert(message.end(), {0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 1});
    message.insert(message.end(), {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0});
    message.push_back(static_cast<std::uint8_t>(table >> 8));
    message.push_back(static_cast<std::uint8_t>(table));
    return message;
}

plist::value everything()
{
    plist::value all{{"text", "Grüße, 世界 📱"},
                     {"yes", true},
                     {"no", false},
                     {"number", 4'000'000'000},
                     {"real", 0.25},
                     {"empty", ""},
                     {"list", plist::value::array({1, "two", false})}};
    all["data"] = plist::data(plist::bytes{0, 255, 127});
    all["nested"] = {{"deeper", {{"still", "here"}}}};
    all["long"] = std::string(300, 'x');
    return all;
}

} // namespace

TEST_CASE("property lists survive both formats", "[virtualphone]")
{
    const auto from_xml = plist::parse(plist::to_xml(everything()));
    REQUIRE(from_xml);
    CHECK(*from_xml == everything());
    const auto from_binary = plist::parse(plist::to_binary(everything()));
    REQUIRE(from_binary);
    CHECK(*from_binary == everything());
}

TEST_CASE("values are found by key and type or not at all", "[virtualphone]")
{
    const plist::value all = everything();
    CHECK(plist::string_at(all, "empty") == "");
    CHECK(plist::integer_at(all, "number") == 4'000'000'000);
    CHECK(plist::bool_at(all, "yes") == true);
    CHECK(plist::data_at(all, "data") == plist::bytes{0, 255, 127});
    CHECK_FALSE(plist::string_at(all, "number"));
    CHECK_FALSE(plist::integer_at(all, "absent"));
    CHECK_FALSE(plist::string_at(plist::value::array(), "text"));
}

TEST_CASE("what is no property list is refused", "[virtualphone]")
{
    const auto text = GENERATE(as<std::string>(), "", "junk", "<plist>", "bplist00", "bplist99",
                               "<?xml version=\"1.0\"?><dict><key>a</key>");
    CHECK_FALSE(plist::parse(bytes_of(text)));
}

TEST_CASE("a zero byte in XML is refused", "[virtualphone]")
{
    std::string text = xml_of("<dict><key>a.b</key><string>c.d</string></dict>");
    CHECK(plist::parse(bytes_of(text)));
    text[text.find('.', text.find(GENERATE("<key>", "<string>")))] = '\0';
    CHECK_FALSE(plist::parse(bytes_of(text)));
}

TEST_CASE("nesting has an end in XML", "[virtualphone]")
{
    const auto nested = [](int depth) {
        return bytes_of(xml_of(repeated("<array>", depth) + repeated("</array>", depth)));
    };
    CHECK(plist::parse(nested(60)));
    CHECK_FALSE(plist::parse(nested(100'000)));
}

TEST_CASE("nesting and repetition have an end in binary", "[virtualphone]")
{
    CHECK(plist::parse(array_bomb(8)));
    CHECK_FALSE(plist::parse(array_bomb(40)));
    plist::bytes loop = array_bomb(2);
    loop[9] = loop[10] = 0; // the first array holds itself
    CHECK_FALSE(plist::parse(loop));
}

TEST_CASE("no byte of a binary property list can do harm", "[virtualphone]")
{
    const plist::bytes good = plist::to_binary(everything());
    for (std::size_t at = 8; at < good.size(); ++at) {
        for (const int changed : {0x00, 0x0F, 0x5F, 0xAF, 0xDF, 0xFF}) {
            plist::bytes bad = good;
            bad[at] = static_cast<std::uint8_t>(changed);
            static_cast<void>(plist::parse(bad));
        }
        const plist::bytes shorter(good.begin(), good.begin() + static_cast<std::ptrdiff_t>(at));
        static_cast<void>(plist::parse(shorter));
    }
    SUCCEED("neither a crash nor a hang");
}

TEST_CASE("a UID is read and written in both formats", "[virtualphone]")
{
    plist::value archive{{"$top", {{"root", plist::uid(1)}}}};
    archive["list"] = plist::value::array({plist::uid(0), plist::uid(300), plist::uid(70'000)});
    CHECK(plist::parse(plist::to_binary(archive)).value_or(nullptr) == archive);
    CHECK(plist::parse(plist::to_xml(archive)).value_or(nullptr) == archive);
    CHECK(plist::uid_of(archive["list"][2]) == 70'000U);
    CHECK(plist::uid_of(archive["$top"]) == std::nullopt);
    CHECK(plist::uid_of({{"CF$UID", -1}}) == std::nullopt);
    CHECK(plist::uid_of({{"CF$UID", 1}, {"more", 1}}) == std::nullopt);
}

TEST_CASE("a UID of an impossible size is refused", "[virtualphone]")
{
    const auto list_of = [](std::uint8_t marker, int size) {
        plist::bytes message = bytes_of("bplist00");
        message.push_back(marker);
        message.insert(message.end(), static_cast<std::size_t>(size), 1);
        const auto table = static_cast<std::uint8_t>(message.size());
        message.push_back(8);
        message.insert(message.end(), {0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 1});
        message.insert(message.end(), {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, table});
        return message;
    };
    CHECK(plist::parse(list_of(0x81, 2)).value_or(nullptr) == plist::uid(0x0101));
    CHECK_FALSE(plist::parse(list_of(0x84, 5)));
    CHECK_FALSE(plist::parse(list_of(0x8F, 16)));
}

// As Foundation reads: a host that writes such a list is not understood by a phone.
TEST_CASE("a binary list whose numbers are as narrow as they can be is refused", "[virtualphone]")
{
    CHECK(plist::parse(list_of_objects(255)).value_or(nullptr).size() == 254);
    CHECK_FALSE(plist::parse(list_of_objects(256)));
    CHECK(plist::parse(list_of_data(244))); // the table begins at 255
    CHECK_FALSE(plist::parse(list_of_data(245)));
}

} // namespace thimble::virtualphone::tests
