#include "service/document/request_headers.hpp"

#include "service/jobs/idempotency.hpp"

#include <algorithm>

namespace thimble::service::contract {

namespace {

request_header idempotency_key()
{
    auto shape = text_schema();
    shape["minLength"] = 1;
    shape["maxLength"] = idempotency::longest_key;
    shape["pattern"] = "^[ -~]*$";
    return {.name = "Idempotency-Key",
            .limits = "string, 1 to 128 printable ASCII characters",
            .meaning = "What is asked for is done once for each key, however often the request "
                       "comes within 24 hours; a repetition gets the first answer.",
            .shape = std::move(shape)};
}

request_header known_tag()
{
    return {.name = "If-None-Match",
            .limits = "string",
            .meaning = "The `ETag` of an image that the client has, or several: 304 if it is still "
                       "that one.",
            .shape = text_schema()};
}

request_header last_event()
{
    return {.name = "Last-Event-ID",
            .limits = "integer",
            .meaning = "Of a stream: the index of the last event that the client has; the stream "
                       "goes on after it.",
            .shape = integer_schema()};
}

/// True where an answer is a stream of events.
bool can_be_followed(const endpoint& row)
{
    return std::ranges::any_of(row.documented_as.answers, [](const auto& each) {
        return std::ranges::find(each.media_types, "text/event-stream") != each.media_types.end();
    });
}

bool can_be_unmodified(const endpoint& row)
{
    return std::ranges::any_of(row.documented_as.answers,
                               [](const auto& each) { return each.status == 304; });
}

} // namespace

std::vector<request_header> request_headers(const endpoint& row)
{
    std::vector<request_header> out;
    if (row.once)
        out.push_back(idempotency_key());
    if (can_be_unmodified(row))
        out.push_back(known_tag());
    if (can_be_followed(row))
        out.push_back(last_event());
    return out;
}

} // namespace thimble::service::contract
