#include "service/agent/consent.hpp"

#include "text/ascii.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace thimble::service::agent {

namespace {

constexpr std::array<std::string_view, 10> ways_to_agree{
    "yes",  "y",        "yes please",    "yes, please", "ok",
    "okay", "go ahead", "yes, go ahead", "allow",       "approve"};

constexpr std::string_view around_words = " \t\r\n";

} // namespace

bool is_consent(std::string_view reply)
{
    reply = trim(reply, around_words);
    if (reply.ends_with('.') || reply.ends_with('!'))
        reply.remove_suffix(1);
    return std::ranges::find(ways_to_agree, to_lower(reply)) != ways_to_agree.end();
}

} // namespace thimble::service::agent
