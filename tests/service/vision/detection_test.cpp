// Reading of a model's answer to the question where an element is.
#include "service/vision/detection.hpp"
#include "tests/catch2.hpp"

#include <random>

namespace thimble::service::vision {

namespace {

constexpr screen::pixel_size shown{.width = 620, .height = 1344};

constexpr auto good =
    R"({"found": true, "x": 10, "y": 20, "width": 100, "height": 40, "label": "Save", "confidence": 0.9})";

std::string with(const std::string& name, const std::string& value)
{
    auto record = nlohmann::json::parse(good);
    record[name] = nlohmann::json::parse(value);
    return record.dump();
}

} // namespace

TEST_CASE("an element that a model sees is taken as it says", "[vision]")
{
    const auto seen = read_detection(good, shown);
    REQUIRE(seen);
    CHECK(seen->element.label == "Save");
    CHECK(seen->element.type == "Other");
    CHECK(seen->element.x == 10);
    CHECK(seen->element.y == 20);
    CHECK(seen->element.width == 100);
    CHECK(seen->element.height == 40);
    CHECK(seen->confidence == 0.9);
    CHECK(read_detection(std::string("```json\n") + good + "\n```\n", shown) == seen);
    CHECK(read_detection(with("x", "10.4"), shown) == seen);
    CHECK(read_detection(with("label", "7"), shown)->element.label.empty());
    CHECK(read_detection(with("label", R"("a\u001bb")"), shown)->element.label.empty());
}

TEST_CASE("what a model does not see for certain is not touched", "[vision]")
{
    for (const std::string reply :
         {R"({"found": false})", "", "null", "[]", "{}", "It is at (10, 20).", "```", "```json",
          R"({"found": "true"})", R"({"found": true, "x": 1})"})
        CHECK_FALSE(read_detection(reply, shown));
    CHECK_FALSE(read_detection(std::string(good) + " I hope this helps.", shown));
    CHECK_FALSE(read_detection(std::string(good) + good, shown));
    CHECK_FALSE(read_detection(good + std::string(5000, ' '), shown));
    for (const auto* name : {"x", "y", "width", "height", "confidence"})
        for (const auto* value : {"-1", "1e300", "\"10\"", "null", "true", "[10]"}) {
            INFO(name << ": " << value);
            CHECK_FALSE(read_detection(with(name, value), shown));
        }
    CHECK_FALSE(read_detection(with("confidence", "0.6"), shown));
    CHECK_FALSE(read_detection(with("x", "521"), shown)); // its right edge is outside
    CHECK_FALSE(read_detection(with("y", "1305"), shown));
    CHECK_FALSE(read_detection(with("width", "0"), shown));
    CHECK_FALSE(read_detection(
        R"({"found": true, "x": 0, "y": 0, "width": 620, "height": 1344, "confidence": 1})",
        shown));
}

TEST_CASE("whatever a model says, what is touched lies on the screen", "[vision]")
{
    std::minstd_rand chance{7}; // NOLINT(*-msc51-cpp): the same each time
    const auto any = [&](std::size_t below) { return static_cast<std::size_t>(chance() % below); };
    int seen_at_all = 0;
    for (int round = 0; round < 2000; ++round) {
        std::string reply = good;
        for (std::size_t changes = any(4); changes > 0; --changes)
            reply[any(reply.size())] = static_cast<char>(' ' + any(95));
        const auto seen = read_detection(reply, shown);
        if (!seen)
            continue;
        ++seen_at_all;
        const auto& one = seen->element;
        REQUIRE((one.x >= 0 && one.y >= 0 && one.width > 0 && one.height > 0));
        REQUIRE((one.x + one.width <= shown.width && one.y + one.height <= shown.height));
    }
    CHECK(seen_at_all > 100);
}

TEST_CASE("a model is shown the picture with its size, and the selector", "[vision]")
{
    const auto asked = where_is("the Save button", {.size = shown, .data = {}});
    REQUIRE(asked.messages.size() == 1);
    const auto& parts = asked.messages.front().parts;
    REQUIRE(parts.size() == 3);
    CHECK(std::get<std::string>(parts[0]).contains("620 x 1344"));
    CHECK(std::holds_alternative<screen::picture>(parts[1]));
    CHECK(std::get<std::string>(parts[2]).contains("the Save button"));
}

} // namespace thimble::service::vision
