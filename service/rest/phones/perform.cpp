#include "service/rest/phones/perform.hpp"

#include "http/json_response.hpp"
#include "service/actions/ref_fields.hpp"
#include "service/phones/phone_checks.hpp"
#include "service/phones/touch_checks.hpp"
#include "service/vision/vision_fallback.hpp"
#include "text/json_member.hpp"
#include "text/uuid.hpp"

#include <algorithm>

namespace thimble::service::api {

namespace asio = boost::asio;

namespace {

bool has_coordinates(const std::vector<parameter>& expected)
{
    return std::ranges::any_of(expected, [](const auto& each) { return each.along != axis::none; });
}

/// The space of the action's coordinates; nothing for one that has none and names no frame.
result<std::optional<link::coordinate_space>> space_of(const call& what,
                                                       const std::vector<parameter>& expected)
{
    if (!has_coordinates(expected) && !what.given.has("frame_id"))
        return std::nullopt;
    auto space = check_space(*what.phone, expected, what.given);
    if (!space)
        return std::unexpected(std::move(space.error()));
    return *space;
}

/// True if the input that comes next is still the phone's last one, and this node may send it.
std::function<bool()> is_last_input(const services& in, const phone_ptr& of)
{
    return [of, count = of->inputs + 1, cut_off = in.cut_off] {
        return of->inputs == count && !cut_off();
    };
}

/// All that has to be right with what is asked for, in the order of the contract.
result<order> to_order(services& in, call& what, intention meant)
{
    auto via = in.phones.reach(*what.phone);
    if (!via)
        return std::unexpected(std::move(via.error()));
    auto space = space_of(what, meant.body);
    if (!space)
        return std::unexpected(std::move(space.error()));
    auto action = meant.make(what.given);
    if (!action)
        return std::unexpected(std::move(action.error()));
    if (!*space && link::has_coordinates(*action)) { // those of a batch's steps
        auto now = check_space(*what.phone, {}, what.given);
        if (!now)
            return std::unexpected(std::move(now.error()));
        space = *now;
    }
    if (!can_do(*what.phone, *action)) // as desktops cannot that are older than refs
        if (auto placed = at_its_place(*action))
            action = std::move(*placed);
    if (auto ready = check_ready(*what.phone, *action); !ready)
        return std::unexpected(std::move(ready.error()));
    if (what.given.has("observe"))
        if (auto seen = check_observable(*what.phone); !seen)
            return std::unexpected(std::move(seen.error()));
    const auto mode = mode_of(what);
    return order{.phone = what.phone,
                 .via = vision::with_vision_fallback(std::move(*via), *action, in.eyes, what.who.id,
                                                     is_last_input(in, what.phone)),
                 .what = std::move(*action),
                 .space = *space,
                 .mode = mode,
                 .observed = what.given.has("observe"),
                 .when_done = std::move(meant.when_done),
                 .kept = meant.kept || mode == waiting::async,
                 .with = what.once ? what.once->also_in_transaction(mode == waiting::async)
                                   : jobs::also_in_transaction(),
                 .trace = what.trace};
}

/// Refs that are named: of the action, or of the steps of a batch.
std::vector<std::string> refs_in(const call& what)
{
    std::vector<std::string> out;
    for (const auto* name : {"ref", "from_ref", "to_ref"}) {
        if (what.given.has(name))
            out.push_back(what.given.text(name));
        if (!what.given.has("steps"))
            continue;
        for (const auto& step : what.given.value("steps"))
            if (auto ref = step.is_object() ? find_member<std::string>(step, name) : std::nullopt)
                out.push_back(std::move(*ref));
    }
    return out;
}

/// Frames and refs that another node of the service has given are known here from now on.
asio::awaitable<void> learn_names(services& in, const call& what)
{
    const auto phone = what.phone;
    if (in.learn_frame && what.given.has("frame_id")) {
        const auto id = what.given.text("frame_id");
        if (is_uuid(id) && !phone->frames.find(id))
            co_await in.learn_frame(phone, id, what.trace);
    }
    if (!in.learn_ref)
        co_return;
    const auto refs = refs_in(what);
    for (const auto& ref : refs)
        if (!phone->screens.find_ref(ref))
            co_await in.learn_ref(phone, ref, what.trace);
}

} // namespace

asio::awaitable<result<accepted>> accept(services& in, call& what, intention meant)
{
    if (!in.alone)
        co_await learn_names(in, what);
    auto wanted = to_order(in, what, std::move(meant));
    if (!wanted)
        co_return std::unexpected(std::move(wanted.error()));
    const auto mode = wanted->mode;
    auto work = co_await in.dispatcher.submit(std::move(*wanted));
    if (!work)
        co_return std::unexpected(std::move(work.error()));
    if (what.once)
        what.once->has(**work);
    what.made_id = (*work)->id();
    co_return accepted{.work = std::move(*work), .mode = mode};
}

asio::awaitable<void> wait_for(services& in, call& what, job_ptr work)
{
    if (!what.once) // else somebody may come back for the answer
        what.caller.when_gone([&sent = in.dispatcher, id = work->id(), all = what.from_within] {
            all ? sent.cancel(id) : sent.withdraw(id);
        });
    co_await work->until_settled();
    if (what.once)
        what.once->has(*work);
}

http::response job_id_response(const job& work)
{
    nlohmann::ordered_json record;
    record["job_id"] = work.id();
    return json_response(record);
}

parameter async_parameter()
{
    return boolean("async").otherwise(false).means(
        "Answer at once with the job's id; ask for the job later.");
}

std::vector<std::string> command_failures()
{
    return {"PHONE_NOT_CONNECTED", "MAC_APP_NOT_RUNNING",
            "PHONE_NOT_READY",     "UNSUPPORTED_ACTION",
            "QUEUE_FULL",          "TIMEOUT",
            "ACTION_FAILED",       "CANCELLED"};
}

waiting mode_of(const call& what)
{
    return what.given.has("async") && what.given.flag("async") ? waiting::async : waiting::sync;
}

} // namespace thimble::service::api
