// The command line and the files of thimble-phone.
#include "tests/catch2.hpp"
#include "virtualphone/program/options.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <unistd.h>

namespace thimble::virtualphone::tests {
namespace {

std::expected<options, early_exit> parse(std::vector<std::string> words)
{
    words.insert(words.begin(), "thimble-phone");
    std::vector<const char*> raw;
    for (const std::string& word : words)
        raw.push_back(word.c_str());
    return parse_options(static_cast<int>(raw.size()), raw.data());
}

std::vector<std::string> with_sockets(std::vector<std::string> words)
{
    words.insert(words.begin(), {"--socket", "/tmp/mux", "--control", "127.0.0.1:0"});
    return words;
}

class text_file {
public:
    explicit text_file(std::string_view content)
    {
        std::string name = (std::filesystem::temp_directory_path() / "scene-XXXXXX").string();
        const int descriptor = ::mkstemp(name.data());
        REQUIRE(descriptor >= 0);
        ::close(descriptor);
        path = name;
        std::ofstream(path) << content;
    }
    text_file(const text_file&) = delete;
    text_file& operator=(const text_file&) = delete;
    ~text_file() { std::filesystem::remove(path); }

    std::string path;
};

} // namespace

TEST_CASE("without a description there is one phone", "[virtualphone]")
{
    const auto parsed = parse(with_sockets({}));
    REQUIRE(parsed);
    REQUIRE(parsed->phones.size() == 1);
    CHECK(parsed->phones[0].hardware->name == "iPhone 15 Pro");
    CHECK(parsed->phones[0].ios->version == "18.5");
    CHECK(parsed->phones[0].udid == parse(with_sockets({}))->phones[0].udid);
    CHECK(parsed->device_time == 1.0);
}

TEST_CASE("a phone from the box trusts nobody and has nothing", "[virtualphone]")
{
    const auto parsed = parse(with_sockets(
        {"--phone", "iPhone 15 Pro,fresh", "--phone", "iPhone 15 Pro,fresh,passcode=4321"}));
    REQUIRE(parsed);
    const phone_description& fresh = parsed->phones[0];
    CHECK(fresh.passcode == "123456");
    CHECK(fresh.locked);
    CHECK(fresh.trust == trust::ask);
    CHECK_FALSE(fresh.developer_mode);
    CHECK_FALSE(fresh.developer_image);
    CHECK_FALSE(fresh.runner_installed);
    CHECK(fresh.runner == runner::dead);
    CHECK(fresh.automation == ui_automation::asked);
    CHECK_FALSE(fresh.trusts_developers);
    CHECK(parsed->phones[1].passcode == "4321");
    CHECK_FALSE(parse(with_sockets({"--phone", "iPhone 15 Pro,fresh=perhaps"})));
    CHECK(parse(with_sockets({"--phone", "iPhone 15 Pro,fresh=false"}))->phones[0].trust ==
          trust::yes);
}

TEST_CASE("phones are described by model and keys", "[virtualphone]")
{
    const auto parsed = parse(with_sockets(
        {"--phone", "iPhone SE 2,ios=16,name=My Phone,passcode=123456,locked,image=xcode27",
         "--phone",
         "iPad,trust=ask,runner=dead,developer_mode=off,image=none,automation=asked,"
         "frameworks=removed",
         "--device-time", "0"}));
    REQUIRE(parsed);
    REQUIRE(parsed->phones.size() == 2);
    const phone_description& first = parsed->phones[0];
    CHECK(first.hardware->name == "iPhone SE 2");
    CHECK(first.ios->version == "16.7");
    CHECK(first.name == "My Phone");
    CHECK(first.passcode == "123456");
    CHECK(first.locked);
    CHECK(first.developer_image);
    CHECK(first.image_of_xcode_27);
    const phone_description& second = parsed->phones[1];
    CHECK(second.hardware->kind == idiom::pad);
    CHECK(second.trust == trust::ask);
    CHECK(second.runner == runner::dead);
    CHECK_FALSE(second.developer_mode);
    CHECK(second.automation == ui_automation::asked);
    CHECK_FALSE(second.runner_has_frameworks);
    CHECK_FALSE(second.developer_image);
    CHECK_FALSE(second.image_of_xcode_27);
    CHECK(second.udid != first.udid);
    CHECK(parsed->device_time == 0.0);
}

TEST_CASE("a phone is told how it streams its picture", "[virtualphone]")
{
    const auto parsed = parse(with_sockets(
        {"--phone", "iPhone 15 Pro,ios=27", "--phone",
         "iPhone 15 Pro,ios=27,touch_gate=open,rtcp=heard,stillness=3,stream_pause=90,loop=/l"}));
    REQUIRE(parsed);
    const stream_description& plain = parsed->phones[0].stream;
    CHECK(plain.settings.touch_gate == touch_gate::stream);
    CHECK(plain.settings.reports == receiver_reports::ignored);
    CHECK(plain.settings.stillness == std::chrono::seconds(7));
    CHECK(plain.settings.pause == std::chrono::seconds(0));
    CHECK(plain.loop.empty());
    const stream_description& told = parsed->phones[1].stream;
    CHECK(told.settings.touch_gate == touch_gate::open);
    CHECK(told.settings.reports == receiver_reports::heard);
    CHECK(told.settings.stillness == std::chrono::seconds(3));
    CHECK(told.settings.pause == std::chrono::seconds(90));
    CHECK(told.loop == "/l");
    for (const char* wrong : {"touch_gate=shut", "rtcp=on", "stillness=-1", "stillness=1.5",
                              "stillness=", "stream_pause=90000", "loop="})
        CHECK_FALSE(parse(with_sockets({"--phone", std::string("iPhone 15 Pro,") + wrong})));
}

TEST_CASE("a scene tells how a phone streams its picture", "[virtualphone]")
{
    const text_file scene("[[phone]]\nmodel = \"iPhone 15 Pro\"\nios = 27\nstillness = 3\n"
                          "touch_gate = \"open\"\n");
    const auto parsed = parse(with_sockets({"--scene", scene.path}));
    REQUIRE(parsed);
    CHECK(parsed->phones[0].stream.settings.stillness == std::chrono::seconds(3));
    CHECK(parsed->phones[0].stream.settings.touch_gate == touch_gate::open);
}

TEST_CASE("a phone has a release of WebDriverAgent, signed as somebody's own", "[virtualphone]")
{
    const auto parsed = parse(
        with_sockets({"--phone", "iPhone 15 Pro,ios=18.5,wda=9.15.3,runner_id=org.example.runner",
                      "--phone", "iPad,wda=latest", "--phone", "iPhone SE 2"}));
    REQUIRE(parsed);
    const phone_description& own = parsed->phones[0];
    CHECK(own.agent.version == "9.15.3");
    CHECK_FALSE(own.agent.standalone_routes);
    CHECK(identity_of(own).runner_id == "org.example.runner");
    CHECK(parsed->phones[1].agent.version == "16.12.9");
    CHECK(parsed->phones[2].agent.version == "16.12.9");
    CHECK(identity_of(parsed->phones[2]).runner_id ==
          "com.facebook.WebDriverAgentRunner.xctrunner");
}

TEST_CASE("a runner can be as slow as on a phone", "[virtualphone]")
{
    CHECK(parse(with_sockets({}))->runner_times.touch == milliseconds(0));
    CHECK(parse(with_sockets({"--runner-times", "quick"}))->runner_times.touch == milliseconds(0));
    CHECK(parse(with_sockets({"--runner-times", "real"}))->runner_times.touch == milliseconds(210));
}

TEST_CASE("a command line that makes no sense says why", "[virtualphone]")
{
    const auto [words, why] = GENERATE(table<std::vector<std::string>, std::string>({
        {{}, "--socket and --control are needed"},
        {with_sockets({"--phone", "iPhone 3"}), "no model known"},
        {with_sockets({"--phone", "iPhone 15 Pro,ios=9"}), "no iOS known"},
        {with_sockets({"--phone", "iPhone 15 Pro,colour=red"}), "a phone has no 'colour'"},
        {with_sockets({"--phone", "iPhone 15 Pro,udid=xyz"}), "hex digits"},
        {with_sockets({"--phone", "iPhone 15 Pro,trust=maybe"}), "ask, yes, no"},
        {with_sockets({"--phone", "iPhone 15 Pro,wda=3"}),
         "8.9.1, 9.15.3, 16.7.0, 16.12.9, latest"},
        {with_sockets({"--phone", "iPhone 15 Pro,runner_id=my runner"}), "must be a bundle id"},
        {with_sockets({"--phone", "iPhone 15 Pro,runner_id="}), "must be a bundle id"},
        {with_sockets({"--runner-times", "slow"}), "--runner-times must be quick or real"},
        {with_sockets({"--device-time", "-1"}), "--device-time must be"},
        {with_sockets({"--device-time", "nan"}), "--device-time must be"},
        {with_sockets({"--device-time", "0x10"}), "--device-time must be"},
        {with_sockets({"--device-time", "1.5s"}), "--device-time must be"},
        {with_sockets({"--log-level", "loud"}), "no log level"},
        {with_sockets({"--bogus"}), "--bogus"},
        {with_sockets({"--phone", "iPhone 15 Pro,udid=00008130-000000000000001A", "--phone",
                       "iPhone 15 Pro,udid=00008130-000000000000001A"}),
         "two phones have the UDID"},
    }));
    const auto parsed = parse(words);
    REQUIRE_FALSE(parsed);
    CHECK(parsed.error().code == exit_code::usage);
    CAPTURE(parsed.error().text);
    CHECK(parsed.error().text.find(why) != std::string::npos);
}

TEST_CASE("the help fits a terminal of 80 columns", "[virtualphone]")
{
    std::istringstream help(parse({"--help"}).error().text);
    for (std::string line; std::getline(help, line);) {
        INFO(line);
        CHECK(line.size() <= 80);
    }
}

TEST_CASE("help and version end the program well", "[virtualphone]")
{
    CHECK(parse({"--help"}).error().code == exit_code::ok);
    CHECK(parse({"--version"}).error().text.starts_with("thimble-phone "));
}

TEST_CASE("a scene describes phones", "[virtualphone]")
{
    const text_file scene("[[phone]]\nmodel = \"iPhone 13 mini\"\nios = 17.5\nlocked = true\n"
                          "[[phone]]\nmodel = \"iPad\"\npasscode = 123456\n");
    const auto parsed = parse(with_sockets({"--scene", scene.path}));
    REQUIRE(parsed);
    REQUIRE(parsed->phones.size() == 2);
    CHECK(parsed->phones[0].ios->version == "17.5");
    CHECK(parsed->phones[0].locked);
    CHECK(parsed->phones[1].passcode == "123456");
}

TEST_CASE("a configuration file stands behind the command line", "[virtualphone]")
{
    const text_file config("socket = \"/tmp/from-file\"\ncontrol = \"127.0.0.1:1\"\n"
                           "device-time = 0\n[[phone]]\nmodel = \"iPhone 15 Pro\"\n");
    const auto parsed = parse({"--config", config.path, "--control", "127.0.0.1:2"});
    REQUIRE(parsed);
    CHECK(parsed->socket == "/tmp/from-file");
    CHECK(parsed->control == "127.0.0.1:2");
    CHECK(parsed->device_time == 0.0);
}

TEST_CASE("files that make no sense say where", "[virtualphone]")
{
    const auto [content, why] = GENERATE(table<std::string, std::string>({
        {"[[phone]]\nios = 18.5\n", "needs a model"},
        {"[[phone]]\nmodel = \"iPhone 15 Pro\"\ncolour = \"red\"\n", ":3: a phone has no 'colour'"},
        {"[[phone]]\nmodel = []\n", ":2: 'model' must be"},
        {"phone = 3\n", ":1: phones are written"},
        {"socket = \"x\"\n", "a scene holds"},
        {"[[phone\n", ":1: "},
    }));
    const text_file scene(content);
    const auto parsed = parse(with_sockets({"--scene", scene.path}));
    REQUIRE_FALSE(parsed);
    CHECK(parsed.error().code == exit_code::config);
    CAPTURE(parsed.error().text);
    CHECK(parsed.error().text.find(why) != std::string::npos);
    CHECK(parse(with_sockets({"--scene", "/no/such/file"})).error().code == exit_code::config);
}

} // namespace thimble::virtualphone::tests
