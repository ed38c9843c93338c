#include "daemon/serving/debug_answers.hpp"

#include "daemon/control/named_phone.hpp"
#include "daemon/report/phone_record.hpp"
#include "daemon/report/phone_report.hpp"
#include "daemon/report/refusals.hpp"
#include "service/jobs/job_record.hpp"
#include "service/phones/phone_checks.hpp"
#include "text/called.hpp"
#include "text/lists.hpp"
#include "text/uuid.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>

namespace thimble::daemon {

using nlohmann::json;
using nlohmann::ordered_json;

namespace {

/// For the phone to end what it does already.
constexpr std::chrono::seconds longest_wait{30};

/// Ends the command when the coroutine that waits for it goes away.
class command_guard {
public:
    command_guard(executor& commands, std::string job_id)
        : commands_(commands), job_id_(std::move(job_id))
    {
    }
    command_guard(const command_guard&) = delete;
    command_guard& operator=(const command_guard&) = delete;
    ~command_guard() { commands_.cancel(job_id_); }

private:
    executor& commands_;
    std::string job_id_;
};

json udids_of(const std::vector<std::shared_ptr<device::phone>>& phones)
{
    auto udids = json::array();
    for (const auto& each : phones)
        udids.push_back(each->facts().udid);
    return udids;
}

control_answer none_attached(const device::fleet& attached)
{
    std::string message = "No phone is attached to this computer.";
    const auto blockers = attached.host_blockers();
    if (blockers.empty())
        message += " Connect one by USB, unlock it and tap Trust.";
    for (const device::blocker& each : blockers)
        message += " " + each.message + " " + each.remedy;
    return error_answer("NO_PHONES_CONNECTED", message);
}

/// The name that a person has given it, else its own; empty where neither is known.
std::string shown_name(const phone_host& host, const device::phone& phone)
{
    const auto known = host.names_of(phone.facts().udid);
    return known && !known->display_name.empty() ? known->display_name : phone.facts().name;
}

/// "Ada's iPhone (00008130-…), …".
std::string list_of(const phone_host& host,
                    const std::vector<std::shared_ptr<device::phone>>& phones)
{
    return service::joined(phones, ", ", [&](const std::shared_ptr<device::phone>& each) {
        const auto name = shown_name(host, *each);
        return fmt::format("{} ({})", name.empty() ? "no name yet" : name, each->facts().udid);
    });
}

control_answer not_attached(const phone_host& host, const std::string& wanted)
{
    const auto phones = host.fleet().phones();
    const auto message =
        fmt::format("The phone {} is not attached to this computer. {}{}.", wanted,
                    phones.empty() ? "No phone is" : "Attached: ", list_of(host, phones));
    return error_answer("PHONE_NOT_CONNECTED", message,
                        {{"phone", wanted}, {"phones", udids_of(phones)}});
}

control_answer several_attached(const phone_host& host)
{
    const auto phones = host.fleet().phones();
    const auto message = fmt::format("Several phones are attached: {}. Say which one, by name or "
                                     "UDID: --phone NAME.",
                                     list_of(host, phones));
    return error_answer("NO_PHONE_SELECTED", message, {{"phones", udids_of(phones)}});
}

service::called calls_of(const phone_host& host, const device::phone& phone)
{
    const auto& facts = phone.facts();
    const auto known = host.names_of(facts.udid).value_or(rest_names());
    return {.ids = {known.id, facts.udid}, .names = {known.display_name, facts.name}};
}

chosen_phone named_phone(const phone_host& host, const std::string& wanted)
{
    const auto phones = host.fleet().phones();
    std::vector<service::called> all;
    all.reserve(phones.size());
    for (const auto& each : phones)
        all.push_back(calls_of(host, *each));
    const auto places = service::find_called(wanted, all);
    if (places.empty())
        return std::unexpected(not_attached(host, wanted));
    if (places.size() == 1)
        return phones[places.front()];
    auto candidates = json::array();
    for (const auto place : places)
        candidates.push_back(
            phone_candidate(phones[place]->facts().udid, shown_name(host, *phones[place])));
    return std::unexpected(phone_ambiguous(wanted, std::move(candidates)));
}

control_answer failed(const std::string& udid, link::failure why, link::outcome outcome)
{
    why.context["phone"] = udid;
    why.context["outcome"] = link::to_string(outcome);
    return error_answer(why.code, why.message, std::move(why.context));
}

void add_picture(control_answer& answer, const link::frame& frame)
{
    answer.record["width"] = frame.space.size.width;
    answer.record["height"] = frame.space.size.height;
    answer.record["orientation"] = screen::to_string(frame.space.turned);
    answer.record["format"] = screen::to_string(frame.picture.format);
    const auto& bytes = *frame.picture.data;
    answer.picture.resize(bytes.size());
    std::ranges::transform(bytes, answer.picture.begin(),
                           [](std::byte one) { return static_cast<char>(one); });
}

control_answer answer_of(const link::result& result, const link::action& what)
{
    if (result.failure)
        return failed(result.udid, *result.failure, result.outcome);
    control_answer answer;
    answer.record["ok"] = true;
    answer.record["phone"] = result.udid;
    answer.record["action"] = link::name_of(what);
    answer.record["result"] = result.value;
    answer.record["timing"] = {{"queued_ms", result.timings.queued_ms},
                               {"device_ms", result.timings.device_ms}};
    answer.record["receipt"] =
        result.receipt ? service::receipt_record(*result.receipt) : ordered_json();
    if (result.frame)
        add_picture(answer, *result.frame);
    return answer;
}

} // namespace

chosen_phone choose_phone(const phone_host& host, const std::optional<std::string>& called)
{
    if (called)
        return named_phone(host, *called);
    const auto phones = host.fleet().phones();
    if (phones.empty())
        return std::unexpected(none_attached(host.fleet()));
    if (phones.size() > 1)
        return std::unexpected(several_attached(host));
    return phones.front();
}

std::string local_phone_id(const std::string& udid)
{
    return service::id_of_phone(service::desktop_record().account_id, udid);
}

bool can_do(const link::phone_state& phone, const link::action& what)
{
    service::known_phone known;
    known.state = phone;
    return service::check_ready(known, what).has_value();
}

control_answer phones_answer(const phone_host& host)
{
    control_answer answer;
    auto& list = answer.record["phones"] = ordered_json::array();
    for (const auto& each : host.fleet().phones()) {
        ordered_json record;
        if (const auto known = host.names_of(each->facts().udid)) {
            record["id"] = known->id;
            record["display_name"] =
                known->display_name.empty() ? ordered_json() : ordered_json(known->display_name);
        }
        record.update(phone_record(report_of(*each)));
        list.push_back(std::move(record));
    }
    return answer;
}

boost::asio::awaitable<control_answer>
perform_on(phone_host& host, std::shared_ptr<device::phone> phone, link::action what)
{
    const std::string udid = phone->facts().udid;
    if (!can_do(report_of(*phone, host.executor().reads_text()), what)) {
        refusal why = unsupported(*phone, link::name_of(what));
        co_return failed(udid, std::move(why.why), why.outcome);
    }
    link::command command{.job_id = "debug-" + service::random_uuid(),
                          .udid = udid,
                          .what = what,
                          .space = current_space(phone->facts()),
                          .expires_at = std::chrono::steady_clock::now() + longest_wait};
    const command_guard guard(host.executor(), command.job_id);
    const link::result result = co_await host.executor().execute(std::move(command));
    co_return answer_of(result, what);
}

} // namespace thimble::daemon
