// Replies that a provider should not send: always an error or a reply, never anything else.
#include "tests/catch2.hpp"
#include "tests/models/recorded_reply.hpp"

#include <rapidcheck.h>

namespace thimble::service::models::test {

namespace {

struct mutation {
    std::uint8_t kind = 0;
    std::size_t at = 0;
    std::size_t size = 0;
    char byte = 0;
};

/// The recording with bytes changed, taken out, said twice, or moved; or without its end.
void apply(const mutation& what, std::string& to)
{
    if (to.empty())
        return;
    const auto at = what.at % to.size();
    const auto size = 1 + what.size % 200;
    switch (what.kind % 6) {
    case 0:
        to[at] = what.byte;
        return;
    case 1:
        to.erase(at, size);
        return;
    case 2:
        to.insert(at, to.substr(at, size));
        return;
    case 3:
        to.resize(at);
        return;
    case 4:
        to.insert(what.at % 7 * to.size() / 7, to.substr(at, size));
        return;
    default:
        to.insert(at, size, what.byte);
    }
}

rc::Gen<mutation> any_mutation()
{
    return rc::gen::construct<mutation>(
        rc::gen::arbitrary<std::uint8_t>(), rc::gen::inRange<std::size_t>(0, 100'000),
        rc::gen::inRange<std::size_t>(0, 100'000),
        rc::gen::oneOf(rc::gen::elementOf(std::string("{}[]\",:\n\r\\0123456789-nulltruefalse")),
                       rc::gen::arbitrary<char>()));
}

/// Checks what the caller will rely on.
void check_answer(const heard& came)
{
    if (!came.answer) {
        RC_ASSERT(!came.answer.error().message.empty());
        return;
    }
    const auto& said = *came.answer;
    RC_ASSERT(said.parts.size() <= reply_reader::most_parts + 2);
    RC_ASSERT(said.usage.input >= 0 && said.usage.output >= 0);
    RC_ASSERT(said.usage.cache_read >= 0 && said.usage.cache_written >= 0);
    for (const auto& use : said.tool_uses())
        RC_ASSERT(!use.arguments.empty());
}

void mutate_and_hear_once(const wire_format& format, std::string_view recording)
{
    const auto mutations =
        *rc::gen::nonEmpty(rc::gen::container<std::vector<mutation>>(any_mutation()));
    std::string stream(recording);
    for (const auto& each : mutations)
        apply(each, stream);
    check_answer(hear(format, stream, *rc::gen::inRange<std::size_t>(0, 50)));
}

/// rapidcheck makes 100 cases of a property unless it is told otherwise, and the same ones each
/// time that it is asked in one run: so there are several replies in a case.
void mutate_and_hear(const wire_format& format, std::string_view recording)
{
    constexpr int replies = 5;
    CHECK(rc::check([&] {
        for (int reply = 0; reply < replies; ++reply)
            mutate_and_hear_once(format, recording);
    }));
}

} // namespace

TEST_CASE("500 damaged replies in Anthropic's format come to an end", "[models]")
{
    mutate_and_hear(anthropic_format(), anthropic_stream);
}

TEST_CASE("500 damaged replies in OpenAI's format come to an end", "[models]")
{
    mutate_and_hear(openai_format(), openai_stream);
}

TEST_CASE("counts beyond reason are brought within it", "[models]")
{
    std::string stream(openai_stream);
    const std::string count = "\"prompt_tokens\":5500";
    stream.replace(stream.find(count), count.size(), "\"prompt_tokens\":99999999999999999999");
    const auto high = hear(openai_format(), stream);
    REQUIRE(high.answer);
    CHECK(high.answer->usage.input == 1'000'000'000 - 4000);
    stream.replace(stream.find("99999999999999999999"), 20, "-7");
    const auto low = hear(openai_format(), stream);
    REQUIRE(low.answer);
    CHECK(low.answer->usage == token_usage{.output = 89, .told = true});
}

TEST_CASE("a reply of too many parts is refused", "[models]")
{
    std::string calls;
    for (int at = 0; at < 300; ++at)
        calls +=
            "data: {\"choices\":[{\"delta\":{\"tool_calls\":[{\"index\":" + std::to_string(at) +
            ",\"id\":\"c" + std::to_string(at) + "\"}]}}]}\n\n";
    const auto came = hear(openai_format(), calls);
    REQUIRE_FALSE(came.answer);
    CHECK(came.answer.error().kind == failure_kind::malformed);
}

} // namespace thimble::service::models::test
