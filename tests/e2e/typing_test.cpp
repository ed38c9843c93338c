// Texts of all kinds from the REST request into a note on the phone, byte for byte.
#include "tests/e2e/effects/note.hpp"
#include "tests/e2e/random_text.hpp"

namespace thimble::e2e {

using nlohmann::json;

namespace {

/// These tests are about what arrives, so that their phone never takes time.
constexpr auto typing_phone = "iPhone 15 Pro,ios=18.5";
constexpr auto phone_with_chords = "iPad 9,ios=17.5"; // which empty a note
constexpr auto no_time = "0";

/// All of them in a campaign, a sample otherwise.
int number_of_texts()
{
    return campaign() ? 10'000 : 60;
}

/// Types, and says what has come after the text that stood there.
std::string typed(const driven_phone& on, const note& written, const std::string& text)
{
    const auto before = written.content();
    on.act("type", {{"text", text}, {"method", "auto"}});
    const auto after = written.content();
    REQUIRE(after.starts_with(before));
    return after.substr(before.size());
}

} // namespace

TEST_CASE("what was typed is read back", "[e2e]")
{
    const driven_phone on(typing_phone, no_time);
    const note written(on);
    const auto record = on.act("type", {{"text", "Grüße 🧵"}, {"method", "auto"}});
    CHECK(record.at("receipt").at("verified") == true);
    CHECK(written.content() == "Grüße 🧵");
}

TEST_CASE("text goes behind a line that is written from right to left", "[e2e]")
{
    const driven_phone on(typing_phone, no_time);
    const note written(on);
    const std::string lines = "one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine\nten\neleven\n"
                              "twelve\nthirteen\nfourteen\nfifteen\nsixteen\nseventeen\nשלום עולם";
    CHECK(typed(on, written, lines) == lines);
    CHECK(typed(on, written, " ועוד") == " ועוד");
}

TEST_CASE("random strings of Unicode arrive byte for byte", "[e2e]")
{
    const auto seed = random_seed();
    INFO("THIMBLE_SEED=" << seed);
    random_text texts(seed);
    const driven_phone on(campaign() ? phone_with_chords : typing_phone, no_time);
    const note written(on);
    for (int i = 0; i < number_of_texts(); ++i) {
        const auto text = texts.next();
        const auto arrived = typed(on, written, text);
        if (arrived != text) {
            INFO("string " << i << ": " << json(text).dump(-1, ' ', true));
            CHECK(json(arrived).dump(-1, ' ', true) == json(text).dump(-1, ' ', true));
        }
        if (written.content().size() > 20'000) { // a note that is read back each time stays short
            on.act("keypress", {{"key", "a"}, {"modifiers", {"command"}}});
            on.act("keypress", {{"key", "backspace"}});
            REQUIRE(written.content().empty());
        }
    }
}

TEST_CASE("ten thousand characters are typed in pieces", "[e2e]")
{
    const driven_phone on(typing_phone, no_time);
    const note written(on);
    std::string text;
    for (int i = 0; i < 2000; ++i)
        text += "né 🧵 "; // five characters
    on.act("type", {{"text", text}, {"method", "auto"}});
    CHECK(written.content() == text);
}

} // namespace thimble::e2e
