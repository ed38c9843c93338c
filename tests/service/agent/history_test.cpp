// The conversation as models are told it.
#include "service/agent/history.hpp"
#include "tests/catch2.hpp"

#include <algorithm>
#include <ranges>
#include <rapidcheck.h>
#include <stdexcept>

namespace thimble::service::agent::test {

namespace {

using models::part;
using models::speaker;

/// Which of the pictures it is can be told from its width.
screen::picture numbered_picture(int number)
{
    return {.size = {.width = number, .height = 1}, .data = {}};
}

part use_of(std::string id)
{
    return models::tool_use{.id = std::move(id), .name = "home", .arguments = "{}"};
}

std::string told(const screen::picture& what)
{
    return "<" + std::to_string(what.size.width) + ">";
}

std::string told(const part& what)
{
    if (const auto* text = std::get_if<std::string>(&what))
        return *text;
    if (const auto* use = std::get_if<models::tool_use>(&what))
        return "use " + use->id;
    if (const auto* shown = std::get_if<screen::picture>(&what))
        return told(*shown);
    if (const auto* result = std::get_if<models::tool_result>(&what)) {
        auto out = (result->failed ? "failed " : "result ") + result->id + " " + result->text;
        for (const auto& each : result->pictures)
            out += told(each);
        return out;
    }
    return "thought";
}

/// A line a message: "user: … | …".
std::string told(const models::message& what)
{
    std::string out = what.from == speaker::user ? "user:" : "model:";
    for (const auto& each : what.parts)
        out += " " + told(each) + " |";
    return out;
}

std::vector<std::string> told(const history& what)
{
    std::vector<std::string> out;
    for (const auto& each : what.messages())
        out.push_back(told(each));
    return out;
}

} // namespace

TEST_CASE("user and model speak in turns", "[agent]")
{
    history said;
    said.add_from_user({std::string("task")});
    said.add_from_user({numbered_picture(1)});
    said.add_reply({std::string("well"), use_of("a"), use_of("b")});
    CHECK(said.open_uses().size() == 2);
    said.add_result({.id = "b", .text = "second"});
    said.add_result({.id = "a", .text = "first", .pictures = {numbered_picture(2)}});
    said.add_from_user({std::string("hurry")});
    CHECK(said.open_uses().empty());
    CHECK(told(said) ==
          std::vector<std::string>{"user: task | <1> |", "model: well | use a | use b |",
                                   "user: result b second | result a first<2> | hurry |"});
}

TEST_CASE("a use without a result gets one", "[agent]")
{
    history said;
    said.add_reply({use_of("a"), use_of("b"), use_of("c")});
    said.add_result({.id = "a", .text = "done"});
    said.close_uses("The user has interrupted.");
    said.add_reply({use_of("d")});
    said.add_from_user({std::string("go on")});
    said.add_reply({use_of("e")});
    said.add_reply({std::string("never mind")});
    CHECK(told(said) == std::vector<std::string>{
                            "model: use a | use b | use c |",
                            "user: result a done | failed b The user has interrupted. | "
                            "failed c The user has interrupted. |",
                            "model: use d |", "user: failed d This was not carried out. | go on |",
                            "model: use e |", "user: failed e This was not carried out. |",
                            "model: never mind |"});
}

TEST_CASE("a result needs its use", "[agent]")
{
    history said;
    said.add_reply({use_of("a")});
    CHECK_THROWS_AS(said.add_result({.id = "b"}), std::logic_error);
    said.add_result({.id = "a"});
    CHECK_THROWS_AS(said.add_result({.id = "a"}), std::logic_error);
}

TEST_CASE("uses without an id of their own get one", "[agent]")
{
    history said;
    said.add_reply({use_of(""), use_of("use_2"), use_of("use_2"), use_of("")});
    CHECK(told(said) ==
          std::vector<std::string>{"model: use use_1 | use use_2 | use use_3 | use use_4 |"});
    CHECK(said.open_uses().back().id == "use_4");
}

TEST_CASE("a reply that says nothing is told as such", "[agent]")
{
    history said;
    said.add_from_user({std::string("task")});
    said.add_reply({});
    said.add_from_user({std::string("go on")});
    said.add_reply({std::string(), models::thought{.text = "hm"}});
    CHECK(told(said) == std::vector<std::string>{"user: task |", "model: [No answer.] |",
                                                 "user: go on |",
                                                 "model:  | thought | [No answer.] |"});
}

TEST_CASE("the last three pictures are kept", "[agent]")
{
    history said;
    said.add_from_user({std::string("task"), numbered_picture(1)});
    CHECK(said.stable_messages() == 0);
    for (int turn = 2; turn <= 5; ++turn) {
        const auto id = std::to_string(turn);
        said.add_reply({use_of(id)});
        said.add_result({.id = id, .text = "ok", .pictures = {numbered_picture(turn)}});
    }
    const auto lines = told(said);
    CHECK(lines[0] == "user: task | [An older picture of the screen, no longer kept.] |");
    CHECK(lines[2] == "user: result 2 ok\n[An older picture of the screen, no longer kept.] |");
    CHECK(lines[4] == "user: result 3 ok<3> |");
    CHECK(lines[8] == "user: result 5 ok<5> |");
    CHECK(said.stable_messages() == 4);
}

TEST_CASE("of many pictures at once the last three are kept", "[agent]")
{
    history said;
    said.add_reply({use_of("a")});
    said.add_result({.id = "a",
                     .pictures = {numbered_picture(1), numbered_picture(2), numbered_picture(3),
                                  numbered_picture(4)}});
    said.add_from_user({numbered_picture(5)});
    const std::string dropped = "[An older picture of the screen, no longer kept.]";
    CHECK(told(said).back() == "user: result a " + dropped + "\n" + dropped + "<3><4> | <5> |");
}

TEST_CASE("without pictures all but the last message is stable", "[agent]")
{
    history said;
    CHECK(said.stable_messages() == 0);
    said.add_from_user({std::string("task")});
    CHECK(said.stable_messages() == 0);
    said.add_reply({std::string("well")});
    CHECK(said.stable_messages() == 1);
}

namespace {

/// Anything that can be added.
void add_something(history& said, int number)
{
    switch (*rc::gen::inRange(0, 5)) {
    case 0:
        return said.add_from_user({std::to_string(number)});
    case 1:
        return said.add_from_user({numbered_picture(number), numbered_picture(number)});
    case 2:
        return said.add_reply({use_of(""), use_of("x"), use_of("x")});
    case 3:
        return said.add_reply({});
    default:
        if (!said.open_uses().empty())
            said.add_result({.id = said.open_uses().front().id,
                             .text = std::to_string(number),
                             .pictures = {numbered_picture(number)}});
    }
}

std::size_t pictures_told(const std::vector<std::string>& lines)
{
    std::ptrdiff_t count = 0;
    for (const auto& line : lines)
        count += std::ranges::count(line, '<');
    return static_cast<std::size_t>(count);
}

} // namespace

TEST_CASE("what is stable never changes again", "[agent]")
{
    CHECK(rc::check([] {
        history said;
        std::vector<std::string> stable;
        for (int number = 1; number <= 30; ++number) {
            add_something(said, number);
            const auto now = told(said);
            RC_ASSERT(now.size() >= stable.size());
            RC_ASSERT(std::ranges::equal(stable, std::views::take(now, std::ssize(stable))));
            RC_ASSERT(pictures_told(now) <= history::kept_pictures);
            RC_ASSERT(said.stable_messages() >= stable.size());
            stable.assign(now.begin(),
                          now.begin() + static_cast<std::ptrdiff_t>(said.stable_messages()));
        }
    }));
}

TEST_CASE("every use has one result, in the message after it", "[agent]")
{
    CHECK(rc::check([] {
        history said;
        for (int number = 1; number <= 30; ++number)
            add_something(said, number);
        said.add_from_user({std::string("end")});
        const auto& all = said.messages();
        for (std::size_t at = 0; at < all.size(); ++at) {
            if (at > 0)
                RC_ASSERT(all[at].from != all[at - 1].from);
            std::vector<std::string> used;
            std::vector<std::string> answered;
            for (const auto& each : all[at].parts)
                if (const auto* use = std::get_if<models::tool_use>(&each))
                    used.push_back(use->id);
            if (used.empty())
                continue;
            for (const auto& each : all.at(at + 1).parts)
                if (const auto* result = std::get_if<models::tool_result>(&each))
                    answered.push_back(result->id);
            RC_ASSERT(used == answered);
        }
    }));
}

} // namespace thimble::service::agent::test
