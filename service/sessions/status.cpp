#include "service/sessions/status.hpp"

#include "text/enum_words.hpp"

namespace thimble::service::sessions {

std::string_view to_string(status value)
{
    return enum_word(value);
}

std::optional<status> parse_status(std::string_view text)
{
    return parse_enum_word<status>(text);
}

std::string_view to_string(control value)
{
    return enum_word(value);
}

} // namespace thimble::service::sessions
