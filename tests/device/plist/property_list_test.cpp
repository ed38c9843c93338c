// Property lists as strangers write them.
#include "device/plist/binary_list.hpp"
#include "device/plist/property_list.hpp"
#include "tests/catch2.hpp"

#include <plist/plist.h>

#include <cstdlib>
#include <memory>

namespace thimble::tests {
namespace {

namespace plist = device::plist;
using plist::parse_property_list;

std::string listed(const std::string& inside)
{
    return "<?xml version=\"1.0\"?>\n<plist version=\"1.0\">" + inside + "</plist>\n";
}

/// The same list in the binary format, by another program's hand.
std::string binary_of(const std::string& xml)
{
    plist_t list = nullptr;
    plist_from_xml(xml.data(), static_cast<std::uint32_t>(xml.size()), &list);
    REQUIRE(list != nullptr);
    char* bytes = nullptr;
    std::uint32_t size = 0;
    plist_to_bin(list, &bytes, &size);
    plist_free(list);
    const std::unique_ptr<char, decltype(&std::free)> owner(bytes, &std::free);
    return {bytes, size};
}

const std::string sample =
    listed("<dict><key>text</key><string>a &amp; b &#x41;</string><key>flag</key><true/>"
           "<key>date</key><date>2026-11-26T12:30:05Z</date>"
           "<key>texts</key><array><string>x</string><integer>7</integer><string>y</string></array>"
           "<key>numbers</key><array><integer>1</integer><string>2</string></array>"
           "<key>inner</key><dict><key>data</key><data>AQI=</data></dict></dict>");

} // namespace

TEST_CASE("both formats of a property list are read alike", "[plist]")
{
    const bool binary = GENERATE(false, true);
    CAPTURE(binary);
    const auto list = parse_property_list(binary ? binary_of(sample) : sample);
    REQUIRE(list);
    CHECK(plist::text_at(*list, "text") == "a & b A");
    CHECK(plist::flag_at(*list, "flag") == true);
    using namespace std::chrono;
    CHECK(plist::date_at(*list, "date") ==
          sys_days(year(2026) / 11 / 26) + hours(12) + minutes(30) + seconds(5));
    CHECK(plist::texts_at(*list, "texts") == std::vector<std::string>{"x", "y"});
    CHECK(plist::texts_at(*list, "text") == std::vector<std::string>{"a & b A"});
    CHECK(plist::numbers_at(*list, "numbers") == std::vector<std::int64_t>{1, 2});
    const auto* const inner = plist::member_of(*list, "inner");
    REQUIRE(inner != nullptr);
    const auto* const data = plist::member_of(*inner, "data");
    REQUIRE(data != nullptr);
    CHECK(std::get<plist::property_data>(data->held).bytes == "\x01\x02");
    CHECK_FALSE(plist::text_at(*list, "flag"));
    CHECK_FALSE(plist::text_at(*inner, "none"));
}

TEST_CASE("an integer beyond 63 bits is read as what it is", "[plist]")
{
    const auto text = listed("<dict><key>large</key><integer>18446744073709551615</integer>"
                             "<key>small</key><integer>7</integer>"
                             "<key>negative</key><integer>-7</integer>"
                             "<key>hexadecimal</key><integer>0x8000000000000000</integer></dict>");
    for (const auto& each : {text, binary_of(listed("<dict><key>large</key>"
                                                    "<integer>18446744073709551615</integer>"
                                                    "</dict>"))}) {
        const auto list = parse_property_list(each);
        REQUIRE(list);
        CHECK(plist::unsigned_at(*list, "large") == ~std::uint64_t{0});
        CHECK(plist::numbers_at(*list, "large").empty());
    }
    const auto list = parse_property_list(text);
    REQUIRE(list);
    CHECK(plist::unsigned_at(*list, "small") == 7U);
    CHECK(plist::unsigned_at(*list, "negative") == ~std::uint64_t{6}); // its bits
    CHECK_FALSE(plist::unsigned_at(*list, "none"));
    CHECK(plist::numbers_at(*list, "negative") == std::vector<std::int64_t>{-7});
    CHECK(plist::unsigned_at(*list, "hexadecimal") == std::uint64_t{1} << 63U);
}

TEST_CASE("a list that is written is read again, also by another program", "[plist]")
{
    using namespace std::chrono;
    const auto moment = sys_seconds(sys_days(year(2026) / 11 / 26) + hours(12) + seconds(5));
    const plist::property_dictionary inner{
        {"data", {plist::property_data{std::string("\0\x01", 2)}}},
        {"number", {std::int64_t{-5}}},
        {"half", {0.5}}};
    const plist::property_value written{plist::property_dictionary{
        {"text", {"<a> & \u00fc\x01"}},
        {"large", {~std::uint64_t{0}}},
        {"flags", {plist::property_array{{true}, {false}}}},
        {"date", {moment}},
        {"<inner>", {inner}},
    }};
    const auto xml = plist::to_xml(written);
    for (const auto& each : {xml, binary_of(xml)}) {
        const auto list = parse_property_list(each);
        REQUIRE(list);
        CHECK(plist::text_at(*list, "text") == "<a> & \u00fc\uFFFD");
        CHECK(plist::unsigned_at(*list, "large") == ~std::uint64_t{0});
        CHECK(plist::date_at(*list, "date") == moment);
        const auto* const flags = plist::member_of(*list, "flags");
        REQUIRE(flags != nullptr);
        CHECK(std::get<plist::property_array>(flags->held).size() == 2);
        const auto* const read = plist::member_of(*list, "<inner>");
        REQUIRE(read != nullptr);
        CHECK(plist::data_at(*read, "data") == std::string("\0\x01", 2));
        CHECK(plist::numbers_at(*read, "number") == std::vector<std::int64_t>{-5});
        const auto* const half = plist::member_of(*read, "half");
        REQUIRE(half != nullptr);
        CHECK(std::get<double>(half->held) == 0.5);
    }
}

TEST_CASE("references of a binary list can hold the number of its objects", "[plist]")
{
    const auto [objects, width] =
        GENERATE(table<std::size_t, std::size_t>({{255, 1}, {256, 2}, {257, 2}}));
    INFO(objects);
    plist::binary_list_writer writer; // has the root
    std::vector<std::pair<std::size_t, std::size_t>> entries;
    for (std::size_t number = 1; number < objects; ++number) {
        const auto each = writer.integer(static_cast<std::int64_t>(number));
        entries.emplace_back(each, each);
    }
    const auto written = std::move(writer).finish(entries);
    constexpr std::size_t from_end = 25; // the trailer's second number
    CHECK(std::to_integer<std::size_t>(written[written.size() - from_end]) == width);
    const auto list = plist::binary_list::open(written);
    REQUIRE(list);
    CHECK(list->at(list->root())->count == objects - 1);
}

TEST_CASE("comments and literal parts of XML are no content and no markup", "[plist]")
{
    const auto list = parse_property_list(
        listed("<!-- <dict> --><dict><key>a</key><!-- b --><string><![CDATA[<&x>]]>y<!-- z --></"
               "string><key>empty</key><string/></dict>"));
    REQUIRE(list);
    CHECK(plist::text_at(*list, "a") == "<&x>y");
    CHECK(plist::text_at(*list, "empty").value_or("none").empty());
}

TEST_CASE("damaged property lists are refused", "[plist]")
{
    for (const auto& bad :
         {std::string(), std::string("<"), std::string("bplist00"), std::string("text"), listed(""),
          listed("<dict>"), listed("<dict><string>x</string></dict>"),
          listed("<dict><key>a</key></dict>"), listed("<array><string>x</array>"),
          listed("<string>&unknown;</string>"), listed("<string>&#xD800;</string>"),
          listed("<string>\xFF</string>"), listed("<date>tomorrow</date>"),
          listed("<date>2026-02-30T00:00:00Z</date>"), listed("<integer>x</integer>"),
          listed("<data>=</data>"), listed("<tea/>"),
          std::string("<!DOCTYPE plist [<!ENTITY a \"aaaa\">]>") + listed("<string>&a;</string>")})
        CHECK_FALSE(parse_property_list(bad));
}

TEST_CASE("a list that is too deep is refused, also behind comments", "[plist]")
{
    std::string deep;
    for (int i = 0; i < 100'000; ++i)
        deep += "<array><!--</array>-->";
    CHECK_FALSE(parse_property_list(listed(deep)));
    std::string fits = "<true/>";
    for (int i = 0; i < plist::deepest_property; ++i)
        fits = "<array>" + fits + "</array>";
    CHECK(parse_property_list(listed(fits)));
    CHECK_FALSE(parse_property_list(listed("<array>" + fits + "</array>")));
}

TEST_CASE("a binary list of arrays that name each other is refused", "[plist]")
{
    constexpr int levels = 20;
    constexpr int references = 10; // of each array, all to the next one
    std::string list = "bplist00";
    for (int level = 0; level < levels; ++level) {
        list += static_cast<char>(0xA0 | references);
        list += std::string(references, static_cast<char>(level + 1));
    }
    list += '\x08';
    const auto table = list.size();
    for (int level = 0; level <= levels; ++level)
        list += static_cast<char>(8 + (level * (references + 1)));
    list += std::string(6, '\0') + '\x01' + '\x01';
    list += std::string(7, '\0') + static_cast<char>(levels + 1);
    list += std::string(8, '\0');
    list += std::string(7, '\0') + static_cast<char>(table);
    CHECK_FALSE(parse_property_list(list));
    // The same with its last array as the root holds ten times false.
    list[list.size() - 9] = static_cast<char>(levels - 1);
    const auto last = parse_property_list(list);
    REQUIRE(last);
    CHECK(std::get<plist::property_array>(last->held).size() == references);
}

} // namespace thimble::tests
