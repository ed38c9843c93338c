// --debug and status as a person uses them: alone, and beside a running thimbled.
#include "tests/daemon/cli/debug_command.hpp"

#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace thimble::e2e {

namespace {

std::string start_of(const std::filesystem::path& file, std::size_t length)
{
    std::ifstream from(file, std::ios::binary);
    std::string bytes(length, '\0');
    from.read(bytes.data(), static_cast<std::streamsize>(length));
    return bytes;
}

bool has_control_socket(const household& home)
{
    for (const auto& entry : std::filesystem::directory_iterator(home.runtime.path() / "thimble"))
        if (entry.is_socket())
            return true;
    return false;
}

} // namespace

TEST_CASE("an action is done without a server", "[daemon]")
{
    const virtual_phones phones({.device_time = "0"});
    household home;
    const command thimbled(phones, home);
    const auto phone = phones.at(0);

    const auto tap = done(thimbled.run({"--debug", "tap 100 200"}));
    CHECK(tap.at("phone") == phone.udid());
    CHECK(tap.at("action") == "tap");
    CHECK(tap.at("timing").at("device_ms").is_number());
    CHECK(phone.fingers_down().size() == 1);

    done(thimbled.run({"--debug", "swipe 300 900 up", "--phone", phone.udid()}));
    CHECK(phone.fingers_down().size() == 2);
    done(thimbled.run({"--debug", "home"}));
    CHECK_FALSE(has_control_socket(home));
}

TEST_CASE("an action goes through the thimbled that drives the phone", "[daemon]")
{
    const virtual_phones phones({.device_time = "0"});
    const auto home = std::make_shared<household>();
    const thimble_system daemon(phones, home);
    const auto phone = phones.at(0);
    REQUIRE(daemon.until_ready(phone, ready_limit));
    const command thimbled(phones, *home);

    CHECK(done(thimbled.run({"--debug", "tap 100 200"})).at("phone") == phone.udid());
    CHECK(phone.fingers_down().size() == 1);
    CHECK(failed(thimbled.run({"--debug", "tap 100 200000"})) == "INVALID_ARGUMENT");
    CHECK(failed(thimbled.run({"--debug", "home", "--phone", "00008130-FF"})) ==
          "PHONE_NOT_CONNECTED");
    phone.make("lock");
    REQUIRE(eventually(5s, [&] { return !daemon.record_of(phone).at("readiness").at("ready"); }));
    const auto locked = thimbled.run({"--debug", "tap 100 200"});
    CHECK(failed(locked) == "PHONE_NOT_READY");
    CHECK(record_of(locked).at("context").at("blockers").at(0).at("code") == "LOCKED");
    CHECK(phone.fingers_down().size() == 1);
}

TEST_CASE("a screenshot goes to the file that was named", "[daemon]")
{
    const virtual_phones phones({.device_time = "0"});
    const auto home = std::make_shared<household>();
    const command thimbled(phones, *home);
    const auto file = home->state.path() / "picture.png";
    std::optional<thimble_system> daemon;
    SECTION("alone") {}
    SECTION("beside a running thimbled")
    {
        daemon.emplace(phones, home);
        REQUIRE(daemon->until_ready(phones.at(0), ready_limit));
    }
    const auto picture = done(thimbled.run({"--debug", "screenshot " + file.string()}));
    CHECK(picture.at("height") == 1344);
    CHECK(picture.at("file") == file.string());
    CHECK(picture.at("bytes") == std::filesystem::file_size(file));
    CHECK(start_of(file, 4) == "\x89PNG");

    const auto nowhere = (home->state.path() / "no" / "picture.png").string();
    CHECK(failed(thimbled.run({"--debug", "screenshot " + nowhere})) == "FILE_NOT_WRITTEN");
}

TEST_CASE("phones are listed, also when there are none", "[daemon]")
{
    const virtual_phones phones({.phones = {"iPhone 15 Pro,ios=18.5,name=Ada"}});
    household home;
    const command thimbled(phones, home);
    nlohmann::json list;
    // The name comes from the phone, which a listing waits for, though not for ever.
    CHECK(eventually(60s, [&] {
        const auto listed = thimbled.run({"--debug", "phones"});
        CHECK(listed.code == 0);
        list = record_of(listed).at("phones");
        return list.size() == 1 && list[0].at("name") == "Ada";
    }));
    INFO(list.dump());
    REQUIRE(list.size() == 1);
    CHECK(list[0].at("unique_id") == phones.at(0).udid());

    phones.at(0).make("unplug");
    const auto none = thimbled.run({"--debug", "phones"});
    CHECK(none.code == 0);
    CHECK(record_of(none).at("phones").empty());
    CHECK(failed(thimbled.run({"--debug", "home", "--wait", "1"})) == "NO_PHONES_CONNECTED");
}

