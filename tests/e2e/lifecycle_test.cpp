// Starting, ending, being killed, and keeping secrets.
#include "tests/catch2.hpp"
#include "tests/e2e/eventually.hpp"
#include "tests/e2e/file_content.hpp"
#include "tests/e2e/thimble_system.hpp"

#include <csignal>
#include <future>

namespace thimble::e2e {

namespace {

bool contains(const std::string& text, const std::string& part)
{
    return text.find(part) != std::string::npos;
}

} // namespace

TEST_CASE("a signal ends thimbled cleanly and quickly", "[e2e][linked]")
{
    const auto number = GENERATE(SIGINT, SIGTERM);
    const virtual_phones phones;
    thimble_system daemon(phones);
    REQUIRE(daemon.until_ready(phones.at(0), ready_limit));
    daemon.process().send_signal(number);
    const auto ended = daemon.process().wait(5s);
    REQUIRE(ended);
    INFO(daemon.process().errors());
    CHECK(ended->code == 0);
}

TEST_CASE("a signal ends thimble-phone cleanly and takes its sockets along", "[e2e][local]")
{
    virtual_phones phones;
    const auto socket = phones.socket();
    phones.process().send_signal(SIGTERM);
    const auto ended = phones.process().wait(5s);
    REQUIRE(ended);
    CHECK(ended->code == 0);
    CHECK(!std::filesystem::exists(socket));
}

TEST_CASE("a phone that was paired before is not paired with again", "[e2e][local]")
{
    const temporary_directory folder;
    const auto key = folder.path() / "00008130-00114C580A620026.key";
    const auto record = folder.path() / "00008130-00114C580A620026.plist";
    const auto pair = [&] {
        const virtual_phones phones({.pair_records = folder.path().string()});
        thimble_system daemon(phones);
        REQUIRE(daemon.until_ready(phones.at(0), ready_limit));
        return content_of(record);
    };
    const std::string first = pair();
    CHECK(!first.empty());
    for (const auto& file : {key, record}) {
        INFO(file);
        using std::filesystem::perms;
        CHECK(std::filesystem::status(file).permissions() ==
              (perms::owner_read | perms::owner_write));
    }
    CHECK(pair() == first);
    // Where the two do not go together, the phone is paired with as a new one.
    std::filesystem::remove(key);
    CHECK(pair() != first);
}

TEST_CASE("thimbled ends while an action is under way", "[e2e][linked]")
{
    const virtual_phones phones({.phones = {"iPhone 15 Pro,ios=18.5"}, .device_time = "20"});
    const auto phone = phones.at(0);
    thimble_system daemon(phones);
    REQUIRE(daemon.until_ready(phone, 30s));
    auto answer = std::async(std::launch::async, [&] {
        try {
            return daemon.api().post("/v1/tap", R"({"x": 300, "y": 600})").status;
        } catch (const std::exception&) {
            return 0; // the connection went with the process
        }
    });
    REQUIRE(eventually(20s, [&] { return !phone.fingers_down().empty(); }));
    CHECK(daemon.process().interrupt(6s).has_value());
    answer.wait();
}

TEST_CASE("thimbled that was killed starts again and repeats no touch", "[e2e][linked]")
{
    const virtual_phones phones({.phones = {"iPhone 15 Pro,ios=18.5"}, .device_time = "5"});
    const auto phone = phones.at(0);
    const auto home = std::make_shared<household>();
    {
        thimble_system daemon(phones, home);
        REQUIRE(daemon.until_ready(phone, 20s));
        CHECK(daemon.api().post("/v1/tap?async=true", R"({"x": 300, "y": 600})").status == 200);
        REQUIRE(eventually(20s, [&] { return !phone.fingers_down().empty(); }));
        daemon.process().send_signal(SIGKILL);
        CHECK(daemon.process().wait(5s)->signal == SIGKILL);
    }
    const thimble_system daemon(phones, home);
    REQUIRE(daemon.until_ready(phone, 20s));
    CHECK(phone.fingers_down().size() == 1);
    CHECK(daemon.api().post("/v1/tap", R"({"x": 300, "y": 600})").status == 200);
}

TEST_CASE("the API key is in no log, no process list and no error", "[e2e]")
{
    const virtual_phones phones({.phones = {"iPhone 15 Pro,ios=18.5,passcode=739152,locked"}});
    thimble_system daemon(phones, {"--log-level", "debug"});
    REQUIRE(daemon.until_locked(phones.at(0), ready_limit));
    const auto unlocked = daemon.api().post("/v1/unlock", R"({"passcode": "739152"})");
    INFO(unlocked.body);
    CHECK(unlocked.status == 200);
    const auto refused = daemon.stranger().get("/v1/phones", {{"X-API-Key", daemon.key() + "x"}});
    CHECK(!contains(refused.body, daemon.key()));

    const std::string key = daemon.key();
    CHECK(contains(daemon.process().errors(), "ready")); // the log is there to be looked at
    CHECK(!contains(daemon.process().errors(), key));
    CHECK(!contains(daemon.process().errors(), "739152"));
    CHECK(contains(daemon.process().command_line(), "--log-level"));
    CHECK(!contains(daemon.process().command_line(), key));
    const auto kept = daemon.home().kept();
    CHECK(contains(kept, "unlock")); // its job, without what it was asked with
    CHECK(!contains(kept, "739152"));
}

TEST_CASE("a key that thimbled makes itself is kept for the next start and for nobody else",
          "[e2e][local]")
{
    const virtual_phones phones;
    const auto home = std::make_shared<household>();
    const auto start = [&] {
        auto variables = home->variables(phones);
        variables["THIMBLE_API_KEY"] = "";
        return std::make_unique<program>("thimbled",
                                         arguments{"--local", "--listen", "127.0.0.1:0",
                                                   "--state-dir", home->state.path().string()},
                                         variables);
    };
    const auto key_of = [](program& daemon) {
        REQUIRE(daemon.prints("tk_", 10s));
        const auto printed = daemon.output();
        return printed.substr(printed.find("tk_"), 46);
    };
    auto first = start();
    const auto key = key_of(*first);
    CHECK(key.find_first_of(" \n") == std::string::npos);
    CHECK(first->interrupt(5s)->code == 0);
    auto second = start();
    CHECK(key_of(*second) == key);
    for (const auto& entry : std::filesystem::recursive_directory_iterator(home->state.path())) {
        if (entry.is_regular_file() && contains(content_of(entry.path()), key)) {
            using std::filesystem::perms;
            const auto others = perms::group_all | perms::others_all;
            CHECK((entry.status().permissions() & others) == perms::none);
        }
    }
}

TEST_CASE("wrong options are refused with a reason", "[e2e][local]")
{
    const temporary_directory state;
    const auto refused = [&](const arguments& args, const std::string& reason) {
        const auto result = run("thimbled", args, {{"XDG_RUNTIME_DIR", state.path().string()}});
        INFO(result.output << result.errors);
        CHECK(result.code > 0);
        CHECK(contains(result.errors, reason));
    };
    refused({"--nonsense"}, "--nonsense");
    refused({"--local", "--listen", "nowhere"}, "nowhere");
    refused({"--local", "--listen", "127.0.0.1:99999"}, "99999");
    refused({"--local", "--listen", "0.0.0.0:0", "--state-dir", state.path().string()}, "0.0.0.0");
    refused({"--local", "--config", "/nonexistent/thimble.toml"}, "/nonexistent/thimble.toml");
    CHECK(run("thimbled", {"--version"}).output.find("0.1") != std::string::npos);
    CHECK(run("thimbled", {"--help"}).code == 0);
    CHECK(run("thimble-phone", {"--help"}).code == 0);
    CHECK(run("thimble-phone", {"--phone", "Nokia 3310"}).code > 0);
}

TEST_CASE("a port that another thimbled has is refused with its process", "[e2e][local]")
{
    const virtual_phones phones;
    const thimble_system daemon(phones);
    const temporary_directory state;
    const auto refused = run("thimbled",
                             {"--local", "--listen", "127.0.0.1:" + std::to_string(daemon.port()),
                              "--state-dir", state.path().string()},
                             daemon.home().variables(phones));
    INFO(refused.errors);
    CHECK(refused.code == 69);
    CHECK(contains(refused.errors,
                   "thimbled listens there, process " + std::to_string(daemon.process().pid())));
}

TEST_CASE("status says where thimbled is listening", "[e2e][local]")
{
    const virtual_phones phones;
    const thimble_system daemon(phones);
    const auto told = run("thimbled", {"status"}, daemon.home().variables(phones));
    CHECK(told.code == 0);
    CHECK(told.output.find("http://127.0.0.1:" + std::to_string(daemon.port())) !=
          std::string::npos);
}

TEST_CASE("a link that thimbled prints signs in once", "[e2e][local]")
{
    const virtual_phones phones;
    thimble_system daemon(phones);
    const auto asked = [&] {
        return run("thimbled", {"sign-in"}, daemon.home().variables(phones));
    };
    const auto told = asked();
    REQUIRE(told.code == 0);
    const auto begin = "http://127.0.0.1:" + std::to_string(daemon.port());
    REQUIRE(told.output.starts_with(begin + "/sign-in?token="));
    CHECK(contains(daemon.process().output(), begin + "/sign-in?token="));
    CHECK(asked().output != told.output);

    const auto link = told.output.substr(begin.size(), told.output.find('\n') - begin.size());
    const auto browser = daemon.stranger();
    const auto opened = browser.get(link);
    CHECK(opened.status == 303);
    const auto cookie = opened.header("set-cookie");
    REQUIRE(cookie.starts_with("thimble"));
    const header_fields with_cookie{{"Cookie", cookie.substr(0, cookie.find(';'))}};
    CHECK(browser.get("/v1/me", with_cookie).json().at("account").at("name") == "local");
    CHECK(browser.post("/v1/home", "", with_cookie).status == 403);
    CHECK(browser.get(link).header("set-cookie").empty());
    daemon.process().send_signal(SIGTERM);
    REQUIRE(daemon.process().wait(5s));
    CHECK(asked().code == 1);
}

} // namespace thimble::e2e
