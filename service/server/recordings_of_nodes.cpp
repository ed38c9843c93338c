// Recordings that are at one node of the service, for requests to another.
#include "service/recordings/recording_state.hpp"
#include "service/server/content_of_nodes.hpp"
#include "text/json_member.hpp"

#include <algorithm>
#include <chrono>
#include <stdexcept>
#include <utility>

namespace thimble::service {

namespace asio = boost::asio;
using nlohmann::json;
using nodes::envelope;

namespace {

constexpr std::chrono::seconds recording_fact_time{2};
constexpr std::chrono::seconds recording_part_time{5};
constexpr std::chrono::seconds recording_end_time{20}; // for all of it to be in its file

constexpr std::size_t most_recordings = 100; // of one answer, as of a page

// Kinds of requests.
constexpr const char* recordings_kind = "recordings";
constexpr const char* stop_recording_kind = "stop_recording";
constexpr const char* remove_recording_kind = "remove_recording";
constexpr const char* recording_part_kind = "recording_part";

std::string account_in(const envelope& asked)
{
    return member<std::string>(asked.more, "account");
}

std::string recording_in(const envelope& asked)
{
    return member<std::string>(asked.more, "recording");
}

envelope recording_question(const char* kind, const std::string& account_id, const std::string& id)
{
    envelope out{.kind = kind};
    out.more["account"] = account_id;
    out.more["recording"] = id;
    return out;
}

/// It may have been done all the same, and may be asked for again.
void check_complete(const nodes::peer_requests::answers& told)
{
    if (told.found.empty() && !told.complete)
        throw std::runtime_error("a recording: another node has not answered in time");
}

} // namespace

void content_of_nodes::answer_about_recordings()
{
    auto& to = with_.others;
    to.answer(recordings_kind,
              [this](envelope asked) { return tell_recordings(std::move(asked)); });
    to.answer(stop_recording_kind,
              [this](envelope asked) { return stop_recording(std::move(asked)); });
    to.answer(remove_recording_kind,
              [this](envelope asked) { return remove_recording(std::move(asked)); });
    to.answer(recording_part_kind,
              [this](envelope asked) { return read_recording(std::move(asked)); });
}

void content_of_nodes::ask_about_recordings()
{
    with_.recorded.look_elsewhere(
        {.list =
             [this](recordings::elsewhere::question what) {
                 return ask_recordings(std::move(what));
             },
         .stop = [this](std::string account_id,
                        std::string id) { return ask_stop(std::move(account_id), std::move(id)); },
         .remove =
             [this](std::string account_id, std::string id) {
                 return ask_removal(std::move(account_id), std::move(id));
             },
         .part =
             [this](std::string account_id, std::string id, http::byte_range what) {
                 return ask_part(std::move(account_id), std::move(id), what);
             }});
}

content_of_nodes::answer content_of_nodes::tell_recordings(envelope asked)
{
    const auto whose = whole_account(account_in(asked));
    const auto id = recording_in(asked);
    std::vector<recording> found;
    if (member<bool>(asked.more, "under_way")) {
        found = with_.recorded.under_way_of(whose.id);
    } else if (!id.empty()) {
        if (auto one = with_.recorded.find(whose, id))
            found.push_back(std::move(*one));
    } else {
        found = with_.recorded.list(
            {.who = whose,
             .phone_id = find_member<std::string>(asked.more, "phone"),
             .session_id = find_member<std::string>(asked.more, "session"),
             .limit = std::min(member<std::size_t>(asked.more, "limit"), most_recordings)});
    }
    if (found.empty())
        co_return std::nullopt;
    auto states = json::array();
    for (const auto& each : found)
        states.push_back(recording_state(each));
    envelope out;
    out.body = states.dump(-1, ' ', false, json::error_handler_t::replace);
    co_return out;
}

content_of_nodes::answer content_of_nodes::stop_recording(envelope asked)
{
    const auto id = recording_in(asked);
    if (!with_.recorded.is_here(id))
        co_return std::nullopt;
    const auto ended = co_await with_.recorded.stop(whole_account(account_in(asked)), id);
    if (!ended)
        co_return std::nullopt;
    envelope out;
    out.body = recording_state(*ended).dump();
    co_return out;
}

content_of_nodes::answer content_of_nodes::remove_recording(envelope asked)
{
    const auto id = recording_in(asked);
    if (!with_.recorded.is_here(id) ||
        !co_await with_.recorded.remove(whole_account(account_in(asked)), id))
        co_return std::nullopt;
    co_return envelope{};
}

content_of_nodes::answer content_of_nodes::read_recording(envelope asked)
{
    const auto id = recording_in(asked);
    if (!with_.recorded.is_here(id))
        co_return std::nullopt;
    envelope out;
    out.body = co_await with_.recorded.read_part(
        account_in(asked), id,
        http::byte_range{.first = member<std::uint64_t>(asked.more, "first"),
                         .length = member<std::uint64_t>(asked.more, "length")});
    co_return out;
}

asio::awaitable<std::vector<recording>>
content_of_nodes::ask_recordings(recordings::elsewhere::question what)
{
    auto asked = recording_question(recordings_kind, what.account_id, what.id.value_or(""));
    if (what.phone_id)
        asked.more["phone"] = *what.phone_id;
    if (what.session_id)
        asked.more["session"] = *what.session_id;
    if (what.under_way)
        asked.more["under_way"] = true;
    asked.more["limit"] = what.limit;
    const auto told = what.id
                          ? co_await with_.others.ask_for_one(std::move(asked), recording_fact_time)
                          : co_await with_.others.ask_all(std::move(asked), recording_fact_time);
    if (what.id)
        check_complete(told);
    std::vector<recording> out;
    for (const auto& each : told.found) {
        const auto states = json::parse(each.body, nullptr, false);
        if (!states.is_array())
            continue;
        for (const auto& state : states)
            if (auto read = state.is_object() ? read_recording_state(state) : std::nullopt)
                out.push_back(std::move(*read));
    }
    co_return out;
}

asio::awaitable<std::optional<recording>> content_of_nodes::ask_stop(std::string account_id,
                                                                     std::string id)
{
    auto asked = recording_question(stop_recording_kind, account_id, id);
    const auto told = co_await with_.others.ask_for_one(std::move(asked), recording_end_time);
    check_complete(told);
    if (told.found.empty())
        co_return std::nullopt;
    const auto state = json::parse(told.found.front().body, nullptr, false);
    co_return state.is_object() ? read_recording_state(state) : std::nullopt;
}

asio::awaitable<bool> content_of_nodes::ask_removal(std::string account_id, std::string id)
{
    auto asked = recording_question(remove_recording_kind, account_id, id);
    const auto told = co_await with_.others.ask_for_one(std::move(asked), recording_end_time);
    check_complete(told);
    co_return !told.found.empty();
}

asio::awaitable<std::string>
content_of_nodes::ask_part(std::string account_id, std::string id, http::byte_range what)
{
    auto asked = recording_question(recording_part_kind, account_id, id);
    asked.more["first"] = what.first;
    asked.more["length"] = what.length;
    auto told = co_await with_.others.ask_for_one(std::move(asked), recording_part_time);
    co_return told.found.empty() ? std::string() : std::move(told.found.front().body);
}

} // namespace thimble::service
