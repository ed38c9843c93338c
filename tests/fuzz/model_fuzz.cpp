// Replies of model providers: whatever comes over their stream ends in a reply or in a failure. The
// first byte says which format, and in pieces of how many bytes it comes.
#include "models/wire_format.hpp"
#include "tests/fuzz/fuzz.hpp"

#include <memory>
#include <string>

namespace thimble::fuzz {

namespace {

namespace models = service::models;

std::unique_ptr<models::wire_format> format_for(std::uint8_t choice)
{
    if (choice % 2 == 0)
        return std::make_unique<models::anthropic_format>();
    return std::make_unique<models::openai_format>();
}

/// The pieces that the listener has heard are what the reply says in the end.
struct listener {
    std::string text;
    std::size_t uses = 0;

    void hear(const models::delta& news)
    {
        require(!news.text.empty() || news.what == models::delta::kind::tool_name,
                "what is told is something");
        if (news.what == models::delta::kind::text)
            text += news.text;
        if (news.what == models::delta::kind::tool_name)
            ++uses;
    }
};

void check_reply(const models::reply& said, const listener& heard)
{
    require(said.text() == heard.text, "the text is what was told");
    require(said.tool_uses().size() >= heard.uses, "every use that was told is there");
    require(said.usage.input >= 0 && said.usage.output >= 0, "a count is none below 0");
    require(said.usage.cache_read >= 0 && said.usage.cache_written >= 0, "nor is a cached one");
    // It can be said again in the next prompt.
    models::prompt next;
    next.messages.push_back({.from = models::speaker::model, .parts = said.parts});
    for (std::uint8_t each = 0; each < 2; ++each)
        require(!format_for(each)->body(next, "m").empty(), "a reply can be said again");
}

void hear(std::uint8_t choice, std::string_view stream)
{
    listener heard;
    const models::delta_listener tell = [&heard](const models::delta& news) { heard.hear(news); };
    models::event_stream events;
    const auto format = format_for(choice);
    const auto reader = format->make_reader();
    const std::size_t piece = 1 + choice / 2;
    for (std::size_t at = 0; at < stream.size() && !reader->complete(); at += piece) {
        const auto came = events.take(stream.substr(at, piece));
        if (!came)
            return require(!came.error().empty(), "a refusal has a reason");
        for (const auto& each : *came)
            if (const auto taken = reader->take(each, tell); !taken)
                return require(!taken.error().message.empty(), "a failure has a message");
    }
    const auto answer = reader->finish();
    if (answer)
        check_reply(*answer, heard);
    else
        require(!answer.error().message.empty(), "a failure has a message");
}

} // namespace

} // namespace thimble::fuzz

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace thimble::fuzz;
    if (size > 0)
        hear(data[0], text_of(data + 1, size - 1));
    return 0;
}
