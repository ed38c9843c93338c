// GET P/setup: the way of a phone from its box to the first touch, ticked by what the service
// knows.
#include "http/json_response.hpp"
#include "service/rest/endpoints.hpp"
#include "setup/checklist.hpp"
#include "setup/step_record.hpp"
#include "text/json_member.hpp"

#include <algorithm>

namespace thimble::service::api {

namespace asio = boost::asio;
using nlohmann::ordered_json;
using setup::attempt;
using setup::step_code;
using setup::step_state;

namespace {

constexpr std::size_t jobs_looked_at = 50; // the newest

/// By itself, or as a step of a batch, whose result names what was done.
bool is_touch(const job_ptr& one)
{
    if (one->action() != link::batch::name)
        return link::names_touch(one->action());
    const auto& value = one->result().value;
    const auto steps = value.find("steps");
    return steps != value.end() && std::ranges::any_of(*steps, [](const nlohmann::json& each) {
               return link::names_touch(member<std::string>(each, "action"));
           });
}

/// One that has arrived, as far back as the service looks.
asio::awaitable<bool> was_touched(services& in, const call& what)
{
    const auto page = co_await in.jobs.list({.account_id = what.who.id,
                                             .phone_id = what.phone->id,
                                             .status = job_status::completed,
                                             .limit = jobs_looked_at});
    co_return std::ranges::any_of(page.jobs, is_touch);
}

setup::tried seen(bool succeeded)
{
    return {.state = succeeded ? attempt::succeeded : attempt::unknown, .problem = {}};
}

/// Empty where it is away.
std::string computer_name_of(services& in, const call& what)
{
    for (const auto& each : in.phones.connected_desktops(what.who.id))
        if (each.id == what.phone->desktop_id)
            return each.name;
    return {};
}

/// The phone as its desktop tells of it, which mounts images by itself. Looks and touches are those
/// of the service.
asio::awaitable<setup::knowledge> knowledge_of(services& in, const call& what)
{
    const auto& phone = *what.phone;
    setup::knowledge known;
    known.mounts_images = true;
    known.computer_name = computer_name_of(in, what);
    known.look = seen(!phone.frames.empty());
    if (in.phones.status_of(phone) != connection_status::offline)
        known.phone = phone.state;
    else if (const auto reached = in.phones.reach(phone);
             !reached && reached.error().code == "MAC_APP_NOT_RUNNING")
        known.computer = {{.code = reached.error().code,
                           .message = reached.error().message,
                           .remedy = "Start thimbled on the phone's computer.",
                           .since = {}}};
    const bool is_ready = known.phone && phone.state.blockers.empty();
    known.tap = seen(is_ready && co_await was_touched(in, what));
    co_return known;
}

/// Nothing begins a first tap but a person: the service taps no phone unasked.
void explain_unknown(setup::step& what)
{
    if (what.code == step_code::first_look) {
        what.problem = "The service has not had a picture of this phone since it was started.";
        return;
    }
    what.problem = "The service knows of no touch of late.";
    what.thimble = "Ticks this with the next touch that arrives.";
    what.person =
        "Tap the phone's screen on its page, or run `thimbled setup` on its computer, which "
        "taps an icon and looks whether the app opens.";
}

asio::awaitable<http::response> show_setup(services& in, call& what)
{
    const auto known = co_await knowledge_of(in, what);
    auto list = setup::make_checklist(known);
    for (auto& each : list.steps)
        if (each.state == step_state::unknown)
            explain_unknown(each);
    const auto* const current = list.current();
    ordered_json record;
    record["phone_id"] = what.phone->id;
    record["ready"] = known.phone && known.phone->blockers.empty();
    record["preliminary"] = list.preliminary;
    record["current"] =
        current == nullptr ? ordered_json() : ordered_json(setup::to_string(current->code));
    record["steps"] = ordered_json::array();
    for (const auto& each : list.steps)
        record["steps"].push_back(setup::step_record("id", each));
    co_return json_response(record);
}

} // namespace

std::vector<endpoint> setup_endpoints(services& in)
{
    endpoint row;
    row.paths = phone_paths("setup");
    row.subject = endpoint::about::phone;
    row.needs = {scope::read};
    row.documented_as = {
        .in = chapter::phones,
        .summary = "Read how far a phone is on its way from the box to the first touch",
        .details = "Nothing is done to the phone. The steps are those of thimbled setup; the "
                   "service ticks them by what the phone's desktop has told of it, and says "
                   "unknown of a first look or touch that it has not seen itself.",
        .answers = {{.meaning = "The steps.", .records = {"phone_setup"}}}};
    row.answer = [&in](call& what) { return show_setup(in, what); };
    return {row};
}

} // namespace thimble::service::api
