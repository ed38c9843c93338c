#include "daemon/doctor/phone_watch.hpp"

#include "async/exception_text.hpp"
#include "async/race.hpp"
#include "async/sleep.hpp"
#include "daemon/report/phone_report.hpp"
#include "device/fleet/fleet.hpp"
#include "text/uuid.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>

#include <algorithm>
#include <exception>
#include <iostream>
#include <unistd.h>

namespace thimble::daemon {

namespace asio = boost::asio;
using std::chrono::steady_clock;

namespace {

constexpr std::chrono::milliseconds between_looks{100};
constexpr std::chrono::milliseconds quiet_for{1200};    // nothing has changed: that is how it is
constexpr std::chrono::milliseconds silent_for{3000};   // the same, of a driver that says nothing
constexpr std::chrono::milliseconds shutdown_time{500}; // for what is under way to end by itself
constexpr std::chrono::seconds first_words{1};
constexpr std::chrono::seconds longest_search{5}; // for a phone on USB that usbmuxd does not have
constexpr std::chrono::seconds longest_look{8};

/// Home thread. Decides when enough has been seen.
class phone_watch {
public:
    phone_watch(asio::io_context& home,
                const ownership& rights,
                const std::string& host_uuid,
                bool tunnels,
                const std::shared_ptr<spdlog::logger>& log)
        : rights_(rights),
          fleet_(home.get_executor(),
                 {.claim = [&rights](const std::string& udid) { return rights.claim(udid); },
                  .on_change =
                      [this](const std::shared_ptr<device::phone>&) {
                          changed_at_ = steady_clock::now();
                      },
                  .record_to = {},
                  .tunnels = tunnels,
                  .host_uuid = service::uuid_bytes(host_uuid)},
                 log)
    {
    }

    asio::awaitable<void> run() { co_await async::race(fleet_.run(), until_known()); }

    observed_phone observed() const
    {
        observed_phone result = seen_;
        result.stuck_calls = fleet_.stuck_calls();
        return result;
    }

private:
    asio::awaitable<void> until_known()
    {
        while (!known()) {
            say_what_is_awaited();
            co_await async::sleep_for(between_looks);
        }
        take_sighting(); // now: the fleet's phones go when it ends
    }

    void take_sighting()
    {
        seen_.host_blockers = blockers_of(fleet_.host_blockers());
        for (const auto& phone : fleet_.phones()) {
            seen_.phones.push_back(report_of(*phone));
            const auto& facts = phone->facts();
            const auto& udid = facts.udid;
            if (facts.tunnel_open || !facts.tunnel_problem.empty())
                seen_.tunnels[udid] = {.open = facts.tunnel_open, .problem = facts.tunnel_problem};
            else if (facts.tunnel_opening)
                seen_.tunnels[udid] = {.open = false, .problem = "Nothing comes through it."};
            const auto driven_by = rights_.owner_of(udid);
            if (driven_by && driven_by->process != ::getpid())
                seen_.driven_by_others.emplace(udid, *driven_by);
        }
    }

    bool known() const
    {
        const auto now = steady_clock::now();
        const auto phones = fleet_.phones();
        if (phones.empty())
            return !fleet_.host_blockers().empty() || now - began_at_ >= longest_search;
        if (now - began_at_ >= longest_look)
            return true;
        const bool silent = std::ranges::any_of(phones, driver_missing);
        return now - changed_at_ >= (silent ? silent_for : quiet_for) &&
               std::ranges::none_of(phones, still_starting) &&
               std::ranges::none_of(phones, still_opening);
    }

    /// True for a phone that has begun a tunnel: it comes, or is told of.
    static bool still_opening(const std::shared_ptr<device::phone>& phone)
    {
        return phone->facts().tunnel_opening;
    }

    /// True where the next answer of the phone may still change what there is to say of it.
    static bool still_starting(const std::shared_ptr<device::phone>& phone)
    {
        const auto& blockers = phone->blockers();
        if (blockers.empty())
            return phone->capabilities().empty() || phone->facts().os_version.empty();
        return blockers.front().code == device::blocker_code::driver_starting;
    }

    /// A driver that did not answer just now may only have been busy.
    static bool driver_missing(const std::shared_ptr<device::phone>& phone)
    {
        const auto& blockers = phone->blockers();
        return !blockers.empty() &&
               blockers.front().code == device::blocker_code::driver_not_running;
    }

    void say_what_is_awaited()
    {
        if (said_ || steady_clock::now() - began_at_ < first_words)
            return;
        said_ = true;
        std::cerr << (fleet_.phones().empty() ? "Looking for phones…\n"
                                              : "Looking at the phones…\n");
    }

    const ownership& rights_;
    observed_phone seen_;
    device::fleet fleet_;
    steady_clock::time_point began_at_ = steady_clock::now();
    steady_clock::time_point changed_at_ = began_at_;
    bool said_ = false;
};

} // namespace

observed_phone look_at_phones(const ownership& rights,
                              const std::string& host_uuid,
                              bool tunnels,
                              const std::shared_ptr<spdlog::logger>& log)
{
    asio::io_context home(1);
    phone_watch watch(home, rights, host_uuid, tunnels, log);
    bool ended = false;
    asio::co_spawn(home, watch.run(), [&ended](const std::exception_ptr& problem) {
        ended = true;
        async::rethrow(problem);
    });
    while (!ended)
        home.run_one();
    home.run_for(shutdown_time);
    return watch.observed();
}

} // namespace thimble::daemon
