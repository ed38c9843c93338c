// Facts about hardware by its product type.
#include "device/product_names.hpp"
#include "tests/catch2.hpp"

namespace thimble::tests {

using device::has_action_button;
using device::has_home_button;

TEST_CASE("hardware is called as people call it", "[device]")
{
    CHECK(device::marketing_name("iPhone16,1") == "iPhone 15 Pro");
    CHECK(device::marketing_name("iPhone99,9") == "iPhone99,9");
    CHECK(device::marketing_name("").empty());
}

TEST_CASE("home buttons ended with the iPhone X, but for a few later ones", "[device]")
{
    for (const auto* with : {"iPhone9,1", "iPhone10,1", "iPhone12,8", "iPhone14,6"})
        CHECK(has_home_button(with));
    for (const auto* without : {"iPhone10,3", "iPhone16,1", "iPad7,5", "iPhone", "iPhone,", ""})
        CHECK_FALSE(has_home_button(without));
}

TEST_CASE("action buttons began with the iPhone 15 Pro", "[device]")
{
    for (const auto* with : {"iPhone16,1", "iPhone16,2", "iPhone17,5", "iPhone21,1"})
        CHECK(has_action_button(with));
    for (const auto* without : {"iPhone15,4", "iPhone14,6", "iPad16,1", "iPhone", "16,1", ""})
        CHECK_FALSE(has_action_button(without));
}

} // namespace thimble::tests
