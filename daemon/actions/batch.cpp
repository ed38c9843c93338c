// Several actions with nothing else between them.
#include "daemon/actions/perform.hpp"
#include "daemon/actions/touch_play.hpp"

namespace thimble::daemon {

namespace {

nlohmann::json record_of(const link::step& one, link::outcome outcome)
{
    return {{"action", link::name_of(link::to_action(one))}, {"outcome", link::to_string(outcome)}};
}

nlohmann::json record_of(const link::step& one, const action_result& done)
{
    auto record = record_of(one, link::outcome::done);
    record["result"] = done.value;
    return record;
}

nlohmann::json record_of(const link::step& one, const refusal& failed)
{
    auto record = record_of(one, failed.outcome);
    record["error"] = {{"error", failed.why.code},
                       {"message", failed.why.message},
                       {"context", failed.why.context}};
    return record;
}

/// Outcome of the whole batch: a step that was never sent does not undo those before it.
link::outcome outcome_of(std::size_t steps_done, link::outcome of_last)
{
    const bool nothing_else = steps_done == 0 || of_last == link::outcome::unknown;
    return nothing_else ? of_last : link::outcome::unknown;
}

/// The failed step's own failure, with what became of all steps.
refusal stopped(const link::batch& what, std::size_t at, refusal failed, nlohmann::json records)
{
    const link::outcome outcome = outcome_of(at, failed.outcome);
    records.push_back(record_of(what.steps[at], failed));
    for (std::size_t later = at + 1; later < what.steps.size(); ++later)
        records.push_back(record_of(what.steps[later], link::outcome::not_sent));
    failed.why.message =
        "Step " + std::to_string(at) + " of the batch failed: " + failed.why.message;
    failed.why.context["steps"] = std::move(records);
    failed.outcome = outcome;
    return failed;
}

/// Why a place is not on the screen; `field` and the coordinate's name make the name in a refusal.
std::optional<refusal>
why_outside(const action_context& on, screen::pixel place, const std::string& field)
{
    const std::string x = field + "x";
    const std::string y = field + "y";
    const auto located = locate(on, place, {.x = x, .y = y});
    return located ? std::nullopt : std::optional(located.error());
}

/// The refusal that the places of a step would bring if it were the next.
std::optional<refusal>
why_outside(const action_context& on, const link::step& one, const std::string& field)
{
    return std::visit(
        [&](const auto& what) -> std::optional<refusal> {
            if constexpr (requires { what.from_x; }) {
                auto wrong = why_outside(on, {.x = what.from_x, .y = what.from_y}, field + "from_");
                return wrong ? wrong
                             : why_outside(on, {.x = what.to_x, .y = what.to_y}, field + "to_");
            } else if constexpr (requires { what.x; }) {
                return why_outside(on, {.x = what.x, .y = what.y}, field);
            }
            return std::nullopt;
        },
        one);
}

/// A step that cannot succeed is told before the first one is done.
std::optional<refusal> why_not_begun(const action_context& on, const link::batch& what)
{
    for (std::size_t at = 0; at < what.steps.size(); ++at) {
        const auto place = "steps[" + std::to_string(at) + "]";
        if (auto wrong = why_outside(on, what.steps[at], place + "."))
            return wrong;
    }
    return std::nullopt;
}

/// One receipt for all: nothing is verified, and any bent gesture counts, as does a touch during
/// which the phone was locked.
void add(action_result& sum, const action_result& one)
{
    if (one.receipt && one.receipt->shaped)
        sum.receipt->shaped = true;
    if (!one.locked_meanwhile)
        return;
    sum.locked_meanwhile = true;
    sum.receipt->verified = false;
}

} // namespace

boost::asio::awaitable<action_outcome> perform_one(action_context on, link::batch what)
{
    if (auto wrong = why_not_begun(on, what))
        co_return std::unexpected(std::move(*wrong));
    action_result done;
    auto records = nlohmann::json::array();
    done.receipt.emplace();
    for (std::size_t at = 0; at < what.steps.size(); ++at) {
        auto how = co_await perform(on, link::to_action(what.steps[at]));
        if (!how)
            co_return std::unexpected(
                stopped(what, at, std::move(how.error()), std::move(records)));
        records.push_back(record_of(what.steps[at], *how));
        add(done, *how);
    }
    done.value["steps"] = std::move(records);
    co_return done;
}

} // namespace thimble::daemon
