// NSKeyedArchiver's archives, read and written, also such as nobody with good intentions sends.
#include "tests/catch2.hpp"
#include "tests/virtualphone/dtx/hex.hpp"
#include "virtualphone/dtx/protocol/archive.hpp"
#include "virtualphone/plist/property_list.hpp"

namespace thimble::virtualphone::tests {
namespace {

using namespace dtx;

// Written by Python's plistlib.
constexpr auto capabilities_archive =
    "62706c6973743030d40102030405061d205924617263686976657258246f626a656374735424746f70582476"
    "657273696f6e5f100f4e534b657965644172636869766572a70708131415161755246e756c6cd3090a0b0c0d"
    "105624636c617373574e532e6b6579735a4e532e6f626a656374738006a20e0f80028003a21112800480055f"
    "1025636f6d2e6170706c652e707269766174652e445458426c6f636b436f6d7072657373696f6e5f101f636f"
    "6d2e6170706c652e707269766174652e445458436f6e6e656374696f6e10001001d218191a1b5824636c6173"
    "7365735a24636c6173736e616d65a21b1c5c4e5344696374696f6e617279584e534f626a656374d11e1f5472"
    "6f6f74800112000186a000080011001b0024002900320044004c0052005900600068007300750078007a007c"
    "007f0081008300ab00cd00cf00d100d600df00ea00ed00fa01030106010b010d000000000000020100000000"
    "0000002100000000000000000000000000000112";

constexpr auto mixed_archive =
    "62706c6973743030d4010203040506373a5924617263686976657258246f626a656374735424746f70582476"
    "657273696f6e5f100f4e534b657965644172636869766572ad070815161718191d23272a303355246e756c6c"
    "d2090a0b0c5624636c6173735a4e532e6f626a65637473800ca80d0e0f101112131480028003800480058006"
    "80088000800a547465787413fffffffffffffffb23400400000000000009d2091a1b1c5c4e532e7575696462"
    "7974657380074f1010000102030405060708090a0b0c0d0e0fd21e1f20215824636c61737365735a24636c61"
    "73736e616d65a22122564e5355554944584e534f626a656374d209242526574e532e74696d658009233ff800"
    "0000000000d21e1f2829a22922564e5344617465d3092b2c2d2e2f564e53436f6465584e53446f6d61696e80"
    "0b10028002d21e1f3132a23222574e534572726f72d21e1f3435a33536225e4e534d757461626c6541727261"
    "79574e534172726179d1383954726f6f74800112000186a000080011001b002400290032004400520058005d"
    "0064006f0071007a007c007e00800082008400860088008a008f009800a100a200a700b400b600c900ce00d7"
    "00e200e500ec00f500fa01020104010d01120115011c0123012a0133013501370139013e01410149014e0152"
    "01610169016c017101730000000000000201000000000000003b00000000000000000000000000000178";

plist::value class_named(std::string_view name)
{
    plist::value description{{"$classname", name}};
    description["$classes"] = plist::value::array({name, "NSObject"});
    return description;
}

/// An archive with these objects behind the null, the first of them its root.
bytes archive_with(std::span<const plist::value> objects)
{
    plist::value all = plist::value::array({"$null"});
    for (const plist::value& each : objects)
        all.push_back(each);
    plist::value root{{"root", plist::uid(1)}};
    plist::value result{{"$archiver", "NSKeyedArchiver"}, {"$version", 100'000}};
    result["$top"] = std::move(root);
    result["$objects"] = std::move(all);
    return plist::to_binary(result);
}

bytes archive_of(std::initializer_list<plist::value> objects)
{
    return archive_with(std::span(objects.begin(), objects.size()));
}

plist::value collection(std::uint32_t class_number, std::vector<std::uint32_t> members)
{
    plist::value references = plist::value::array();
    for (const std::uint32_t each : members)
        references.push_back(plist::uid(each));
    plist::value form = plist::value::object();
    form["$class"] = plist::uid(class_number);
    form["NS.objects"] = std::move(references);
    return form;
}

/// Lists of ten references to the next one, and to a text at last.
bytes levels_of_ten(std::uint32_t levels)
{
    std::vector<plist::value> objects;
    for (std::uint32_t level = 1; level <= levels; ++level)
        objects.push_back(collection(levels + 2, std::vector<std::uint32_t>(10, level + 1)));
    objects.emplace_back("x");
    objects.push_back(class_named("NSArray"));
    return archive_with(objects);
}

object everything()
{
    return dictionary{{"nil", object()},
                      {"bool", true},
                      {"number", std::int64_t{4'000'000'000}},
                      {"real", 0.25},
                      {"text", "Grüße"},
                      {"data", bytes{0, 255, 127}},
                      {"date", date{700'000'000.5}},
                      {"uuid", uuid{{1, 2, 3}}},
                      {"list", list{1, "two", list{}}},
                      {"dictionary", dictionary{{"", dictionary()}}},
                      {"instance", instance{"XCTCapabilities",
                                            {{"capabilities-dictionary", dictionary{{"a", 1}}},
                                             {"flag", false}}}}};
}

} // namespace

TEST_CASE("archives of other programs are read", "[dtx]")
{
    const auto capabilities = unarchive(of_hex(capabilities_archive));
    REQUIRE(capabilities);
    CHECK(*capabilities == dictionary{{"com.apple.private.DTXBlockCompression", 0},
                                      {"com.apple.private.DTXConnection", 1}});
    const auto mixed = unarchive(of_hex(mixed_archive));
    REQUIRE(mixed);
    const uuid counted{{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}};
    const instance error{"NSError", {{"NSCode", 2}, {"NSDomain", "text"}}};
    CHECK(*mixed == list{"text", -5, 2.5, true, counted, date{1.5}, object(), error});
    CHECK(text_of(counted) == "00010203-0405-0607-0809-0A0B0C0D0E0F");
}

TEST_CASE("an object survives being archived", "[dtx]")
{
    const auto read = unarchive(archive(everything()));
    REQUIRE(read);
    CHECK(*read == everything());
    for (const object& each : {object("a"), object(true), object(7), object(list{})})
        CHECK(unarchive(archive(each)).value_or(object()) == each);
}

TEST_CASE("the root of an archive has the number 1 and its class comes last", "[dtx]")
{
    const auto form = plist::parse(archive(dictionary{{"key", 5}}));
    REQUIRE(form);
    CHECK(form->at("$archiver") == "NSKeyedArchiver");
    CHECK(form->at("$version") == 100'000);
    CHECK(plist::uid_of(form->at("$top").at("root")) == 1U);
    const plist::value& objects = form->at("$objects");
    REQUIRE(objects.size() == 5);
    CHECK(objects[0] == "$null");
    CHECK(objects[1].at("NS.keys") == plist::value::array({plist::uid(2)}));
    CHECK(objects[1].at("NS.objects") == plist::value::array({plist::uid(3)}));
    CHECK(objects[2] == "key");
    CHECK(objects[3] == 5);
    CHECK(objects[4] == class_named("NSDictionary"));
}

TEST_CASE("an error is archived as hosts read it", "[dtx]")
{
    const auto form = plist::parse(
        archive(instance_of({.domain = "D", .code = 2, .description = "no", .reason = "why"})));
    REQUIRE(form);
    const plist::value& objects = form->at("$objects");
    CHECK(objects[1].at("NSCode") == 2);
    CHECK(plist::uid_of(objects[1].at("NSDomain")) == 2U);
    CHECK(objects[2] == "D");
    const auto details = plist::uid_of(objects[1].at("NSUserInfo"));
    REQUIRE(details);
    CHECK(objects[*details].contains("NS.keys"));
    const auto read =
        unarchive(archive(instance_of({.domain = "D", .code = 2, .description = "no"})));
    REQUIRE(read);
    REQUIRE(read->as<instance>() != nullptr);
    CHECK(read->as<instance>()->class_name == "NSError");
}

TEST_CASE("mutable classes, sets and nulls are read as their plain ones", "[dtx]")
{
    plist::value text = plist::value::object();
    text["$class"] = plist::uid(4);
    text["NS.string"] = "soft";
    plist::value null = plist::value::object();
    null["$class"] = plist::uid(6);
    const auto read =
        unarchive(archive_of({collection(3, {2, 5}), text, class_named("NSMutableSet"),
                              class_named("NSMutableString"), null, class_named("NSNull")}));
    REQUIRE(read);
    CHECK(*read == list{"soft", object()});
}

TEST_CASE("a reference among the objects is a number and leads nowhere", "[dtx]")
{
    for (const std::uint32_t to : {2U, 1U, 77U}) {
        const auto read =
            unarchive(archive_of({collection(3, {2}), plist::uid(to), class_named("NSArray")}));
        REQUIRE(read);
        CHECK(*read == list{std::int64_t{to}});
    }
}

TEST_CASE("a circle, a bomb and a reference to nothing are refused", "[dtx]")
{
    CHECK_FALSE(unarchive(archive_of({collection(2, {1}), class_named("NSArray")})));
    CHECK_FALSE(unarchive(levels_of_ten(10)));
    CHECK(unarchive(levels_of_ten(3)));
    CHECK_FALSE(unarchive(archive_of({collection(2, {9}), class_named("NSArray")})));
    CHECK_FALSE(unarchive(archive_of({collection(9, {2}), "a"})));
    const std::string large(1'000'000, 'x');
    CHECK(unarchive(archive_of({collection(3, {2, 2}), large, class_named("NSArray")})));
    CHECK_FALSE(unarchive(archive_of(
        {collection(3, std::vector<std::uint32_t>(9, 2)), large, class_named("NSArray")})));
}

TEST_CASE("what is no archive is refused", "[dtx]")
{
    CHECK_FALSE(unarchive({}));
    CHECK_FALSE(unarchive(of_hex("00")));
    CHECK_FALSE(unarchive(plist::to_binary({{"$objects", 1}})));
    CHECK_FALSE(unarchive(plist::to_binary({{"$top", {{"root", plist::uid(0)}}}})));
}

TEST_CASE("flags are read from booleans and from numbers", "[dtx]")
{
    const dictionary options{{"a", true}, {"b", 1}, {"c", false}, {"d", 0}, {"e", "yes"}};
    CHECK(is_set(options, "a"));
    CHECK(is_set(options, "b"));
    CHECK_FALSE(is_set(options, "c"));
    CHECK_FALSE(is_set(options, "d"));
    CHECK_FALSE(is_set(options, "e"));
    CHECK_FALSE(is_set(options, "f"));
}

} // namespace thimble::virtualphone::tests
