// Frames, refs and screens that one node of the service has given, for requests to another.
#include "service/phones/screen_state.hpp"
#include "service/server/content_of_nodes.hpp"
#include "text/json_member.hpp"

#include <chrono>
#include <utility>

namespace thimble::service {

namespace asio = boost::asio;
using nlohmann::json;
using nodes::envelope;

namespace {

constexpr std::chrono::seconds screen_fact_time{2};

// Kinds of requests.
constexpr const char* frame_kind = "frame";
constexpr const char* ref_kind = "ref";
constexpr const char* screen_kind = "screen";

} // namespace

void content_of_nodes::answer_about_screens()
{
    auto& to = with_.others;
    to.answer(frame_kind, [this](envelope asked) { return tell_frame(std::move(asked)); });
    to.answer(ref_kind, [this](envelope asked) { return tell_ref(std::move(asked)); });
    to.answer(screen_kind, [this](envelope asked) { return tell_screen(std::move(asked)); });
}

content_of_nodes::answer content_of_nodes::tell_frame(envelope asked)
{
    const auto phone = with_.known.of_any_account(member<std::string>(asked.more, "phone"));
    auto state =
        phone ? frame_state(*phone, member<std::string>(asked.more, "frame")) : std::nullopt;
    if (!state)
        co_return std::nullopt;
    co_return envelope{.kind = {}, .more = std::move(*state)};
}

asio::awaitable<void> content_of_nodes::learn_frame(phone_ptr phone,
                                                    std::string frame_id,
                                                    std::optional<trace_context> trace)
{
    envelope what{.kind = frame_kind};
    what.more["phone"] = phone->id;
    what.more["frame"] = frame_id;
    const auto told = co_await with_.others.ask_for_one(std::move(what), screen_fact_time, trace);
    if (told.found.empty() || phone->frames.find(frame_id))
        co_return;
    adopt_frame(*phone, std::move(frame_id), told.found.front().more);
}

content_of_nodes::answer content_of_nodes::tell_ref(envelope asked)
{
    const auto phone = with_.known.of_any_account(member<std::string>(asked.more, "phone"));
    const auto state =
        phone ? ref_state(*phone, member<std::string>(asked.more, "ref")) : std::nullopt;
    if (!state)
        co_return std::nullopt;
    envelope out;
    out.body = state->dump(-1, ' ', false, json::error_handler_t::replace);
    co_return out;
}

asio::awaitable<void>
content_of_nodes::learn_ref(phone_ptr phone, std::string ref, std::optional<trace_context> trace)
{
    envelope what{.kind = ref_kind};
    what.more["phone"] = phone->id;
    what.more["ref"] = ref;
    const auto told = co_await with_.others.ask_for_one(std::move(what), screen_fact_time, trace);
    if (told.found.empty() || phone->screens.find_ref(ref))
        co_return;
    const auto state = json::parse(told.found.front().body, nullptr, false);
    if (state.is_object())
        adopt_ref(*phone, state);
}

content_of_nodes::answer content_of_nodes::tell_screen(envelope asked)
{
    const auto phone = with_.known.of_any_account(member<std::string>(asked.more, "phone"));
    const auto state =
        phone ? screen_state(*phone, member<std::int64_t>(asked.more, "after")) : std::nullopt;
    if (!state)
        co_return std::nullopt;
    envelope out;
    out.body = state->dump(-1, ' ', false, json::error_handler_t::replace);
    co_return out;
}

/// Only what was read after the newest one here.
asio::awaitable<void> content_of_nodes::learn_screen(phone_ptr phone,
                                                     std::optional<trace_context> trace)
{
    envelope what{.kind = screen_kind};
    what.more["phone"] = phone->id;
    what.more["after"] = newest_screen_at(*phone);
    const auto told = co_await with_.others.ask_all(std::move(what), screen_fact_time, trace);
    json newest;
    for (const auto& each : told.found) {
        auto state = json::parse(each.body, nullptr, false);
        if (state.is_object() &&
            (!newest.is_object() || time_of_screen(state) > time_of_screen(newest)))
            newest = std::move(state);
    }
    if (newest.is_object() && time_of_screen(newest) > newest_screen_at(*phone))
        adopt_screen(*phone, newest);
}

} // namespace thimble::service
