#include "link/limits.hpp"
#include "link/message.hpp"
#include "tests/catch2.hpp"
#include "tests/link/golden.hpp"

#include <string>

namespace thimble { // the C library has a function named link

namespace {

struct malformed_sample {
    std::string golden;
    std::string place;
    std::string value; // in JSON; empty: nothing at all
    std::string error;
};

std::string quoted(std::size_t length)
{
    return '"' + std::string(length, 'a') + '"';
}

std::string list_of(std::size_t count, const std::string& element)
{
    std::string list = "[" + element;
    for (std::size_t at = 1; at < count; ++at)
        list += "," + element;
    return list + "]";
}

std::string nested(std::size_t levels)
{
    return std::string(levels, '[') + std::string(levels, ']');
}

/// Fault of a text; empty where there is none.
std::string error_in(const std::string& text)
{
    const auto read = link::decode(text);
    return read ? std::string() : read.error().text();
}

void check_errors(const std::vector<malformed_sample>& samples)
{
    for (const auto& [golden, place, value, error] : samples) {
        CAPTURE(golden, place, value.substr(0, 80));
        CHECK(error_in(link::golden_with(golden, place, value)) == error);
    }
}

} // namespace

TEST_CASE("a missing field is named with its place", "[link]")
{
    check_errors({
        {"ack", "/job_id", "", "ack.job_id: missing"},
        {"ack", "/job_id", "null", "ack.job_id: not a text"},
        {"action_tap", "/action", "", "command.action: missing"},
        {"action_tap", "/action/tap/x", "", "command.action.tap.x: missing"},
        {"action_tap", "/space", "", "command.space: missing"},
        {"action_batch", "/space", "null", "command.space: missing"},
        {"action_batch", "/action/batch/steps/1/tap/y", "",
         "command.action.batch.steps[1].tap.y: missing"},
        {"action_flick-select", "/action/flick-select/direction", "",
         "command.action.flick-select.direction: missing"},
        {"hello", "/phones/1/blockers/0/remedy", "", "hello.phones[1].blockers[0].remedy: missing"},
        {"result", "/receipt/frame/space/width", "", "result.receipt.frame.space.width: missing"},
        {"heartbeat", "/clock_us", "", "heartbeat.clock_us: missing"},
        {"ack", "/type", "", "message.type: missing"},
    });
}

TEST_CASE("a field of the wrong type is named with what it should be", "[link]")
{
    check_errors({
        {"action_tap", "/action/tap/x", R"("310")", "command.action.tap.x: not a number"},
        {"action_tap", "/action/tap/x", "310.0", "command.action.tap.x: not a whole number"},
        {"action_tap", "/action/tap/x", "true", "command.action.tap.x: not a number"},
        {"action_tap", "/action/tap", "[1, 2]", "command.action.tap: not an object"},
        {"action_tap", "/action", R"("tap")",
         "command.action: not an object with one field, the action"},
        {"action_tap", "/action/home", "{}",
         "command.action: not an object with one field, the action"},
        {"action_tap", "/action", "{}", "command.action: not an object with one field, the action"},
        {"action_tap", "/action", R"({"Look at me!": {}})",
         "command.action: not the name of an action"},
        {"action_batch", "/action/batch/steps", "{}", "command.action.batch.steps: not a list"},
        {"command", "/observed", "1", "command.observed: not true or false"},
        {"hello", "/name", "7", "hello.name: not a text"},
        {"result", "/value", "[]", "result.value: not an object"},
        {"result", "/receipt/frame/changed", "1",
         "result.receipt.frame.changed: not true or false"},
        {"result", "/timings/device_ms", R"("long")", "result.timings.device_ms: not a number"},
        {"result_failed", "/failure/context", "7", "result.failure.context: not an object"},
        {"phone", "/alert/buttons/1", "{}", "phone.alert.buttons[1]: not a text"},
        {"ack", "/type", "7", "message.type: not a text"},
        {"ack", "/type", R"("an ack")", "message.type: not printable ASCII without spaces"},
        {"ack", "/type", R"("Ack!")", "message.type: not the name of a message"},
    });
}

TEST_CASE("a word that stands for nothing is refused", "[link]")
{
    check_errors({
        {"action_flick", "/action/flick/direction", R"("UP")",
         "command.action.flick.direction: not one of the words for it"},
        {"action_rotate", "/action/rotate/orientation", R"("left")",
         "command.action.rotate.orientation: not one of the words for it"},
        {"result", "/outcome", R"("maybe")", "result.outcome: not one of the words for it"},
        {"action_apps", "/lane", R"("input")", "command.lane: not what follows from the rest"},
        {"cancel", "/how", "0", "cancel.how: not a text"},
    });
}

TEST_CASE("what is out of its bounds is refused", "[link]")
{
    check_errors({
        {"action_tap", "/action/tap/x", "-1", "command.action.tap.x: not between 0 and 65535"},
        {"action_pan", "/action/pan/duration_ms", "-5",
         "command.action.pan.duration_ms: not between 0 and 600000"},
        {"action_keypress", "/action/keypress/repeat", "101",
         "command.action.keypress.repeat: not between 1 and 100"},
        {"action_screenshot", "/action/screenshot/part/width", "0",
         "command.action.screenshot.part.width: not between 1 and 65535"},
        {"command", "/expires_at_us", "-1",
         "command.expires_at_us: not between 0 and 9007199254740992"},
        {"welcome", "/epoch", "0", "welcome.epoch: not between 1 and 9007199254740992"},
        {"welcome", "/heartbeat_ms", "0", "welcome.heartbeat_ms: not between 1 and 600000"},
        {"phone", "/battery_level", "101", "phone.battery_level: not between 0 and 100"},
        {"phone_untrusted", "/blockers/0/since_ms", "7258118400000",
         "phone.blockers[0].since_ms: not between 0 and 7258118399999"},
        {"phone", "/scale", "-0.5", "phone.scale: not between 0.0 and 16.0"},
        {"phone", "/video/picture_age/p95_us", "-1",
         "phone.video.picture_age.p95_us: not between 0 and 3600000000"},
        {"result", "/receipt/frame/region/height", "0",
         "result.receipt.frame.region.height: not between 1 and 65535"},
        {"result", "/timings/queued_ms", "-1",
         "result.timings.queued_ms: not between 0.0 and 1000000000000.0"},
        {"stream", "/frames_per_second", "61", "stream.frames_per_second: not between 1 and 60"},
        {"drain", "/within_ms", "3600001", "drain.within_ms: not between 0 and 3600000"},
    });
    for (const std::string beyond_64_bits : {"99999999999999999999", "-99999999999999999999"})
        CHECK(error_in(R"({"type":"heartbeat","clock_us":)" + beyond_64_bits + "}") ==
              "heartbeat.clock_us: not between 0 and 9007199254740992");
}

TEST_CASE("what is too long, too many or empty is refused", "[link]")
{
    check_errors({
        {"ack", "/job_id", quoted(129), "ack.job_id: longer than 128 bytes"},
        {"ack", "/job_id", R"("")", "ack.job_id: empty"},
        {"ack", "/job_id", R"("a job")", "ack.job_id: not printable ASCII without spaces"},
        {"action_type", "/action/type/text", quoted(40'001),
         "command.action.type.text: longer than 40000 bytes"},
        {"action_copy-text", "/action/copy-text/text", quoted(400'001),
         "command.action.copy-text.text: longer than 400000 bytes"},
        {"action_unlock", "/action/unlock/passcode", quoted(257),
         "command.action.unlock.passcode: longer than 256 bytes"},
        {"action_batch", "/action/batch/steps", "[]", "command.action.batch.steps: empty"},
        {"action_batch", "/action/batch/steps", list_of(33, R"({"home":{}})"),
         "command.action.batch.steps: more than 32"},
        {"action_keypress", "/action/keypress/modifiers", list_of(5, R"("shift")"),
         "command.action.keypress.modifiers: more than 4"},
        {"hello", "/phones", list_of(129, "{}"), "hello.phones: more than 128"},
        {"hello", "/open_jobs", list_of(10'001, "{}"), "hello.open_jobs: more than 10000"},
        {"hello", "/features", list_of(65, R"("x")"), "hello.features: more than 64"},
        {"welcome", "/open_jobs", list_of(10'001, R"("x")"), "welcome.open_jobs: more than 10000"},
        {"phone", "/capabilities", list_of(129, R"("x")"), "phone.capabilities: more than 128"},
        {"result", "/value", R"({"deep":)" + nested(24) + "}", "result.value: nested too deeply"},
    });
}

TEST_CASE("a traceparent is one of version 00, or missing", "[link]")
{
    const std::string expected = "command.traceparent: not a traceparent of version 00";
    check_errors({
        {"command_traced", "/traceparent", "7", "command.traceparent: not a text"},
        {"command_traced", "/traceparent", R"("")", expected},
        {"command_traced", "/traceparent",
         R"("00-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-01")", expected},
        {"command_traced", "/traceparent",
         R"("00-00000000000000000000000000000000-b7ad6b7169203331-01")", expected},
        {"command_traced", "/traceparent",
         R"("01-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01")", expected},
        {"command_traced", "/traceparent",
         R"("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-more")", expected},
    });
    CHECK(link::decode(link::golden_with("command_traced", "/traceparent", "null")));
    CHECK(link::decode(link::golden_with("command_traced", "/traceparent", "")));
}

TEST_CASE("what is no message at all is refused as a whole", "[link]")
{
    const std::string no_json = "message: it is not valid JSON in UTF-8";
    const std::string twice = "message: a name stands twice in one object";
    CHECK(error_in("") == no_json);
    CHECK(error_in("{") == no_json);
    CHECK(error_in(R"({"type":"ack","job_id":NaN})") == no_json);
    CHECK(error_in(R"({"type":"heartbeat","clock_us":Infinity})") == no_json);
    CHECK(error_in(R"({"type":"heartbeat","clock_us":1e999})") == no_json);
    CHECK(error_in("{\"type\":\"ack\",\"job_id\":\"\xff\"}") == no_json);
    CHECK(error_in(R"({"type":"ack","job_id":"1","job_id":"2"})") == twice);
    CHECK(error_in(R"({"type":"ack","type":"ack","job_id":"2"})") == twice);
    CHECK(error_in(nested(33)) == "message: it is nested too deeply");
    CHECK(error_in("[]") == "message: not an object");
    CHECK(error_in("7") == "message: not an object");
    CHECK(error_in(list_of(link::limits::values, "0")) == "message: it holds too many values");
    CHECK(error_in(std::string(link::limits::message_bytes + 1, ' ')) ==
          "message: longer than 4194304 bytes");
}

TEST_CASE("an error repeats nothing of what the message holds", "[link]")
{
    const std::string secret = "correct-horse-battery-staple";
    const std::string in_quotes = '"' + secret + '"';
    const std::string at_length = '"' + secret + std::string(400'000, 'x') + '"';
    const std::vector<std::string> texts{
        link::golden_with("action_type", "/action/type/text", "[" + in_quotes + "]"),
        link::golden_with("action_type", "/action/type/text", at_length),
        link::golden_with("action_type", "/action/type/method", in_quotes),
        link::golden_with("action_unlock", "/action/unlock/passcode", at_length),
        link::golden_with("action_copy-text", "/action/copy-text/text", at_length),
        link::golden_with("action_type", "/action", "{\"" + secret + " \": {}}"),
        link::golden_with("result", "/value", in_quotes),
        link::golden_with("result_failed", "/failure/message", at_length),
        link::golden_with("ack", "/job_id", '"' + secret + " \""),
        R"({"type":"command","text":)" + in_quotes,
    };
    for (const auto& text : texts) {
        const auto error = error_in(text);
        CHECK_FALSE(error.empty());
        CHECK(error.find(secret) == std::string::npos);
    }
}

} // namespace thimble
