#include "daemon/serving/debug_answers.hpp"

#include "daemon/report/phone_record.hpp"
#include "daemon/report/phone_report.hpp"
#include "daemon/report/refusals.hpp"
#include "service/jobs/job_record.hpp"
#include "service/phones/phone_checks.hpp"
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

control_answer not_attached(const std::string& udid,
                            const std::vector<std::shared_ptr<device::phone>>& phones)
{
    const auto message = fmt::format("The phone {} is not attached to this computer. Run thimbled "
                                     "--debug phones to see which are.",
                                     udid);
    return error_answer("PHONE_NOT_CONNECTED", message,
                        {{"phone", udid}, {"phones", udids_of(phones)}});
}

control_answer several_attached(const std::vector<std::shared_ptr<device::phone>>& phones)
{
    std::string list;
    for (const auto& each : phones)
        list += fmt::format("{}{} ({})", list.empty() ? "" : ", ", each->facts().udid,
                            each->facts().name);
    const auto message =
        fmt::format("Several phones are attached: {}. Name one with --phone UDID.", list);
    return error_answer("NO_PHONE_SELECTED", message, {{"phones", udids_of(phones)}});
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

chosen_phone choose_phone(const device::fleet& attached, const std::optional<std::string>& udid)
{
    const auto phones = attached.phones();
    if (udid) {
        if (auto named = attached.find(*udid))
            return named;
        return std::unexpected(not_attached(*udid, phones));
    }
    if (phones.empty())
        return std::unexpected(none_attached(attached));
    if (phones.size() > 1)
        return std::unexpected(several_attached(phones));
    return phones.front();
}

bool can_do(const link::phone_state& phone, const link::action& what)
{
    service::known_phone known;
    known.state = phone;
    return service::check_ready(known, what).has_value();
}

control_answer phones_answer(const device::fleet& attached)
{
    control_answer answer;
    auto& list = answer.record["phones"] = ordered_json::array();
    for (const auto& each : attached.phones())
        list.push_back(phone_record(report_of(*each)));
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
