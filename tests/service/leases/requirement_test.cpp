// Descriptions of phones: what they say, and which phones fit.
#include "service/phones/phone_requirement.hpp"
#include "tests/catch2.hpp"

namespace thimble::service::test {

namespace {

known_phone some_phone()
{
    known_phone out;
    out.labels = {"smoke", "blue"};
    out.state.os_version = "17.6.1";
    out.state.device_name = "iPhone 15 Pro";
    out.state.product_type = "iPhone16,1";
    out.apps = app_list{.apps = {{.name = "Shop", .bundle_id = "com.example.shop", .version = "1"}},
                        .updated_at = {}};
    return out;
}

bool fits(std::string_view text)
{
    const auto wanted = parse_requirement(text);
    INFO(text);
    REQUIRE(wanted);
    return wanted->fits(some_phone());
}

} // namespace

TEST_CASE("a phone fits a description by every one of its terms", "[service]")
{
    for (const auto* text :
         {"any", "labels=smoke", "labels=blue,smoke", "labels=blue;labels=smoke", "ios=17",
          "ios=17.6", "ios=17.6.1", "ios=17.5..", "ios=..17", "ios=16..17", "ios=17.6..18",
          "model=iphone 15 pro", "model=iPhone16,1", "app=com.example.shop",
          "labels=smoke;ios=17..18;model=iPhone 15 Pro;app=com.example.shop",
          " labels = smoke ; ios = 17 "})
        CHECK(fits(text));
    for (const auto* text :
         {"labels=red", "labels=smoke,red", "labels=smoke;labels=red", "labels=Smoke", "ios=18",
          "ios=17.5", "ios=17.7..", "ios=..17.5", "ios=..16", "model=iPhone 15", "app=com.example",
          "labels=smoke;ios=18"})
        CHECK_FALSE(fits(text));
}

TEST_CASE("a phone of which too little is known fits no more than it has to", "[service]")
{
    const known_phone nothing;
    CHECK(parse_requirement("any")->fits(nothing));
    CHECK_FALSE(parse_requirement("ios=..18")->fits(nothing));
    CHECK_FALSE(parse_requirement("app=com.example.shop")->fits(nothing));
}

TEST_CASE("what is no description of a phone is refused", "[service]")
{
    for (const auto* text : {"smoke",
                             "labels",
                             "labels=",
                             "labels=a,,b",
                             "labels=a b",
                             "labels=-a",
                             "ios=",
                             "ios=..",
                             "ios=x",
                             "ios=17.",
                             "ios=1.2.3.4.5",
                             "ios=-1",
                             "ios=99999999999",
                             "colour=red",
                             "labels=a;;ios=17",
                             ";",
                             "any;ios=17",
                             "model=",
                             "ios=17..;ios=..18",
                             "model=a;model=b",
                             "app=a;app=b"}) {
        INFO(text);
        const auto wanted = parse_requirement(text);
        REQUIRE_FALSE(wanted);
        CHECK(wanted.error().code == "INVALID_ARGUMENT");
        CHECK(wanted.error().context.at("field") == "phone");
    }
}

} // namespace thimble::service::test
