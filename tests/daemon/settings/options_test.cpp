// Command line, environment and files: which wins, and what is said when one is wrong.
#include "daemon/settings/options.hpp"
#include "tests/catch2.hpp"
#include "tests/e2e/temporary_directory.hpp"

#include <fstream>
#include <map>
#include <vector>

namespace thimble::daemon {

namespace {

class options_fixture {
public:
    std::expected<options, early_exit> read(std::vector<const char*> arguments) const
    {
        return read_options(arguments, [this](const char* name) -> std::optional<std::string> {
            const auto found = variables.find(name);
            if (found == variables.end())
                return std::nullopt;
            return found->second;
        });
    }

    early_exit failure_of(std::vector<const char*> arguments) const
    {
        const auto given = read(std::move(arguments));
        REQUIRE_FALSE(given);
        return given.error();
    }

    std::filesystem::path write(const std::string& name, const std::string& content) const
    {
        const auto file = directory.path() / "thimble" / name;
        std::filesystem::create_directories(file.parent_path());
        std::ofstream(file) << content;
        return file;
    }

    e2e::temporary_directory directory;
    std::map<std::string, std::string> variables{{"HOME", "/home/ada"},
                                                 {"XDG_CONFIG_HOME", directory.path()}};
};

bool mentions(const early_exit& said, const std::string& what)
{
    return said.text.find(what) != std::string::npos;
}

TEST_CASE_METHOD(options_fixture, "local mode listens on loopback by default", "[daemon]")
{
    const auto given = read({"--local"});
    REQUIRE(given);
    CHECK(given->mode == program_mode::local);
    CHECK(given->serving.listen.address().is_loopback());
    CHECK(given->serving.listen.port() == 8344);
    CHECK(given->log_level == spdlog::level::info);
}

TEST_CASE_METHOD(options_fixture, "a model is for local mode, and its key has no flag", "[daemon]")
{
    variables["THIMBLE_MODEL_PROVIDER"] = "nobody";
    CHECK(read({"--service", "https://phones.example"})); // which asks none
    CHECK(mentions(failure_of({"--local"}), "THIMBLE_MODEL_PROVIDER"));
    variables["THIMBLE_MODEL_PROVIDER"] = "anthropic";
    variables["THIMBLE_MODEL"] = "m";
    CHECK(mentions(failure_of({"--local"}), "THIMBLE_MODEL_API_KEY"));
    CHECK(failure_of({"--local", "--model-api-key", "k"}).code == service::exit_usage);
    variables["THIMBLE_MODEL_API_KEY"] = "k";
    const auto given = read({"--local"});
    REQUIRE(given);
    REQUIRE(given->model);
    CHECK(given->model->model == "m");
}

TEST_CASE_METHOD(options_fixture, "flags win over environment, environment over files", "[daemon]")
{
    write("a.toml",
          "[daemon]\nlisten = \"127.0.0.1:1\"\nlog_level = \"warn\"\nstate_dir = \"/a\"\n");
    write("b.toml", "[daemon]\nstate_dir = \"/b\"\n[service]\nlisten = \"anything\"\n");
    variables["THIMBLE_LISTEN"] = "127.0.0.1:2";
    variables["THIMBLE_LOG_LEVEL"] = "error";
    const auto given = read({"--local", "--listen", "[::1]:3"});
    REQUIRE(given);
    CHECK(given->serving.listen.port() == 3);
    CHECK(given->serving.listen.address().is_v6());
    CHECK(given->log_level == spdlog::level::err);
    CHECK(given->state_dir == "/b");
}

TEST_CASE_METHOD(options_fixture, "a named file is read instead of the usual ones", "[daemon]")
{
    write("usual.toml", "this is no TOML");
    const auto named = write("named.conf", "[daemon]\nstate_dir = \"/named\"\n");
    const auto given = read({"--local", "--config", named.c_str()});
    REQUIRE(given);
    CHECK(given->state_dir == "/named");
}

TEST_CASE_METHOD(options_fixture, "a wrong file is named with its line and key", "[daemon]")
{
    struct row {
        const char* content;
        const char* line;
        const char* said;
    };
    const auto wrong = GENERATE(row{"[daemon]\nlistem = \"x\"\n", ":2", "daemon.listem"},
                                row{"[daemon]\n\nlisten = 8344\n", ":3", "daemon.listen"},
                                row{"[demon]\n", ":1", "[demon]"}, row{"x = 1\n", ":1", "[x]"},
                                row{"[daemon\n", ":1", ""});
    const auto file = write("wrong.toml", wrong.content);
    const auto said = failure_of({"--local"});
    CHECK(said.code == service::exit_configuration);
    CHECK(mentions(said, file.string() + wrong.line));
    CHECK(mentions(said, wrong.said));
}

TEST_CASE_METHOD(options_fixture,
                 "a file that is not there is an error when it was named",
                 "[daemon]")
{
    const auto said = failure_of({"--local", "--config", "/nowhere/at-all.toml"});
    CHECK(said.code == service::exit_configuration);
    CHECK(mentions(said, "/nowhere/at-all.toml"));
}

TEST_CASE_METHOD(options_fixture, "a wrong value names where it came from", "[daemon]")
{
    variables["THIMBLE_LISTEN"] = "8344";
    auto said = failure_of({"--local"});
    CHECK(said.code == service::exit_configuration);
    CHECK(mentions(said, "THIMBLE_LISTEN"));
    said = failure_of({"--local", "--listen", "nonsense"});
    CHECK(said.code == service::exit_usage);
    CHECK(mentions(said, "--listen"));
    said = failure_of({"--local", "--listen", "127.0.0.1:1", "--log-level", "loud"});
    CHECK(mentions(said, "--log-level"));
}

TEST_CASE_METHOD(options_fixture, "other machines are let in only with encryption", "[daemon]")
{
    for (const auto* address : {"0.0.0.0:8344", "192.168.1.2:8344", "[::]:8344"}) {
        const auto said = failure_of({"--local", "--listen", address});
        CHECK(said.code == service::exit_usage);
        CHECK(mentions(said, "loopback"));
        CHECK(mentions(said, "--tls-cert"));
        CHECK(mentions(said, "--insecure-listen"));
        CHECK(read({"--local", "--listen", address, "--insecure-listen"}));
        const auto given =
            read({"--local", "--listen", address, "--tls-cert", "/c.pem", "--tls-key", "/k.pem"});
        REQUIRE(given);
        CHECK(given->serving.tls->key == "/k.pem");
    }
    CHECK(read({"--local", "--listen", "localhost:0"}));
}

TEST_CASE_METHOD(options_fixture, "an encrypted service needs both of its files", "[daemon]")
{
    CHECK(mentions(failure_of({"--local", "--tls-cert", "/c.pem"}), "--tls-key"));
    CHECK(mentions(failure_of({"--local", "--tls-key", "/k.pem"}), "--tls-cert"));
    CHECK_FALSE(read({"--local"})->serving.tls);
}

TEST_CASE_METHOD(options_fixture,
                 "origins and rate come from flags, variables and files",
                 "[daemon]")
{
    CHECK(read({"--local"})->serving.origins.empty());
    CHECK_FALSE(read({"--local"})->serving.rate_limit);
    write("a.toml", "[daemon]\nrate_limit = \"20:100\"\n");
    variables["THIMBLE_CORS_ORIGINS"] = "https://a.example,http://localhost:3000";
    const auto given = read({"--local"});
    REQUIRE(given);
    CHECK(given->serving.rate_limit->burst == 100);
    CHECK(given->serving.origins ==
          std::vector<std::string>{"https://a.example", "http://localhost:3000"});
    for (const auto* origin : {"*", "a.example", "https://a.example/", "https://A.example", ","})
        CHECK(mentions(failure_of({"--local", "--cors-origins", origin}), "--cors-origins"));
    CHECK(read({"--local", "--public-urls", "https://phones.example"})->serving.public_urls ==
          std::vector<std::string>{"https://phones.example"});
    CHECK(mentions(failure_of({"--local", "--public-urls", "phones.example"}), "--public-urls"));
    CHECK(read({"--local"})->serving.proxies.trusts("127.0.0.1"));
    const auto proxied = read({"--local", "--trusted-proxies", "10.0.0.0/8,::1"});
    REQUIRE(proxied);
    CHECK(proxied->serving.proxies.trusts("10.1.2.3"));
    CHECK_FALSE(proxied->serving.proxies.trusts("127.0.0.1"));
    for (const auto* proxy : {"proxy.example", "10.0.0.0/33"})
        CHECK(mentions(failure_of({"--local", "--trusted-proxies", proxy}), proxy));
    for (const auto* rate : {"0", "fast", "1:0"})
        CHECK(mentions(failure_of({"--local", "--rate-limit", rate}), "--rate-limit"));
    variables["THIMBLE_INSECURE_LISTEN"] = "perhaps";
    CHECK(failure_of({"--local"}).code == service::exit_configuration);
}

TEST_CASE_METHOD(options_fixture, "pictures a second are a whole number up to 60", "[daemon]")
{
    CHECK(read({"--local"})->live_fps == 15);
    CHECK(read({"--local", "--live-fps", "60"})->live_fps == 60);
    for (const auto* wrong : {"0", "61", "-1", "many", "15.5", "15 ", ""})
        CHECK(mentions(failure_of({"--local", "--live-fps", wrong}), "--live-fps"));
    write("a.toml", "[daemon]\nlive_fps = \"30\"\n");
    CHECK(read({"--service", "https://a.example"})->live_fps == 30);
    variables["THIMBLE_LIVE_FPS"] = "5";
    CHECK(read({"--local"})->live_fps == 5);
}

TEST_CASE_METHOD(options_fixture, "runners are kept unless that is switched off", "[daemon]")
{
    CHECK(read({"--local"})->runners);
    CHECK(read({"--local", "--runners", "on"})->runners);
    CHECK_FALSE(read({"--local", "--runners", "off"})->runners);
    for (const auto* wrong : {"yes", "", "ON"})
        CHECK(mentions(failure_of({"--local", "--runners", wrong}), "--runners"));
    write("a.toml", "[daemon]\nrunners = \"off\"\n");
    CHECK_FALSE(read({"--service", "https://a.example"})->runners);
    variables["THIMBLE_RUNNERS"] = "on";
    CHECK(read({"--local"})->runners);
}

TEST_CASE_METHOD(options_fixture,
                 "the restarts of runners have a limit that can be set",
                 "[daemon]")
{
    CHECK(read({"--local"})->runner_restarts == 3);
    write("a.toml", "[daemon]\nrunner_restarts = \"0\"\n");
    CHECK(read({"--local"})->runner_restarts == 0);
    variables["THIMBLE_RUNNER_RESTARTS"] = "1000";
    CHECK(read({"--local"})->runner_restarts == 1000);
    for (const auto* wrong : {"-1", "1001", "three"}) {
        variables["THIMBLE_RUNNER_RESTARTS"] = wrong;
        CHECK(mentions(failure_of({"--local"}), "THIMBLE_RUNNER_RESTARTS"));
    }
}

TEST_CASE_METHOD(options_fixture, "exactly one thing is asked for", "[daemon]")
{
    CHECK(failure_of({}).code == service::exit_usage);
    CHECK(failure_of({"--local", "doctor"}).code == service::exit_usage);
    CHECK(failure_of({"--local", "--phone", "x"}).code == service::exit_usage);
    CHECK(failure_of({"--local", "--wait", "5"}).code == service::exit_usage);
    CHECK(failure_of({"--sideways"}).code == service::exit_usage);
    CHECK(read({"--debug", "tap 1 2", "--phone", "x"})->action == "tap 1 2");
    CHECK(read({"--debug", "home", "--wait", "60"})->wait == std::chrono::seconds(60));
    CHECK_FALSE(read({"--debug", "home"})->wait);
    for (const auto* wrong : {"-1", "3601", "soon", "1.5"})
        CHECK(failure_of({"--debug", "home", "--wait", wrong}).code == service::exit_usage);
    CHECK(failure_of({"--local", "sign-in"}).code == service::exit_usage);
    CHECK(read({"sign-in"})->mode == program_mode::sign_in);
    CHECK(read({"doctor", "--json"})->json);
    CHECK(read({"status", "--json", "--state-dir", "/x"})->state_dir == "/x");
}

TEST_CASE_METHOD(options_fixture, "an action is a command with its words", "[daemon]")
{
    using words = std::vector<std::string>;
    const auto tap = read({"tap", "310", "600", "--phone", "Front desk"});
    REQUIRE(tap);
    CHECK(tap->mode == program_mode::action);
    CHECK(tap->words == words{"tap", "310", "600"});
    CHECK(tap->phone == "Front desk");
    CHECK_FALSE(tap->json);
    CHECK(tap->log_level == spdlog::level::warn);
    CHECK(read({"--phone", "x", "tap", "--json", "1", "2"})->words == words{"tap", "1", "2"});
    CHECK(read({"home", "--json"})->json);
    CHECK(read({"--json", "home"})->json);
    CHECK(read({"type", "--", "C", "++", "--"})->words == words{"type", "C", "++", "--"});
    CHECK(read({"home", "--wait", "60", "--state-dir", "/x"})->state_dir == "/x");
    // Names of other commands, lists in brackets and hyphens are words like any others.
    CHECK(read({"type", "status", "home"})->words == words{"type", "status", "home"});
    CHECK(read({"batch", R"([{"action": "home"}, 1])"})->words ==
          words{"batch", R"([{"action": "home"}, 1])"});
    CHECK(read({"unlock", "-"})->words == words{"unlock", "-"});
    CHECK(read({"tap", "-5", "1"})->words == words{"tap", "-5", "1"});
    CHECK(read({"type", "--json", "--", "--phone", "--"})->words == words{"type", "--phone", "--"});
    CHECK(read({"run", "Set", "an alarm"})->mode == program_mode::task);
    CHECK(read({"record", "a.mp4", "60"})->mode == program_mode::recording);
}

TEST_CASE_METHOD(options_fixture, "a command that makes no sense is told what would", "[daemon]")
{
    CHECK(mentions(failure_of({"tpa", "1", "2"}), "Did you mean tap?"));
    CHECK(mentions(failure_of({"--locla"}), "Did you mean --local?"));
    CHECK(mentions(failure_of({"doctor", "310", "600"}), "310 600"));
    CHECK(mentions(failure_of({"--debug", "tap", "310", "600"}), "quotes"));
    CHECK(mentions(failure_of({"--debug", "home", "--sideways"}), "--sideways"));
    CHECK(mentions(failure_of({"type", "--hello"}), "Write -- before"));
    CHECK(mentions(failure_of({"tap", "1", "2", "--phoen", "x"}), "Did you mean --phone?"));
    CHECK(mentions(failure_of({"--local", "--service", "https://a.example"}),
                   "--local and --service exclude each other"));
    CHECK(mentions(failure_of({"--local", "home"}), "--local and home exclude each other"));
    CHECK(mentions(failure_of({"home", "--service", "https://a.example"}),
                   "--service and home exclude each other"));
    CHECK(mentions(failure_of({"run", "x", "--wait", "5"}), "--wait"));
    CHECK(mentions(failure_of({"type", "C", "++", "and"}), "-- before a word that is ++"));
    for (const auto* mode : {"--local", "enroll", "sign-in", "mcp"})
        CHECK(mentions(failure_of({"--json", mode}), "--json goes with"));
    for (const auto& wrong : {failure_of({"tpa"}), failure_of({"home", "--nothing"})})
        CHECK(wrong.code == service::exit_usage);
}

TEST_CASE_METHOD(options_fixture, "the help of an action is its own", "[daemon]")
{
    const auto help = failure_of({"swipe", "--help"});
    CHECK(help.code == service::exit_ok);
    CHECK(mentions(help, "Usage: thimbled swipe X Y DIRECTION"));
    CHECK(mentions(failure_of({"flick", "--help"}), "up, down, left or right"));
    CHECK(mentions(failure_of({"run", "--help"}), "run TASK"));
    CHECK_FALSE(mentions(failure_of({"run", "--help"}), "--wait"));
    const auto all = failure_of({"--help"});
    CHECK(mentions(all, "  tap X Y"));
    CHECK(mentions(all, "  press NAME"));
    CHECK_FALSE(mentions(all, "{true}"));
}

TEST_CASE_METHOD(options_fixture, "a trial names its file, and perhaps a phone", "[daemon]")
{
    const auto given = read({"try", "--report", "try.json"});
    REQUIRE(given);
    CHECK(given->mode == program_mode::trial);
    CHECK(given->report_to == "try.json");
    CHECK_FALSE(given->phone);
    CHECK_FALSE(given->wait);
    const auto more =
        read({"try", "--report", "try.json", "--phone", "Ada's iPhone", "--wait", "0"});
    REQUIRE(more);
    CHECK(more->phone == "Ada's iPhone");
    CHECK(more->wait == std::chrono::seconds{0});

    const auto without = failure_of({"try"});
    CHECK(without.code == service::exit_usage);
    CHECK(mentions(without, "--report"));
    CHECK(failure_of({"--local", "--report", "try.json"}).code == service::exit_usage);
    CHECK(failure_of({"try", "--report", "try.json", "--wait", "3601"}).code ==
          service::exit_usage);
}

TEST_CASE_METHOD(options_fixture, "a connected daemon belongs to one service", "[daemon]")
{
    const auto given = read({"--service", "https://Phones.example/", "--state-dir", "/x"});
    REQUIRE(given);
    CHECK(given->mode == program_mode::connected);
    CHECK(given->connection.service->url() == "https://phones.example");
    CHECK(given->log_level == spdlog::level::info);
    for (const auto* url :
         {"http://phones.example", "phones.example", "https://phones.example/v1"}) {
        const auto said = failure_of({"--service", url});
        CHECK(said.code == service::exit_usage);
        CHECK(mentions(said, "--service"));
    }
    CHECK(failure_of({"--service", "https://phones.example", "--local"}).code ==
          service::exit_usage);
    CHECK(failure_of({"--service", "https://phones.example", "--debug", "home"}).code ==
          service::exit_usage);
}

TEST_CASE_METHOD(options_fixture, "a connected daemon's service may stand in a file", "[daemon]")
{
    write("a.toml", "[daemon]\nservice = \"https://phones.example\"\n");
    CHECK(failure_of({}).code == service::exit_usage); // what to do is still to be said
    for (const auto& line :
         std::vector<std::vector<const char*>>{{"--service"},
                                               {"--service", "--state-dir", "/x"},
                                               {"--state-dir", "/x", "--service"}}) {
        const auto given = read(line);
        REQUIRE(given);
        CHECK(given->mode == program_mode::connected);
        CHECK(given->connection.service->host == "phones.example");
    }
    CHECK(read({"enroll"})->connection.service->host == "phones.example");
    CHECK(read({"--local"}));
    variables["THIMBLE_SERVICE"] = "http://phones.example";
    const auto said = failure_of({"--service"});
    CHECK(said.code == service::exit_configuration);
    CHECK(mentions(said, "THIMBLE_SERVICE"));
}

TEST_CASE_METHOD(options_fixture, "how a service is reached is checked at the start", "[daemon]")
{
    const auto* const pin = "sha256/AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";
    const auto given = read({"--service", "https://phones.example", "--ca-file", "/a.pem", "--pin",
                             pin, "--reconnect-cap", "2000"});
    REQUIRE(given);
    CHECK(given->connection.ca_file == "/a.pem");
    CHECK(given->connection.pin->text() == pin);
    CHECK(given->connection.back_off.cap == std::chrono::seconds(2));
    CHECK(read({"--local"})->connection.back_off.cap == std::chrono::seconds(30));
    CHECK(mentions(failure_of({"--service", "https://a.example", "--pin", "x"}), "--pin"));
    for (const auto* cap : {"0", "-1", "soon", "3600001", "1.5"})
        CHECK(mentions(failure_of({"--service", "https://a.example", "--reconnect-cap", cap}),
                       "--reconnect-cap"));
    const auto unknown = failure_of({"--service"});
    CHECK(unknown.code == service::exit_usage);
    CHECK(mentions(unknown, "configuration"));
}

TEST_CASE_METHOD(options_fixture, "an enrolment has a name and may be forced", "[daemon]")
{
    const auto given = read({"enroll", "--service", "https://a.example", "--name", "Ada's desk"});
    REQUIRE(given);
    CHECK(given->mode == program_mode::enroll);
    CHECK(given->name == "Ada's desk");
    CHECK_FALSE(given->force);
    CHECK(read({"--service", "https://a.example", "enroll", "--force"})->force);
    CHECK(failure_of({"enroll"}).code == service::exit_usage);
    CHECK(failure_of({"--service", "https://a.example", "--force"}).code == service::exit_usage);
    CHECK(read({"doctor", "--service", "https://a.example"})->mode == program_mode::doctor);
    CHECK(read({"status", "--watch"})->watch);
}

TEST_CASE_METHOD(options_fixture, "help and version are said on demand", "[daemon]")
{
    const auto help = failure_of({"--help"});
    CHECK(help.code == service::exit_ok);
    for (const auto* word :
         {"--local", "--debug", "tap X Y", "doctor", "--service", "enroll", "Exit codes"})
        CHECK(mentions(help, word));
    const auto version = failure_of({"--version"});
    CHECK(version.code == service::exit_ok);
    CHECK(mentions(version, "thimbled "));
    CHECK(mentions(version, "\nPNG: lib"));
}

TEST_CASE_METHOD(options_fixture, "state is kept where the system says", "[daemon]")
{
    variables["STATE_DIRECTORY"] = "/var/lib/thimble:/elsewhere";
    CHECK(read({"--local"})->state_dir == "/var/lib/thimble");
    CHECK_FALSE(read({"--local"})->usual_state_dir);
    variables.erase("STATE_DIRECTORY");
    CHECK(read({"--local"})->usual_state_dir);
    CHECK_FALSE(read({"--local", "--state-dir", "/x"})->usual_state_dir);
    variables.erase("HOME");
    variables.erase("XDG_STATE_HOME");
    const auto said = failure_of({"--local"});
    CHECK(said.code == service::exit_configuration);
    CHECK(mentions(said, "--state-dir"));
}

TEST_CASE_METHOD(options_fixture,
                 "apps are installed and removed by commands of their own",
                 "[daemon]")
{
    const auto runner = read({"runner", "install", "a.ipa", "--follow", "--phone", "00-1"});
    REQUIRE(runner);
    CHECK(runner->mode == program_mode::apps);
    CHECK(runner->app.what == app_request::deed::install);
    CHECK(runner->app.runner);
    CHECK(runner->app.follow);
    CHECK(runner->app.file == "a.ipa");
    CHECK(runner->phone == "00-1");
    const auto app = read({"app", "install", "b.app", "--json"});
    REQUIRE(app);
    CHECK_FALSE(app->app.runner);
    CHECK_FALSE(app->app.follow);
    CHECK(app->json);
    const auto removed = read({"app", "remove", "org.example.app"});
    REQUIRE(removed);
    CHECK(removed->app.what == app_request::deed::remove);
    CHECK(removed->app.bundle_id == "org.example.app");
    const auto stopped = read({"runner", "stop", "--phone", "Ada", "--json"});
    REQUIRE(stopped);
    CHECK(stopped->mode == program_mode::runner);
    CHECK(stopped->app.what == app_request::deed::stop);
    CHECK(stopped->phone == "Ada");
    CHECK(stopped->json);
    const auto started = read({"runner", "start"});
    REQUIRE(started);
    CHECK(started->mode == program_mode::runner);
    CHECK(started->app.what == app_request::deed::start);
    CHECK(failure_of({"runner", "stop", "a.ipa"}).code == 2);
    CHECK(failure_of({"app", "stop"}).code == 2);
    CHECK(failure_of({"runner", "stop", "--wait", "3"}).code == 2);
    CHECK(failure_of({"runner"}).code == 2);
    CHECK(failure_of({"runner", "install"}).code == 2);
    CHECK(failure_of({"runner", "remove", "org.example.app"}).code == 2);
    CHECK(failure_of({"app", "remove", "a", "--follow"}).code == 2);
    CHECK(failure_of({"app", "install", "a.ipa", "--local"}).code == 2);
}

TEST_CASE_METHOD(options_fixture, "what is kept of apps has limits that can be set", "[daemon]")
{
    REQUIRE(read({"--local"}));
    CHECK(read({"--local"})->app_look == std::chrono::seconds(30));
    CHECK(read({"--local"})->upload_bytes == 4ULL << 30U);
    variables["THIMBLE_APP_LOOK"] = "500";
    variables["THIMBLE_UPLOAD_LIMIT"] = "3";
    CHECK(read({"--local"})->app_look == std::chrono::milliseconds(500));
    CHECK(read({"--local"})->upload_bytes == 3U << 20U);
    variables["THIMBLE_UPLOAD_LIMIT"] = "0";
    CHECK(mentions(failure_of({"--local"}), "THIMBLE_UPLOAD_LIMIT"));
    variables["THIMBLE_UPLOAD_LIMIT"] = "1";
    variables["THIMBLE_APP_LOOK"] = "499";
    CHECK(mentions(failure_of({"--local"}), "THIMBLE_APP_LOOK"));
}

} // namespace

} // namespace thimble::daemon
