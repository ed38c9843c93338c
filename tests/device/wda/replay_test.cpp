// A recorded conversation is a phone that can be driven again: the driver asks what it asked then.
#include "device/wda/driver.hpp"
#include "tests/device/wda/driver_fixture.hpp"
#include "tests/device/wda/replayed_runner.hpp"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <sys/stat.h>

namespace thimble::tests {
namespace {

const std::filesystem::path recordings = THIMBLE_RECORDINGS;

const screen::interface small_phone{.size = {.width = 375, .height = 667},
                                    .turned = screen::orientation::portrait};

device::wda::runner_options options_for(boost::asio::io_context& context,
                                        device::port_opener opener,
                                        std::shared_ptr<device::recorder> recorder = nullptr)
{
    return {.home = context.get_executor(),
            .udid = "A",
            .open = std::move(opener),
            .open_stream = {},
            .recorder = std::move(recorder),
            .gone = []() -> boost::asio::awaitable<bool> { co_return false; },
            .suspect = [] {}};
}

/// A look at the phone, a tap and the home button, as they were recorded.
void look_tap_and_go_home(boost::asio::io_context& context, device::wda::driver& driver)
{
    const auto seen = run_until_done(context, driver.probe());
    CHECK(seen.state == device::wda::runner_state::answering);
    CHECK(seen.complete);
    CHECK(driver.locked() == false);
    CHECK_FALSE(driver.alert());
    CHECK(driver.interface() == small_phone);
    CHECK(driver.picture_size() == screen::pixel_size{750, 1334});
    CHECK(run_until_done(context, driver.touches().play(tap_at(100, 200), small_phone)));
    CHECK(run_until_done(context, driver.buttons().press(device::button::home)));
}

struct temporary_file {
    std::filesystem::path path = std::filesystem::temp_directory_path() /
                                 ("thimble-recording-" + std::to_string(::getpid()) + ".jsonl");
    ~temporary_file()
    {
        std::error_code ignored;
        std::filesystem::remove(path, ignored);
    }
};

std::string text_of(const std::filesystem::path& file)
{
    std::ifstream in(file);
    return {std::istreambuf_iterator<char>(in), {}};
}

} // namespace

TEST_CASE("a recorded phone is driven as it was", "[device]")
{
    boost::asio::io_context context;
    replayed_runner phone(context, read_recording(recordings / "tap_and_home.jsonl"));
    device::blocking_client decoder(context.get_executor(),
                                    std::make_shared<std::atomic<std::size_t>>(0));
    device::wda::driver driver(options_for(context, phone.opener()), decoder);
    look_tap_and_go_home(context, driver);
    CHECK(phone.difference() == "");
    CHECK(phone.finished());
}

TEST_CASE("what is recorded is what was said, and nobody else may read it", "[device]")
{
    const temporary_file file;
    const auto original = read_recording(recordings / "tap_and_home.jsonl");
    boost::asio::io_context context;
    replayed_runner phone(context, original);
    device::blocking_client decoder(context.get_executor(),
                                    std::make_shared<std::atomic<std::size_t>>(0));
    auto recorder = std::make_shared<device::recorder>(file.path);
    device::wda::driver driver(options_for(context, phone.opener(), recorder), decoder);
    look_tap_and_go_home(context, driver);
    const auto again = read_recording(file.path);
    REQUIRE(again.size() == original.size());
    for (std::size_t i = 0; i < again.size(); ++i) {
        CHECK(again[i].target == original[i].target);
        CHECK(again[i].body == original[i].body);
        CHECK(again[i].answer == original[i].answer);
    }
    const auto mode = std::filesystem::status(file.path).permissions();
    CHECK(mode == (std::filesystem::perms::owner_read | std::filesystem::perms::owner_write));
}

TEST_CASE("a recording holds no text that was typed", "[device]")
{
    const temporary_file file;
    device::recorder recorder(file.path);
    auto typing = device::wda::post_once("/session/A/wda/keys", R"({"value":["hunter2"]})",
                                         std::chrono::seconds(1));
    typing.confidential = true;
    recorder.exchange("A", "input", typing, device::wda::response{.status = 200, .body = "{}"},
                      std::chrono::milliseconds(1));
    CHECK_FALSE(text_of(file.path).contains("hunter2"));
    CHECK(text_of(file.path).contains("/wda/keys"));
}

TEST_CASE("the tunnel and its services stand in a recording", "[device]")
{
    const temporary_file file;
    device::recorder recorder(file.path);
    const device::failure lost{
        .what = device::problem::refused, .message = "words", .cause = "tunnel_lost"};
    recorder.tunnel("A", nullptr);
    recorder.tunnel("A", &lost);
    recorder.service_call("A", "launch", std::chrono::milliseconds(5), nullptr);
    recorder.service_call("A", "launch", std::chrono::milliseconds(5), &lost);
    recorder.service_event("A", {{"event", "service_opened"}, {"connection", 1}});
    std::vector<nlohmann::json> lines;
    std::ifstream in(file.path);
    for (std::string line; std::getline(in, line);) {
        lines.push_back(nlohmann::json::parse(line));
        CHECK(lines.back().at("udid") == "A");
        CHECK(lines.back().contains("t_ms"));
    }
    const nlohmann::json failed{{"problem", "refused"}, {"cause", "tunnel_lost"}};
    REQUIRE(lines.size() == 5);
    CHECK(lines[0].at("event") == "tunnel");
    CHECK(lines[0].at("open") == true);
    CHECK(lines[1].at("open") == false);
    CHECK(lines[1].at("failure") == failed);
    CHECK(lines[2].at("event") == "service_call");
    CHECK(lines[2].at("what") == "launch");
    CHECK(lines[2].at("ms") == 5.0);
    CHECK_FALSE(lines[2].contains("failure"));
    CHECK(lines[3].at("failure") == failed);
    CHECK(lines[4].at("event") == "service_opened");
    CHECK(lines[4].at("connection") == 1);
}

TEST_CASE("a recording holds no more than 64 MiB of services", "[device]")
{
    const temporary_file file;
    device::recorder recorder(file.path);
    const nlohmann::json line{{"event", "service_push"}, {"message", std::string(1U << 20U, 'a')}};
    for (int each = 0; each < 70; ++each)
        recorder.service_event("A", line);
    recorder.detached("A");
    const auto size = std::filesystem::file_size(file.path);
    CHECK(size > 64UL << 20U);
    CHECK(size < 66UL << 20U);
    std::ifstream in(file.path);
    std::vector<std::string> last;
    for (std::string each; std::getline(in, each);)
        last.push_back(each.substr(0, 100));
    REQUIRE(last.size() > 2);
    CHECK(last[last.size() - 3].contains("aaa"));
    CHECK(last[last.size() - 2].contains("service_limit"));
    CHECK(last.back().contains("detached")); // all else goes on
}

TEST_CASE("the name of a phone stands in no recording", "[device]")
{
    const temporary_file file;
    device::recorder recorder(file.path);
    recorder.lockdown("A", {{"/DeviceName", R"("Anna")"}, {"/ProductVersion", R"("18.5")"}});
    CHECK_FALSE(text_of(file.path).contains("Anna"));
    CHECK(text_of(file.path).contains("DeviceName"));
    CHECK(text_of(file.path).contains("18.5"));
}

TEST_CASE("a recording that cannot be made is refused at once", "[device]")
{
    CHECK_THROWS_AS(device::recorder("/no/such/place/file.jsonl"), std::system_error);
}

TEST_CASE("the places of secret touches stand in no recording", "[device]")
{
    driver_fixture phone;
    const temporary_file file;
    auto how = phone.options(std::chrono::seconds(20));
    how.recorder = std::make_shared<device::recorder>(file.path);
    device::wda::driver driver(how, phone.decoder);
    REQUIRE(run_until_done(phone.context, driver.touches().play(tap_at(123.0625, 45), upright)));
    REQUIRE(run_until_done(phone.context,
                           driver.touches().play_unrecorded(tap_at(321.0625, 54), upright)));
    CHECK(phone.runner.count("POST " + actions_target) == 2);
    CHECK(text_of(file.path).contains("123.0625"));
    CHECK_FALSE(text_of(file.path).contains("321.0625"));
}

} // namespace thimble::tests
