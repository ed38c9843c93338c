#include "daemon/serving/local_app_sender.hpp"

#include "text/iso_time.hpp"

#include <chrono>

namespace thimble::daemon {

using nlohmann::json;

namespace {

link::outcome outcome_of_change(const app_change& change)
{
    if (change.done())
        return link::outcome::done;
    return change.failure->phone == device::reached::nothing ? link::outcome::not_sent
                                                             : link::outcome::unknown;
}

std::string_view code_of_change(const device::failure& why)
{
    if (why.cause == "cancelled")
        return "CANCELLED";
    if (why.cause == "phone_not_attached")
        return "PHONE_NOT_CONNECTED";
    return why.what == device::problem::timed_out ? "TIMEOUT" : "ACTION_FAILED";
}

link::failure failure_of_change(const app_change& change)
{
    return {.code = std::string(code_of_change(*change.failure)),
            .message = change.failure->message,
            .context = {{"cause", change.failure->cause}, {"problems", problem_records(change)}}};
}

json value_of_installed(const installed_file& what)
{
    const auto& app = *what.app;
    return {{"bundle_id", app.bundle_id},
            {"name", app.name},
            {"version", app.version},
            {"expires", app.profile ? json(service::iso_time(app.profile->expires)) : json()},
            {"problems", problem_records(what.outcome)}};
}

double milliseconds_since(std::chrono::steady_clock::time_point begin)
{
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin)
        .count();
}

} // namespace

boost::asio::awaitable<link::result> local_app_sender::execute(link::command what,
                                                               std::function<void()> started)
{
    const auto begin = std::chrono::steady_clock::now();
    if (started)
        started();
    const auto tell = [heard = what_.tell](const device::install_progress& progress) {
        using step = device::install_step;
        if (heard) // the contract has no word for the reading
            heard(progress.step == step::installing ? "installing" : "sending",
                  progress.step == step::reading ? 0 : progress.done);
    };
    const auto installed = co_await apps_.install(
        {.udid = what.udid, .file = what_.path, .keeps_file = false, .bundle_id = {}}, tell,
        wanted_, what_.kept);
    link::result result;
    result.job_id = what.job_id;
    result.udid = what.udid;
    result.outcome = outcome_of_change(installed.outcome);
    result.timings.device_ms = milliseconds_since(begin);
    if (!installed.outcome.done())
        result.failure = failure_of_change(installed.outcome);
    else if (installed.app)
        result.value = value_of_installed(installed);
    co_return result;
}

} // namespace thimble::daemon
