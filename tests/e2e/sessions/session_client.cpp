#include "tests/e2e/sessions/session_client.hpp"

#include "tests/e2e/eventually.hpp"

#include <sstream>
#include <stdexcept>
#include <utility>

namespace thimble::e2e {

using nlohmann::json;

namespace {

bool has_ended(const std::string& status)
{
    return status == "completed" || status == "failed" || status == "killed";
}

json checked(const http_answer& answer, int wanted)
{
    if (answer.status != wanted)
        throw std::runtime_error("answered with " + std::to_string(answer.status) + ": " +
                                 answer.body);
    return answer.json();
}

/// Text behind "data: " on the lines of an event stream.
std::vector<json> data_lines(const std::string& stream)
{
    constexpr std::string_view data = "data: ";
    std::vector<json> out;
    std::istringstream lines(stream);
    for (std::string line; std::getline(lines, line);)
        if (line.starts_with(data))
            out.push_back(json::parse(line.substr(data.size())));
    return out;
}

} // namespace

session_client::session_client(http_client api, const json& order)
    : api_(std::move(api)), id_(checked(api_.post("/v1/sessions", order.dump()), 201).at("id"))
{
}

json session_client::record() const
{
    return checked(api_.get(path("")), 200);
}

std::string session_client::error_code() const
{
    const auto error = record().at("error");
    const auto text = error.is_null() ? std::string() : error.get<std::string>();
    return text.substr(0, text.find(':'));
}

std::vector<json> session_client::events(std::size_t since) const
{
    std::vector<json> out;
    for (auto next = since;;) {
        const auto page = checked(api_.get(path("/events?since=" + std::to_string(next))), 200);
        if (page.at("events").empty())
            return out;
        for (const auto& each : page.at("events"))
            out.push_back(each);
        next = page.at("next_index");
    }
}

std::vector<json> session_client::events_of(const std::string& type) const
{
    auto all = events();
    std::erase_if(all, [&](const json& each) { return each.at("type") != type; });
    return all;
}

std::vector<json> session_client::streamed(const header_fields& more) const
{
    auto headers = more;
    headers["Accept"] = "text/event-stream";
    return data_lines(api_.get(path("/events"), headers).body);
}

bool session_client::until(const std::string& status, std::chrono::milliseconds limit) const
{
    return eventually(limit, [&] { return this->status() == status; });
}

bool session_client::until_ended(std::chrono::milliseconds limit) const
{
    return eventually(limit, [&] { return has_ended(status()); });
}

bool session_client::until_event(const std::string& type, std::chrono::milliseconds limit) const
{
    return eventually(limit, [&] { return !events_of(type).empty(); });
}

http_answer session_client::control(const std::string& what) const
{
    return api_.post(path("/" + what));
}

http_answer session_client::say(const std::string& message) const
{
    return api_.post(path("/messages"), json{{"message", message}}.dump());
}

std::string session_client::told() const
{
    std::string out = record().dump() + "\n";
    for (const auto& each : events())
        out += each.dump() + "\n";
    return out;
}

} // namespace thimble::e2e
