// ?observe=settled on a phone: whether the screen has changed is seen, and kept.
#include "screen/png.hpp"
#include "tests/catch2.hpp"
#include "tests/e2e/eventually.hpp"
#include "tests/e2e/thimble_system.hpp"

namespace thimble::e2e {

namespace {

nlohmann::json observed(const thimble_system& daemon, const std::string& action)
{
    const auto answer = daemon.api().post("/v1/" + action + "?observe=settled", "{}");
    INFO(answer.body);
    REQUIRE(answer.status == 200);
    return answer.json();
}

} // namespace

TEST_CASE("an observed action tells whether the screen has changed", "[e2e]")
{
    const virtual_phones phones({.phones = {"iPhone 15 Pro,ios=18.5"}});
    const auto phone = phones.at(0);
    phone.make("open", {{"bundle_id", "com.thimble.sketch"}});
    const thimble_system daemon(phones);
    REQUIRE(daemon.until_ready(phone, 60s));

    const auto left = observed(daemon, "home");
    CHECK(left.at("receipt").at("effect") == "changed");
    CHECK(left.at("receipt").at("frame").at("settled") == true);
    CHECK(left.at("receipt").at("frame").at("frame_id") == left.at("id"));
    const auto stayed = observed(daemon, "home");
    CHECK(stayed.at("receipt").at("effect") == "unchanged");

    const auto job = "/v1/jobs/" + left.at("id").get<std::string>();
    const auto picture = daemon.api().get(job + "/download");
    CHECK(picture.status == 200);
    const auto size = screen::png_size(std::as_bytes(std::span(picture.body)));
    REQUIRE(size);
    CHECK(*size == screen::pixel_size{.width = left.at("receipt").at("frame").at("width"),
                                      .height = left.at("receipt").at("frame").at("height")});
}

TEST_CASE("a part of the screen comes in the panel's own pixels", "[e2e]")
{
    const virtual_phones phones({.phones = {"iPhone 15 Pro,ios=18.5"}});
    const auto phone = phones.at(0);
    const thimble_system daemon(phones);
    REQUIRE(daemon.until_ready(phone, 60s));
    const auto picture = daemon.api().get("/v1/screenshot?region=100,200,31,62");
    REQUIRE(picture.status == 200);
    CHECK(picture.header("X-Screen-Width") == "620");
    const auto size = screen::png_size(std::as_bytes(std::span(picture.body)));
    REQUIRE(size);
    CHECK(size->width >= 59); // 31 of 620 on a panel of 1179
    CHECK(size->width <= 61);
}

} // namespace thimble::e2e
