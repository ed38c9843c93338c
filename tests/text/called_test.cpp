// Things that are meant by an id or a name.
#include "tests/catch2.hpp"
#include "text/called.hpp"

namespace thimble::service::test {

namespace {

using places = std::vector<std::size_t>;

constexpr auto first_id = "0b2f7a0e-5c53-5c0e-9d0e-0a4f4f0a8d11";
constexpr auto second_id = "0b2f7a0e-5c53-5c0e-9d0e-0a4f4f0a8d12";
constexpr auto udid = "00008130-001A2B3C4D5E6F70";

const std::vector<called> phones{
    {.ids = {first_id, udid}, .names = {"Ada's iPhone", "Front desk"}},
    {.ids = {second_id, "0123456789abcdef0123456789abcdef01234567"}, .names = {"Café", ""}},
    {.ids = {"third", "udid-3"}, .names = {"Ada's iPhone", "front desk"}},
    {.ids = {"fourth", "udid-4"}, .names = {first_id, "UDID-3", udid}},
};

} // namespace

TEST_CASE("an id is found in any case, and outranks every name", "[text]")
{
    CHECK(find_called(first_id, phones) == places{0});
    CHECK(find_called("0B2F7A0E-5C53-5C0E-9D0E-0A4F4F0A8D12", phones) == places{1});
    CHECK(find_called("00008130-001a2b3c4d5e6f70", phones) == places{0});
    CHECK(find_called("UDID-3", phones) == places{2});
}

TEST_CASE("the first kind of id outranks the second", "[text]")
{
    const std::vector<called> crossed{{.ids = {"a", "b"}, .names = {}},
                                      {.ids = {"b", "c"}, .names = {}}};
    CHECK(find_called("b", crossed) == places{1});
    CHECK(find_called("c", crossed) == places{1});
}

TEST_CASE("a name is found where it is written so, else without case and accents", "[text]")
{
    CHECK(find_called("Front desk", phones) == places{0});
    CHECK(find_called("front desk", phones) == places{2});
    CHECK(find_called("FRONT DESK", phones) == places{0, 2});
    CHECK(find_called("cafe", phones) == places{1});
    CHECK(find_called("Ada's iPhone", phones) == places{0, 2});
}

TEST_CASE("nothing is found for what nobody is called", "[text]")
{
    CHECK(find_called("Ada", phones).empty());
    CHECK(find_called("", phones).empty());
    CHECK(find_called("x", {}).empty());
    CHECK(find_called("\xCC\x81", phones).empty()); // an accent alone, and Café has an empty name
}

TEST_CASE("a name that looks like an id is none", "[text]")
{
    const std::vector<called> posing{{.ids = {"mine"}, .names = {second_id, udid}}};
    CHECK(find_called(second_id, posing).empty());
    CHECK(find_called(udid, posing).empty());
    for (const auto* id : {first_id, udid, "0123456789ABCDEF0123456789abcdef01234567"})
        CHECK(looks_like_id(id));
    for (const auto* name :
         {"", "Ada's iPhone", "00008130-001A2B3C4D5E6F7", "00008130-001A2B3C4D5E6F7G",
          "0123456789abcdef0123456789abcdef0123456g", "00008130_001A2B3C4D5E6F70", "12345678"})
        CHECK_FALSE(looks_like_id(name));
}

} // namespace thimble::service::test
