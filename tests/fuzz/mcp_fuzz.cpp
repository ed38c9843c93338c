// Messages of the Model Context Protocol: whatever comes is taken or refused in order, and what is
// taken can be written and is taken the same again.
#include "mcp/json_rpc.hpp"
#include "tests/fuzz/fuzz.hpp"

namespace thimble::fuzz {

namespace {

using namespace mcp;

std::string written(const message& what)
{
    if (const auto* asked = std::get_if<request>(&what))
        return to_text(to_request(asked->id, asked->method, asked->params));
    if (const auto* told = std::get_if<notification>(&what))
        return to_text(to_notification(told->method, told->params));
    const auto& answer = std::get<reply>(what);
    return to_text(answer.outcome ? to_response(answer.id, *answer.outcome)
                                  : to_response(answer.id, answer.outcome.error()));
}

void check_refusal_of_message(const refusal& what)
{
    require(what.why.code == code::parse_error || what.why.code == code::invalid_request ||
                what.why.code == code::invalid_params,
            "a refusal has a code of JSON-RPC");
    require(!what.why.message.empty(), "a refusal has a message");
    require(!to_text(to_response(what.id, what.why)).empty(), "a refusal can be written");
}

void check_taken(const message& what)
{
    const auto text = written(what);
    require(text.find('\n') == std::string::npos, "a message is one line");
    message_limits wide;
    wide.bytes *= 8; // an escape may be longer than what it stands for
    const auto again = read_messages(text, wide);
    require(again && !again->batch && again->parts.front(), "what was written is taken");
    require(again->parts.front()->index() == what.index(), "it is the same kind of message");
    require(written(*again->parts.front()) == text, "it says the same");
}

} // namespace

} // namespace thimble::fuzz

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace thimble;
    const auto read = mcp::read_messages(fuzz::text_of(data, size));
    if (!read) {
        fuzz::check_refusal_of_message(read.error());
        return 0;
    }
    fuzz::require(!read->parts.empty(), "there is something in it");
    for (const auto& each : read->parts) {
        if (each)
            fuzz::check_taken(*each);
        else
            fuzz::check_refusal_of_message(each.error());
    }
    return 0;
}
