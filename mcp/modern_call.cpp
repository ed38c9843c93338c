#include "mcp/modern_call.hpp"

#include <chrono>
#include <utility>

namespace thimble::mcp {

namespace asio = boost::asio;
using nlohmann::json;

namespace {

json question_to_json(const question& what)
{
    return {{"method", what.method}, {"params", what.params}};
}

} // namespace

modern_call::modern_call(server_parts& parts,
                         const envelope& facts,
                         const principal& who,
                         const request& asked,
                         outlet& to)
    : call(who, facts.client, asked), parts_(parts), facts_(facts), to_(to),
      digest_(digest_of_request(asked.method, asked.params))
{
    set_progress_token(facts.progress_token);
}

std::expected<void, error> modern_call::take_answers(const json& params)
{
    if (const auto given = params.find("inputResponses"); given != params.end()) {
        if (!given->is_object())
            return std::unexpected(invalid_params("\"inputResponses\" is an object"));
        given_ = *given;
    }
    const auto state = params.find("requestState");
    if (state == params.end())
        return {};
    if (!state->is_string())
        return std::unexpected(invalid_params("\"requestState\" is a string"));
    auto opened = parts_.states.open(state->get_ref<const std::string&>(),
                                     {.account = who().whole(), .digest = digest_},
                                     std::chrono::system_clock::now());
    if (!opened)
        return std::unexpected(invalid_params("\"requestState\" is not valid, or no longer"));
    earlier_ = std::move(*opened);
    return {};
}

const json* modern_call::find_answer(const question& to) const
{
    const auto asked = earlier_.asked.find(to.key);
    const bool was_asked =
        asked != earlier_.asked.end() && *asked == digest_of(question_to_json(to));
    if (!was_asked && to.bound)
        return nullptr;
    if (const auto now = given_.find(to.key); now != given_.end() && is_answer_to(to, *now))
        return &*now;
    const auto before = earlier_.answers.find(to.key);
    return before == earlier_.answers.end() ? nullptr : &*before;
}

asio::awaitable<outcome<answers>> modern_call::ask(std::vector<question> what)
{
    answers found;
    input_required missing;
    remembered next = earlier_;
    for (const auto& each : what) {
        if (const auto able = require(capability_for(each)); !able)
            co_return std::unexpected(able.error());
        if (const auto* answer = find_answer(each)) {
            found[each.key] = *answer;
            next.answers[each.key] = *answer;
        } else {
            missing.requests[each.key] = question_to_json(each);
            next.answers.erase(each.key);
        }
        next.asked[each.key] = digest_of(question_to_json(each));
    }
    earlier_ = next; // for a later question of the same request
    if (missing.requests.empty())
        co_return found;
    missing.state = parts_.states.seal(next, {.account = who().whole(), .digest = digest_},
                                       std::chrono::system_clock::now());
    co_return std::unexpected(halt(std::move(missing)));
}

void modern_call::notify(std::string_view method, json params)
{
    to_.say(to_notification(method, std::move(params)));
}

bool modern_call::wants(log_level level) const
{
    return facts_.wanted_logs && level >= *facts_.wanted_logs;
}

} // namespace thimble::mcp
