// Actions as commands: for a person and for a program, on the phone that is named.
#include "tests/daemon/cli/debug_command.hpp"

#include <fstream>
#include <iterator>

namespace thimble::e2e {

namespace {

/// A command that waits long enough for a phone on a busy machine.
arguments with_wait(arguments given)
{
    given.insert(given.end(), {"--wait", "60"});
    return given;
}

std::string bytes_in(const std::filesystem::path& file)
{
    std::ifstream from(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(from), {}};
}

} // namespace

TEST_CASE("an action as a command answers a person, and a program by --json", "[daemon]")
{
    const virtual_phones phones({.device_time = "0"});
    const auto home = std::make_shared<household>();
    const command thimbled(phones, *home);
    const auto phone = phones.at(0);
    std::optional<thimble_system> daemon;
    SECTION("alone") {}
    SECTION("beside a running thimbled")
    {
        daemon.emplace(phones, home);
        REQUIRE(daemon->until_ready(phone, ready_limit));
    }
    const auto told = thimbled.run(with_wait({"tap", "100", "200"}));
    INFO(told.output << told.errors);
    CHECK(told.code == 0);
    CHECK(told.output.starts_with("tap: done in "));
    CHECK(phone.fingers_down().size() == 1);

    const auto record = done(thimbled.run(with_wait({"swipe", "300", "900", "up", "--json"})));
    CHECK(record.at("action") == "flick");
    CHECK(record.at("phone") == phone.udid());
    CHECK(phone.fingers_down().size() == 2);

    const auto elements = thimbled.run(with_wait({"elements", "5"}));
    CHECK(elements.code == 0);
    CHECK(elements.output.starts_with("LABEL"));
    CHECK(std::ranges::count(elements.output, '\n') <= 6);

    const auto listed = thimbled.run({"phones"});
    CHECK(listed.code == 0);
    CHECK(listed.output.find("UDID " + phone.udid()) != std::string::npos);
    CHECK(record_of(thimbled.run({"phones", "--json"})).at("phones").size() == 1);
}

TEST_CASE("a command that fails says why on stderr, and with its code", "[daemon]")
{
    const virtual_phones phones({.device_time = "0"});
    household home;
    const command thimbled(phones, home);
    const auto outside = thimbled.run(with_wait({"tap", "100", "200000"}));
    CHECK(outside.code == 1);
    CHECK(outside.output.empty());
    CHECK(outside.errors.find("(INVALID_ARGUMENT)") != std::string::npos);
    CHECK(failed(thimbled.run(with_wait({"tap", "100", "200000", "--json"}))) ==
          "INVALID_ARGUMENT");
    const auto absent = thimbled.run(with_wait({"open", "No such app"}));
    CHECK(absent.code == 1);
    CHECK(absent.errors.find("(APP_NOT_FOUND)") != std::string::npos);
    CHECK(thimbled.run({"tap", "here"}).code == 2);
    CHECK(thimbled.run({"tpa", "1", "2"}).errors.find("Did you mean tap?") != std::string::npos);
}

TEST_CASE("a phone is named by its name, its UDID or its id", "[daemon]")
{
    const virtual_phones phones({.phones = {"iPhone 15 Pro,ios=18.5,name=Ada",
                                            "iPhone 13 mini,name=Bob", "iPhone SE 2,name=Bob"},
                                 .device_time = "0"});
    const auto home = std::make_shared<household>();
    const command thimbled(phones, *home);
    const auto ada = phones.at(0);
    std::optional<thimble_system> daemon;
    std::vector<std::string> names{"Ada", "ada", ada.udid()};
    SECTION("alone") {}
    SECTION("beside a running thimbled")
    {
        daemon.emplace(phones, home);
        for (std::size_t i = 0; i < 3; ++i) {
            REQUIRE(daemon->until_ready(phones.at(i), 2 * ready_limit));
            REQUIRE(daemon->until_named(phones.at(i), 2 * ready_limit));
        }
        names.push_back(daemon->id_of(ada));
    }
    for (const auto& name : names) {
        INFO(name);
        const auto tap = thimbled.run(with_wait({"tap", "100", "200", "--phone", name, "--json"}));
        CHECK(done(tap).at("phone") == ada.udid());
    }
    CHECK(ada.fingers_down().size() == names.size());
    CHECK(failed(thimbled.run(with_wait({"home", "--phone", "Bob", "--json"}))) ==
          "PHONE_AMBIGUOUS");
    const auto nobody = thimbled.run({"home", "--phone", "Carol", "--wait", "1"});
    CHECK(nobody.code == 1);
    CHECK(nobody.errors.find("Carol") != std::string::npos);
    CHECK(nobody.errors.find(ada.udid()) != std::string::npos);
}

TEST_CASE("a picture goes to standard output where that leads on", "[daemon]")
{
    const virtual_phones phones({.device_time = "0"});
    household home;
    const command thimbled(phones, home);
    const auto taken = thimbled.run(with_wait({"screenshot", "-"}));
    CHECK(taken.code == 0);
    CHECK(taken.output.starts_with("\x89PNG"));
    CHECK(thimbled.run({"screenshot", "-", "--json"}).code == 2);
    const auto file = home.state.path() / "picture.png";
    const auto kept = thimbled.run(with_wait({"screenshot", file.string()}));
    CHECK(kept.code == 0);
    CHECK(kept.output.starts_with(file.string() + ": "));
    CHECK(bytes_in(file).starts_with("\x89PNG"));
}

TEST_CASE("a text on standard input is typed, and stands on no command line", "[daemon]")
{
    const virtual_phones phones({.device_time = "0"});
    household home;
    const command thimbled(phones, home);
    const auto phone = phones.at(0);
    phone.make("open", {{"bundle_id", "com.apple.mobilenotes"}});
    const auto typed = [&](const std::string& input) {
        auto line = thimbled.line(with_wait({"type", "-"}));
        line.insert(line.begin(), {"-c", R"(printf '%s\n' "$0" | "$@")", input,
                                   find_program("thimbled").string()});
        return run("sh", line, home.variables(phones), run_limit);
    };
    CHECK(thimbled.run(with_wait({"tap-select", "Note"})).code == 0);
    const auto said = typed("from a pipe");
    INFO(said.output << said.errors);
    CHECK(said.code == 0);
    CHECK(said.output.find("from a pipe") == std::string::npos);
    CHECK(eventually(10s, [&] {
        return phone.facts().at("apps").at("com.apple.mobilenotes").at("text") == "from a pipe";
    }));
    const auto nothing = typed("");
    CHECK(nothing.code == 2);
    CHECK(nothing.errors.find("standard input") != std::string::npos);
}

TEST_CASE("tasks and recordings need a thimbled that serves REST", "[daemon]")
{
    const virtual_phones phones;
    household home;
    const command thimbled(phones, home);
    for (const auto& line : {arguments{"run", "Wait"}, arguments{"record", "a.mp4"}}) {
        const auto alone = thimbled.run(line);
        CHECK(alone.code == 69);
        CHECK(alone.errors.find("thimbled --local") != std::string::npos);
    }
    CHECK(thimbled.run({"run"}).code == 2);
    CHECK(thimbled.run({"record", "a.mp4", "forever"}).code == 2);
    CHECK(thimbled.run({"record", "/no/such/directory/a.mp4"}).code == 73);
}

TEST_CASE("a recording goes to the file that was named", "[daemon]")
{
    const virtual_phones phones({.device_time = "0"});
    const auto home = std::make_shared<household>();
    const thimble_system daemon(phones, home);
    const auto phone = phones.at(0);
    REQUIRE(daemon.until_ready(phone, ready_limit));
    const command thimbled(phones, *home);
    const auto wanted = home->state.path() / "screen";
    const arguments line{"record", wanted.string(), "1", "--phone", phone.udid(), "--json"};
    const auto key_file = home->state.path() / "api-key"; // not there: this one was given its key
    const auto without_key = thimbled.run(line);
    CHECK(without_key.code == 69);
    CHECK(without_key.errors.find(key_file.string()) != std::string::npos);
    std::ofstream(key_file) << home->key << '\n';
    const auto ended = thimbled.run(line);
    INFO(ended.output << ended.errors);
    REQUIRE(ended.code == 0);
    const auto record = record_of(ended);
    CHECK(record.at("status") == "completed");
    const std::filesystem::path file = record.at("file").get<std::string>();
    CHECK(file == wanted.string() + "." + record.at("format").get<std::string>());
    CHECK(std::filesystem::file_size(file) == record.at("bytes"));
    CHECK(thimbled.run({"run", "Wait"}).errors.find("MODEL_NOT_CONFIGURED") != std::string::npos);
}

} // namespace thimble::e2e
