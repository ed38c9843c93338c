#include "models/reply.hpp"

namespace thimble::service::models {

token_usage& token_usage::operator+=(const token_usage& more)
{
    input += more.input;
    cache_read += more.cache_read;
    cache_written += more.cache_written;
    output += more.output;
    told = told || more.told;
    return *this;
}

std::string reply::text() const
{
    std::string out;
    for (const auto& each : parts)
        if (const auto* said = std::get_if<std::string>(&each))
            out += *said;
    return out;
}

std::string reply::thinking() const
{
    std::string out;
    for (const auto& each : parts)
        if (const auto* thoughts = std::get_if<thought>(&each))
            out += thoughts->text;
    return out;
}

std::vector<tool_use> reply::tool_uses() const
{
    std::vector<tool_use> out;
    for (const auto& each : parts)
        if (const auto* use = std::get_if<tool_use>(&each))
            out.push_back(*use);
    return out;
}

} // namespace thimble::service::models