TEST_CASE("of several phones one has to be named", "[daemon]")
{
    const virtual_phones phones(
        {.phones = {"iPhone 15 Pro,ios=18.5", "iPhone 13 mini"}, .device_time = "0"});
    const auto home = std::make_shared<household>();
    const command thimbled(phones, *home);
    std::optional<thimble_system> daemon;
    SECTION("alone") {}
    SECTION("beside a running thimbled")
    {
        daemon.emplace(phones, home);
        REQUIRE(daemon->until_ready(phones.at(0), ready_limit));
        REQUIRE(daemon->until_ready(phones.at(1), ready_limit));
    }
    const auto unnamed = thimbled.run({"--debug", "tap 100 200"});
    CHECK(failed(unnamed) == "NO_PHONE_SELECTED");
    CHECK(record_of(unnamed).at("context").at("phones").size() == 2);
    CHECK(unnamed.output.find("--phone") != std::string::npos);

    const auto second = phones.at(1);
    CHECK(done(thimbled.run({"--debug", "tap 100 200", "--phone", second.udid()})).at("phone") ==
          second.udid());
    CHECK(second.fingers_down().size() == 1);
    CHECK(phones.at(0).fingers_down().empty());
}

TEST_CASE("what is waited for is said, and the action follows", "[daemon]")
{
    const virtual_phones phones({.device_time = "0"});
    const auto phone = phones.at(0);
    phone.make("lock");
    household home;
    program tap("thimbled", command(phones, home).line({"--debug", "tap 100 200"}),
                home.variables(phones));
    REQUIRE(eventually(
        10s, [&] { return tap.errors().find("The phone is locked") != std::string::npos; }));
    CHECK(phone.fingers_down().empty());

    SECTION("the phone becomes ready")
    {
        phone.make("unlock");
        const auto ended = tap.wait(run_limit);
        REQUIRE(ended);
        INFO(tap.output() << tap.errors());
        CHECK(ended->code == 0);
        CHECK(phone.fingers_down().size() == 1);
    }
    SECTION("the person has enough of it")
    {
        const auto ended = tap.interrupt(5s);
        REQUIRE(ended);
        CHECK(ended->code == 1);
        CHECK(tap.output().find("CANCELLED") != std::string::npos);
        CHECK(phone.fingers_down().empty());
    }
}

TEST_CASE("a phone that is unplugged during the action is told of within a second", "[daemon]")
{
    const virtual_phones phones({.device_time = "20"});
    const auto phone = phones.at(0);
    household home;
    program tap("thimbled", command(phones, home).line({"--debug", "tap 100 200"}),
                home.variables(phones));
    REQUIRE(eventually(run_limit, [&] { return !phone.fingers_down().empty(); }));
    phone.make("unplug");
    const auto ended = tap.wait(1s);
    REQUIRE(ended);
    CHECK(ended->code == 1);
    INFO(tap.output() << tap.errors());
    const auto record = nlohmann::json::parse(tap.output());
    CHECK(record.at("error") == "PHONE_NOT_CONNECTED");
    CHECK(record.at("context").at("outcome") == "unknown");
}

TEST_CASE("whoever asks may be killed, and the phone goes on", "[daemon]")
{
    const virtual_phones phones({.device_time = "20"});
    const auto phone = phones.at(0);
    const auto home = std::make_shared<household>();
    const thimble_system daemon(phones, home);
    REQUIRE(daemon.until_ready(phone, 30s));
    program tap("thimbled", command(phones, *home).line({"--debug", "tap 100 200"}),
                home->variables(phones));
    REQUIRE(eventually(run_limit, [&] { return !phone.fingers_down().empty(); }));
    tap.send_signal(SIGKILL);
    REQUIRE(tap.wait(5s));
    done(command(phones, *home).run({"--debug", "tap 200 300"}));
    CHECK(phone.fingers_down().size() == 2);
}

TEST_CASE("a thimbled that was killed leaves the phone to the next", "[daemon]")
{
    const virtual_phones phones({.device_time = "0"});
    const auto home = std::make_shared<household>();
    thimble_system daemon(phones, home);
    REQUIRE(daemon.until_ready(phones.at(0), ready_limit));
    daemon.process().send_signal(SIGKILL);
    REQUIRE(daemon.process().wait(5s));
    done(command(phones, *home).run({"--debug", "tap 100 200"}));
    CHECK(phones.at(0).fingers_down().size() == 1);
}

TEST_CASE("an action that makes no sense is wrong usage", "[daemon]")
{
    const virtual_phones phones;
    household home;
    const auto ended = command(phones, home).run({"--debug", "tap here"});
    CHECK(ended.code == 2);
    CHECK(ended.output.empty());
    CHECK(ended.errors.find("tap X Y") != std::string::npos);
}

TEST_CASE("status tells what a running thimbled does", "[daemon]")
{
    const virtual_phones phones;
    const auto home = std::make_shared<household>();
    const command thimbled(phones, *home);
    const auto nobody = thimbled.run({"status", "--json"});
    CHECK(nobody.code == 1);
    CHECK(record_of(nobody).at("running") == false);
    CHECK(thimbled.run({"status"}).output.find("not running") != std::string::npos);

    const thimble_system daemon(phones, home);
    REQUIRE(daemon.until_ready(phones.at(0), ready_limit));
    const auto running = thimbled.run({"status", "--json"});
    CHECK(running.code == 0);
    const auto process = record_of(running).at("processes").at(0);
    CHECK(process.at("phones").at(0).at("unique_id") == phones.at(0).udid());
    CHECK(process.at("phones").at(0).at("queue_depth") == 0);
    CHECK(process.at("phones").at(0).at("live_streams") == 0);
    const auto told = thimbled.run({"status"});
    CHECK(told.output.find(phones.at(0).udid()) != std::string::npos);
    CHECK(told.output.find("ready") != std::string::npos);
}

} // namespace thimble::e2e
