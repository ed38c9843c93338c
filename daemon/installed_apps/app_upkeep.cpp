#include "daemon/installed_apps/app_upkeep.hpp"

#include "async/aborted.hpp"
#include "daemon/installed_apps/app_expiry.hpp"

#include <algorithm>
#include <array>
#include <atomic>

namespace thimble::daemon {

namespace packages = device::packages;

namespace {

constexpr std::chrono::seconds longest_read{30};
constexpr std::chrono::minutes longest_installation{60};

std::chrono::sys_seconds now_in_seconds()
{
    return std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
}

/// Failures that say nothing against the file: it is tried again at a later look.
bool may_go_later(const device::failure& why)
{
    constexpr std::array<std::string_view, 10> passing{
        "not_trusted",     "phone_silent",   "phone_busy", "phone_not_attached",
        "connection_lost", "service_silent", "no_service", "staging_refused",
        "cancelled",       "package_changed"};
    return std::ranges::find(passing, why.cause) != passing.end();
}

app_change failed_before(std::string cause, std::string message)
{
    return {.problems = {},
            .failure = device::failure{.what = device::problem::refused,
                                       .message = std::move(message),
                                       .cause = std::move(cause)},
            .note = {}};
}

wanted_installation newer_of(const packages::installed_entry& entry)
{
    return {.udid = entry.udid,
            .file = entry.file,
            .use = entry.is_runner ? packages::app_use::runner : packages::app_use::any,
            .follows_file = true,
            .bundle_id = entry.bundle_id};
}

/// Also for the thimbled that comes after this one. Where the record cannot be written, this one
/// knows by itself.
void remember_refusal(const app_changes& changes,
                      const packages::installed_entry& entry,
                      std::int64_t file_time)
{
    static_cast<void>(changes.record().change([&](packages::install_record& apps) {
        apps.note_refusal(entry.udid, entry.bundle_id, file_time);
    }));
}

/// A call goes on after its caller has been cancelled, until it sees this.
struct until_gone {
    std::shared_ptr<std::atomic<bool>> wanted;
    ~until_gone() { *wanted = false; }
};

} // namespace

app_upkeep::app_upkeep(boost::asio::any_io_executor home,
                       app_changes changes,
                       upkeep_options options,
                       std::shared_ptr<spdlog::logger> log)
    : home_(home), changes_(std::make_shared<const app_changes>(std::move(changes))),
      options_(std::move(options)), log_(std::move(log)),
      under_way_(std::make_shared<std::atomic<std::size_t>>(0)), reads_(home, under_way_),
      installs_(home, under_way_), look_(home)
{
}

boost::asio::awaitable<void> app_upkeep::run()
{
    for (;;) {
        try {
            if (co_await look())
                continue; // what has been installed stands in the record
        } catch (const std::exception& problem) {
            async::throw_if_aborted(problem);
            log_->error("the look at installed apps failed: {}", problem.what());
        }
        co_await look_.wait_for(options_.look);
    }
}

std::vector<device::warning> app_upkeep::warnings_of(const std::string& udid) const
{
    return expiry_warnings(known_.apps, udid, now_in_seconds());
}

app_upkeep::survey app_upkeep::take(const app_changes& changes)
{
    survey seen{.record = changes.record().read(), .due = {}};
    for (const auto& each : seen.record.apps.entries()) {
        if (!each.follows_file)
            continue;
        const auto time = packages::package_time(each.file);
        if (packages::upkeep_of(each, time, now_in_seconds()) == packages::upkeep::reinstall)
            seen.due.push_back({.entry = each, .file_time = *time});
    }
    return seen;
}

boost::asio::awaitable<bool> app_upkeep::look()
{
    auto seen = co_await reads_.run(longest_read, [changes = changes_] { return take(*changes); });
    if (!seen) {
        log_->warn("the record of installed apps could not be read in time");
        co_return false;
    }
    if (!seen->record.problem.empty() && seen->record.problem != known_.problem)
        log_->warn("{}", seen->record.problem);
    known_ = std::move(seen->record);
    bool installed = false;
    for (auto& each : seen->due)
        if (!was_tried(each) && options_.is_free && options_.is_free(each.entry.udid))
            installed = co_await install_again(std::move(each)) || installed;
    co_return installed;
}

bool app_upkeep::was_tried(const due_app& what) const
{
    const auto found = tried_.find({what.entry.udid, what.entry.bundle_id});
    return found != tried_.end() && found->second == what.file_time;
}

boost::asio::awaitable<bool> app_upkeep::install_again(due_app what)
{
    log_->info("phone {}: {} has changed and is installed again", what.entry.udid, what.entry.file);
    const auto wanted = std::make_shared<std::atomic<bool>>(true);
    const until_gone waits{wanted};
    auto call = [changes = changes_, due = what, wanted] {
        const auto watch = [&wanted](const device::install_progress&) { return wanted->load(); };
        auto outcome = install_file(*changes, newer_of(due.entry), watch).outcome;
        if (!outcome.done() && !may_go_later(*outcome.failure))
            remember_refusal(*changes, due.entry, due.file_time);
        return outcome;
    };
    const auto outcome = co_await installs_.run(longest_installation, std::move(call));
    note(what,
         outcome ? *outcome : failed_before("service_silent", "The phone did not answer in time."));
    co_return outcome && outcome->done();
}

void app_upkeep::note(const due_app& what, const app_change& outcome)
{
    const auto& udid = what.entry.udid;
    const auto& bundle_id = what.entry.bundle_id;
    const bool later = !outcome.done() && may_go_later(*outcome.failure);
    if (!later)
        tried_[{udid, bundle_id}] = what.file_time; // also where the record could not be written
    if (!outcome.note.empty())
        log_->warn("{}", outcome.note);
    if (outcome.done()) {
        log_->info("phone {}: {} is installed again", udid, bundle_id);
        return;
    }
    log_->warn("phone {}: {} was not installed again: {}{}", udid, bundle_id,
               outcome.failure->message, later ? "" : " It is tried again when the file changes.");
    for (const auto& each : outcome.problems)
        log_->warn("phone {}: {}: {}", udid, each.code, each.message);
}

} // namespace thimble::daemon
