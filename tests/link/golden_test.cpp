#include "tests/catch2.hpp"
#include "tests/link/golden.hpp"
#include "tests/link/message_samples.hpp"

#include <algorithm>
#include <iterator>
#include <set>

namespace thimble { // the C library has a function named link

namespace {

std::vector<link::message_sample> all_samples()
{
    auto all = link::message_samples();
    std::ranges::move(link::action_samples(), std::back_inserter(all));
    return all;
}

const link::action& action_of(const link::message_sample& sample)
{
    return std::get<link::command>(sample.what).what;
}

} // namespace

TEST_CASE("every message is written as its golden file says", "[link]")
{
    for (const auto& sample : all_samples()) {
        CAPTURE(sample.file);
        const auto text = link::encode(sample.what);
        REQUIRE(text);
        CHECK(nlohmann::json::parse(*text) == link::golden(sample.file));
    }
}

TEST_CASE("every golden file is read, and written the same again", "[link]")
{
    for (const auto& name : link::golden_names()) {
        CAPTURE(name);
        const auto golden = link::golden(name);
        const auto read = link::decode(golden.dump());
        REQUIRE(read);
        CHECK(read->unknown_fields.empty());
        const auto* message = std::get_if<link::message>(&read->what);
        REQUIRE(message != nullptr);
        CHECK(link::name_of(*message) == golden["type"].get<std::string>());
        CHECK(link::encode(*message) == golden.dump());
    }
}

TEST_CASE("every action comes out as it went in", "[link]")
{
    for (const auto& sample : link::action_samples()) {
        CAPTURE(sample.file);
        const auto read = link::decode(*link::encode(sample.what));
        REQUIRE(read);
        const auto& sent = std::get<link::command>(sample.what);
        const auto& got = std::get<link::command>(std::get<link::message>(read->what));
        CHECK(got.what == sent.what);
        CHECK(got.space == sent.space);
        CHECK(got.expires_at == sent.expires_at);
        CHECK_FALSE(got.trace);
    }
}

TEST_CASE("there is a golden file for every message and every action", "[link]")
{
    std::set<std::size_t> messages;
    std::set<std::string> files;
    for (const auto& sample : all_samples()) {
        messages.insert(sample.what.index());
        files.insert(sample.file);
    }
    std::set<std::size_t> actions;
    std::set<std::size_t> touches_at_elements;
    for (const auto& sample : link::action_samples()) {
        actions.insert(action_of(sample).index());
        if (const auto* touch = std::get_if<link::touch_element>(&action_of(sample)))
            touches_at_elements.insert(touch->what.index());
    }
    CHECK(messages.size() == std::variant_size_v<link::message>);
    CHECK(actions.size() == std::variant_size_v<link::action>);
    CHECK(touches_at_elements.size() == std::variant_size_v<link::touch>);
    CHECK(files == link::golden_names());
}

TEST_CASE("each message has its direction, and the heartbeat both", "[link]")
{
    using link::side;
    for (const auto& sample : link::message_samples()) {
        CAPTURE(sample.file);
        const bool both = std::holds_alternative<link::heartbeat>(sample.what);
        const bool up = link::may_say(side::daemon, sample.what);
        const bool down = link::may_say(side::service, sample.what);
        CHECK((both ? up && down : up != down));
    }
    CHECK(link::may_say(side::daemon, link::result{}));
    CHECK(link::may_say(side::service, link::command{}));
}

} // namespace thimble
