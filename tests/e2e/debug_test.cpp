// One action without a service: beside a running thimbled, and alone.
#include "tests/catch2.hpp"
#include "tests/e2e/eventually.hpp"
#include "tests/e2e/file_content.hpp"
#include "tests/e2e/picture_difference.hpp"
#include "tests/e2e/thimble_system.hpp"

#include <algorithm>

namespace thimble::e2e {

namespace {

/// `thimbled --debug` as a person of this household runs it.
run_result debug(const virtual_phones& phones,
                 const household& home,
                 const std::string& action,
                 const arguments& more = {})
{
    arguments args{"--debug", action, "--state-dir", home.state.path().string()};
    args.insert(args.end(), more.begin(), more.end());
    if (std::ranges::find(more, "--wait") == more.end())
        args.insert(args.end(), {"--wait", "60"}); // for a phone on a busy machine
    return run("thimbled", args, home.variables(phones), 90s);
}

void check_done(const run_result& ran)
{
    INFO(ran.output << ran.errors);
    CHECK(ran.code == 0);
    CHECK(nlohmann::json::accept(ran.output));
}

/// Every action once, and what the phone saw of it.
void do_everything(const virtual_phones& phones, const household& home)
{
    const auto phone = phones.at(0);
    phone.make("open", {{"bundle_id", "com.thimble.sketch"}});
    const auto first = phone.next_event();
    check_done(debug(phones, home, "tap 310 672"));
    CHECK(phone.fingers_down(first).size() == 1);
    check_done(debug(phones, home, "flick 300 900 up"));
    check_done(debug(phones, home, "swipe 300 900 left"));
    CHECK(phone.fingers_down(first).size() == 3);

    const auto file = home.state.path() / "out.png";
    check_done(debug(phones, home, "screenshot " + file.string()));
    CHECK(picture_of(content_of(file)).size() == screen::pixel_size{.width = 620, .height = 1344});

    check_done(debug(phones, home, "home"));
    CHECK(phone.facts().at("front_app") == "com.apple.springboard");

    const auto listed = debug(phones, home, "phones");
    check_done(listed);
    CHECK(listed.output.find(phone.udid()) != std::string::npos);
}

void check_refused(const run_result& ran)
{
    INFO(ran.output << ran.errors);
    CHECK(ran.code > 0);
    CHECK((ran.output + ran.errors).size() > 10);
}

} // namespace

TEST_CASE("a debug action works alone", "[e2e][local]")
{
    const virtual_phones phones;
    const household home;
    do_everything(phones, home);
}

TEST_CASE("a debug action works beside a running thimbled", "[e2e]")
{
    const virtual_phones phones;
    const auto home = std::make_shared<household>();
    const thimble_system daemon(phones, home);
    REQUIRE(daemon.until_ready(phones.at(0), ready_limit));
    do_everything(phones, *home);
    CHECK(daemon.api().post("/v1/tap", R"({"x": 1, "y": 1})").status == 200);
}

TEST_CASE("a debug action names the phones when there are several", "[e2e]")
{
    const virtual_phones phones({.phones = {"iPhone 15 Pro,ios=18.5", "iPhone SE 2,ios=16"}});
    const household home;
    const auto refused = debug(phones, home, "home");
    check_refused(refused);
    for (std::size_t i = 0; i < phones.size(); ++i) {
        const auto said = refused.output + refused.errors;
        CHECK(said.find(phones.at(i).udid()) != std::string::npos);
    }
    check_done(debug(phones, home, "tap 100 100", {"--phone", phones.at(1).udid()}));
    CHECK(phones.at(0).events().empty());
    CHECK(phones.at(1).fingers_down().size() == 1);
}

TEST_CASE("a debug action that makes no sense is refused and touches nothing", "[e2e][local]")
{
    const virtual_phones phones;
    const household home;
    for (const auto* action : {"", "tap", "tap 1", "tap one two", "tap 1 2 3", "tap 1.5 2",
                               "flick 1 2 sideways", "dance", "tap 99999 1", "screenshot"}) {
        INFO("action '" << action << "'");
        check_refused(debug(phones, home, action));
    }
    check_refused(
        debug(phones, home, "home", {"--phone", "00008130-000000000000001E", "--wait", "1"}));
    CHECK(phones.at(0).events().empty());
    check_done(debug(phones, home, "tap 1 1")); // one that makes sense does
    CHECK_FALSE(phones.at(0).events().empty());
}

TEST_CASE("a second thimbled does not take the phone from the first", "[e2e]")
{
    const virtual_phones phones;
    const auto phone = phones.at(0);
    const auto home = std::make_shared<household>();
    const thimble_system first(phones, home);
    REQUIRE(first.until_ready(phone, ready_limit));

    const temporary_directory other_state;
    program second(
        "thimbled",
        {"--local", "--listen", "127.0.0.1:0", "--state-dir", other_state.path().string()},
        home->variables(phones));
    // It either ends with a reason, or has looked at the phone and leaves it alone.
    REQUIRE(eventually(20s, [&] {
        return second.wait(0ms) || second.errors().find("DRIVER_NOT_RUNNING") != std::string::npos;
    }));
    CHECK(first.until_ready(phone, ready_limit));
    CHECK(first.api().post("/v1/tap", R"({"x": 300, "y": 600})").status == 200);
    CHECK(phone.fingers_down().size() == 1);
}

} // namespace thimble::e2e
