// One thing that has happened in a session, as clients read it.
#pragma once

#include "service/sessions/month.hpp"

#include <boost/describe/enum.hpp>
#include <nlohmann/json.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace thimble::service::sessions {

enum class event_type : std::uint8_t {
    status,      // the session is in another state
    thinking,    // of the model
    text,        // that the model has said
    tool_use,    // what the model wants to be done
    tool_result, // what came of it
    message,     // from the user
    screenshot,  // that the model was shown: frame id and URL
    question,    // to the user
    action,      // somebody else has acted on the phone
    verdict,     // on the model's claim of success
    error,
};
BOOST_DESCRIBE_ENUM(event_type,
                    status,
                    thinking,
                    text,
                    tool_use,
                    tool_result,
                    message,
                    screenshot,
                    question,
                    action,
                    verdict,
                    error)

std::string_view to_string(event_type value);
std::optional<event_type> parse_event_type(std::string_view text);

struct event {
    std::uint64_t index = 0; // in its session, from 0
    event_type type = event_type::status;
    moment at;
    nlohmann::json data; // an object, with `turn`
};

/// {"index","type","ts","data"}.
nlohmann::ordered_json event_record(const event& what);

struct event_size {
    std::size_t text = 16'384;  // bytes of one text, before the mark that says that it was cut
    std::size_t event = 65'536; // of the data as JSON
    std::size_t depth = 16;     // of objects and lists within each other
};

/// Puts something else in the place of what must not be seen. UTF-8 in and out.
using text_filter = std::function<std::string(std::string)>;

/// The beginning of a text of any length: at most `most` bytes that have passed the filter, and a
/// mark if that is not all of it. The filter gets so much more than that as half a secret would
/// need to be recognised, and no more: a text from outside may have megabytes.
std::string filtered_beginning(std::string text, const text_filter& hide, std::size_t most);

/// Data for an event: each text in it that others have chosen has passed the filter, and what is
/// too long or too deep is cut off with a mark. `from` has members with names of ours; what is in
/// them may be anybody's.
nlohmann::json event_data(event_type type,
                          nlohmann::json from,
                          std::uint64_t turn,
                          const text_filter& hide,
                          const event_size& most = {});

/// At most that many bytes of `text`, whole characters, and a mark if that is not all of it:
/// "… (1200 bytes more)".
std::string shortened(std::string text, std::size_t most);

} // namespace thimble::service::sessions
