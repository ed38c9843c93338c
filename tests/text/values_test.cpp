#include "tests/catch2.hpp"
#include "text/ascii.hpp"
#include "text/base64.hpp"
#include "text/bundle_id.hpp"
#include "text/edit_distance.hpp"
#include "text/iso_time.hpp"
#include "text/target.hpp"
#include "text/utf8.hpp"
#include "text/uuid.hpp"

using namespace std::chrono;

namespace thimble::service::test {

TEST_CASE("a moment is written in UTC with milliseconds", "[service]")
{
    const auto day = sys_days(2026y / 2 / 3);
    CHECK(iso_time(day + 4h + 5min + 6s + 7ms) == "2026-02-03T04:05:06.007Z");
    CHECK(iso_time(day) == "2026-02-03T00:00:00.000Z");
    CHECK(iso_time(day - 1us) == "2026-02-02T23:59:59.999Z");
}

TEST_CASE("bytes are written in base64 and read back", "[service]")
{
    using namespace std::string_view_literals;
    const auto read = [](std::string_view text) -> std::optional<std::string> {
        const auto bytes = decode_base64(text);
        if (!bytes)
            return std::nullopt;
        std::string out;
        for (const std::byte each : *bytes)
            out += static_cast<char>(each);
        return out;
    };
    for (const auto& [bytes, usual, for_urls] : {std::tuple(""sv, ""sv, ""sv),
                                                 {"f"sv, "Zg=="sv, "Zg"sv},
                                                 {"fo"sv, "Zm8="sv, "Zm8"sv},
                                                 {"foo"sv, "Zm9v"sv, "Zm9v"sv},
                                                 {"\xfb\xff\0"sv, "+/8A"sv, "-_8A"sv}}) {
        CHECK(encode_base64(bytes) == usual);
        CHECK(encode_base64url(bytes) == for_urls);
        CHECK(read(usual) == bytes);
        CHECK(decode_base64_strictly(usual) == bytes);
        CHECK(decode_base64url(for_urls) == bytes);
    }
    for (const auto* wrong : {"Zg", "Zg=", "Zh==", "Z===", "====", "Zm9v ", " Zm9v   ", "Zm!v",
                              "-_8A", "Zg==Zg==", "Zm9v\n"})
        CHECK_FALSE(decode_base64_strictly(wrong));
    for (const auto* wrong : {"Zg==", "Zh", "Z", "+/8A", "Zm9v ", "Zm9v\n", "Zm 9"})
        CHECK_FALSE(decode_base64url(wrong));
}

TEST_CASE("a bundle id is told from what could be something else", "[service]")
{
    for (const auto* right : {"a", "com.apple.mobilenotes", "com.example.A-b_2", "1.2"})
        CHECK(is_bundle_id(right));
    for (const auto* wrong : {"", ".", "..", "../../etc", "com.example/app", "com example", "é.app",
                              "-a;b", "com.example.*", "a\n"})
        CHECK_FALSE(is_bundle_id(wrong));
    CHECK(is_bundle_id(std::string(longest_bundle_id, 'a')));
    CHECK_FALSE(is_bundle_id(std::string(longest_bundle_id + 1, 'a')));
}

TEST_CASE("letters that have changed places are one mistake of whoever typed them", "[service]")
{
    CHECK(edit_distance("tpa", "tap") == 2);
    CHECK(typing_distance("tpa", "tap") == 1);
    CHECK(typing_distance("at", "ta") == 1);
    CHECK(typing_distance("abc", "ca") == 3); // no letter is moved twice
    for (const auto* same : {"", "a", "status"})
        CHECK(typing_distance(same, same) == 0);
    CHECK(typing_distance("", "home") == 4);
    CHECK(typing_distance("home", "") == 4);
    CHECK(typing_distance("kitten", "sitting") == edit_distance("kitten", "sitting"));
}

TEST_CASE("identifiers made one after another are ordered", "[service]")
{
    ordered_uuids ids;
    const auto now = sys_days(2026y / 2 / 3) + 4h;
    std::string before;
    for (int each = 0; each < 10'000; ++each) {
        const auto next = ids.next(now + microseconds(each));
        REQUIRE(is_uuid(next));
        REQUIRE(before < next);
        before = next;
    }
    CHECK(before[14] == '7');
    CHECK(ids.next(now - 1h) > before); // the clock was set back
    CHECK(ordered_uuids::first_of(now) <= ordered_uuids().next(now));
    CHECK(ordered_uuids::first_of(now + 1ms) > ordered_uuids().next(now));
}

TEST_CASE("spaces go at both ends and stay within", "[service]")
{
    CHECK(trim(" \ta b\t ") == "a b");
    CHECK(trim("a") == "a");
    CHECK(trim("a\n") == "a\n");
    CHECK(trim("a\n", " \n") == "a");
    CHECK(trim("").empty());
    CHECK(trim(" \t").empty());
}

TEST_CASE("a named identifier follows RFC 9562", "[service]")
{
    // The RFC's own example: www.example.com in the namespace of host names.
    CHECK(named_uuid("6ba7b810-9dad-11d1-80b4-00c04fd430c8", "www.example.com") ==
          "2ed6657d-e927-568b-95e1-2665a8aea6a2");
}

TEST_CASE("random identifiers are version 4 and differ", "[service]")
{
    const auto one = random_uuid();
    CHECK(is_uuid(one));
    CHECK(one[14] == '4');
    CHECK(std::string("89ab").find(one[19]) != std::string::npos);
    CHECK(one != random_uuid());
}

TEST_CASE("what is not a UUID is not taken for one", "[service]")
{
    CHECK(is_uuid("2ED6657D-e927-568b-95e1-2665a8aea6a2"));
    CHECK_FALSE(is_uuid(""));
    CHECK_FALSE(is_uuid("2ed6657d-e927-568b-95e1-2665a8aea6a"));
    CHECK_FALSE(is_uuid("2ed6657de927-568b-95e1-2665a8aea6a2-"));
    CHECK_FALSE(is_uuid("2ed6657d-e927-568b-95e1-2665a8aea6ag"));
}

TEST_CASE("a target is taken apart and decoded", "[service]")
{
    const auto where = http::parse_target("/v1/a%20b/c?x=1&name=%C3%A9+e&flag&x=");
    REQUIRE(where);
    CHECK(where->path == std::vector<std::string>{"v1", "a b", "c"});
    REQUIRE(where->query.size() == 4);
    CHECK(where->query[0] == std::pair<std::string, std::string>("x", "1"));
    CHECK(where->query[1] == std::pair<std::string, std::string>("name", "é e"));
    CHECK(where->query[2] == std::pair<std::string, std::string>("flag", ""));
    CHECK(where->query[3] == std::pair<std::string, std::string>("x", ""));
}

TEST_CASE("a target for a proxy is understood", "[service]")
{
    CHECK(http::parse_target("http://host:1/v1/x")->path == std::vector<std::string>{"v1", "x"});
    CHECK(http::parse_target("http://host")->path == std::vector<std::string>{""});
}

TEST_CASE("a target that cannot be decoded is refused", "[service]")
{
    for (const auto* text : {"", "v1", "*", "/%", "/%2", "/%zz", "/%00", "/%ff", "/%c3%28",
                             "/%ed%a0%80", "/%f4%90%80%80", "/%c0%af", "/?a=%", "/?%ff=1"}) {
        CAPTURE(text);
        CHECK_FALSE(http::parse_target(text));
    }
}

TEST_CASE("UTF-8 is told from what only looks like it", "[service]")
{
    CHECK(is_utf8("a\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80"));
    CHECK(is_utf8("\xED\x9F\xBF\xF4\x8F\xBF\xBF"));
    for (const auto* text :
         {"\x80", "\xC3", "\xC1\xBF", "\xE0\x9F\xBF", "\xED\xA0\x80", "\xF0\x8F\xBF\xBF",
          "\xF4\x90\x80\x80", "\xF5\x80\x80\x80", "\xE2\x82"}) {
        CHECK_FALSE(is_utf8(text));
    }
}

} // namespace thimble::service::test
