// Text from the REST request into a note on the phone, byte for byte.
#include "tests/catch2.hpp"
#include "tests/e2e/campaign.hpp"
#include "tests/e2e/eventually.hpp"
#include "tests/e2e/local_thimbled.hpp"
#include "tests/e2e/random_text.hpp"

namespace thimble::e2e {

using nlohmann::json;

namespace {

constexpr auto notes = "com.apple.mobilenotes";

/// A phone that takes no time, with an empty note that has the focus.
struct open_note {
    explicit open_note(const std::string& model = "iPhone 15 Pro,ios=18.5")
        : phones({.phones = {model}, .device_time = "0"}), phone(phones.at(0)), daemon(phones)
    {
        REQUIRE(daemon.until_ready(phone, ready_limit));
        phone.make("open", {{"bundle_id", notes}});
        focus();
    }

    /// Taps the middle of the screen, which is in the note.
    void focus() const
    {
        const auto record = daemon.record_of(phone);
        const json middle{{"x", record.at("width").get<int>() / 2},
                          {"y", record.at("height").get<int>() / 3}};
        REQUIRE(act("tap", middle).status == 200);
    }

    http_answer act(const std::string& name, const json& body) const
    {
        return daemon.api().post(daemon.path(phone, "/" + name), body.dump());
    }

    /// Types, and says what has come after the text that stood there.
    std::string typed(const std::string& text, const std::string& method) const
    {
        const auto before = content();
        const auto answer = act("type", {{"text", text}, {"method", method}});
        INFO(answer.body);
        REQUIRE(answer.status == 200);
        const auto after = content();
        REQUIRE(after.starts_with(before));
        return after.substr(before.size());
    }

    std::string content() const
    {
        return phone.facts().at("apps").at(notes).at("text").get<std::string>();
    }

    virtual_phones phones;
    virtual_phone phone;
    local_thimbled daemon;
};

/// All of them in a campaign, a sample otherwise.
int number_of_texts()
{
    return campaign() ? 10'000 : 60;
}

} // namespace

TEST_CASE("ASCII text is typed key by key on every model", "[e2e]")
{
    const auto* model =
        GENERATE("iPhone SE 2,ios=16.7", "iPhone 15 Pro,ios=18.5", "iPad 9,ios=17.5");
    const open_note on(model);
    std::string all;
    for (char each = ' '; each <= '~'; ++each)
        all += each;
    CHECK(on.typed(all, "keys") == all);
    CHECK(on.typed("\tone\n\ntwo\n", "keys") == "\tone\n\ntwo\n");
}

TEST_CASE("what was typed is read back", "[e2e]")
{
    const open_note on;
    const auto answer = on.act("type", {{"text", "Grüße 🧵"}, {"method", "auto"}});
    CHECK(answer.json().at("receipt").at("verified") == true);
    CHECK(on.content() == "Grüße 🧵");
}

TEST_CASE("random strings of Unicode arrive byte for byte", "[e2e]")
{
    const auto seed = random_seed();
    INFO("THIMBLE_SEED=" << seed);
    random_text texts(seed);
    const open_note on;
    for (int i = 0; i < number_of_texts(); ++i) {
        const auto text = texts.next();
        const auto arrived = on.typed(text, "auto");
        if (arrived != text) {
            INFO("string " << i << ": " << json(text).dump(-1, ' ', true));
            CHECK(json(arrived).dump(-1, ' ', true) == json(text).dump(-1, ' ', true));
        }
        if (on.content().size() > 20'000) { // a note that is read back each time stays short
            REQUIRE(on.act("keypress", {{"key", "a"}, {"modifiers", {"command"}}}).status == 200);
            REQUIRE(on.act("keypress", {{"key", "backspace"}}).status == 200);
            REQUIRE(on.content().empty());
        }
    }
}

TEST_CASE("ten thousand characters are typed in pieces", "[e2e]")
{
    const open_note on;
    std::string text;
    for (int i = 0; i < 2000; ++i)
        text += "né 🧵 "; // five characters
    const auto answer = on.act("type", {{"text", text}, {"method", "auto"}});
    REQUIRE(answer.status == 200);
    CHECK(on.content() == text);
}

TEST_CASE("text is pasted from the clipboard", "[e2e]")
{
    const open_note on;
    CHECK(on.typed("pasted words", "paste") == "pasted words");
    CHECK(on.phone.facts().at("clipboard") == "pasted words");
    CHECK(on.phone.facts().at("front_app") == notes);
}

TEST_CASE("nothing is typed where no keyboard is shown", "[e2e]")
{
    const open_note on;
    on.phone.make("open", {{"bundle_id", "com.apple.Maps"}});
    for (const auto* method : {"keys", "auto", "paste"}) {
        const auto start = on.phone.next_event();
        const auto answer = on.act("type", {{"text", "lost"}, {"method", method}});
        INFO(answer.body);
        CHECK(answer.status == 502);
        CHECK(answer.json().at("error") == "ACTION_FAILED");
        CHECK(answer.json().at("context").at("cause") == "keyboard_not_shown");
        CHECK(answer.json().at("context").at("outcome") == "not_sent");
        CHECK(on.phone.events_of("text", start).empty());
    }
    CHECK(on.content().empty());
}

} // namespace thimble::e2e
