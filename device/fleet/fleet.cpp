#include "device/fleet/fleet.hpp"

#include "async/all.hpp"
#include "async/sleep.hpp"
#include "device/fleet/attached_phone.hpp"
#include "device/fleet/host_check.hpp"
#include "device/usbmux/attached_devices.hpp"
#include "device/usbmux/discovery.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <exception>
#include <map>
#include <thread>

namespace thimble::device {
namespace {

constexpr std::chrono::seconds host_pause{2};
constexpr std::size_t most_names = 1000; // of phones that have gone

/// A look at an untrusted phone makes keys, which takes a core for a moment: all phones of a large
/// fleet at once would be too slow for the time that each has. A phone that does not answer has its
/// turn until that time is over, hence several.
std::size_t looks_at_once()
{
    return std::max(4U, 2 * std::thread::hardware_concurrency());
}

coredevice::host_identity host_identity_of(const fleet_options& options)
{
    if (options.host_uuid)
        return {.uuid = {.bytes = *options.host_uuid}};
    return {.uuid = coredevice::random_uuid()};
}

/// libusbmuxd goes by this variable; nobody here changes it.
bool mux_is_named()
{
    return std::getenv("USBMUXD_SOCKET_ADDRESS") != nullptr; // NOLINT(concurrency-mt-unsafe)
}

/// " (Ada, iPhone 15 Pro)"; empty as long as the phone has not told its name.
std::string name_in_log(const phone_facts& of)
{
    return of.name.empty() ? "" : " (" + of.name + ", " + of.marketing_name + ")";
}

} // namespace

struct fleet::implementation {
    implementation(boost::asio::any_io_executor executor,
                   fleet_options options,
                   std::shared_ptr<spdlog::logger> logger)
        : around{.home = executor,
                 .options = std::move(options),
                 .blocking_calls = std::make_shared<std::atomic<std::size_t>>(0),
                 .looks = std::make_shared<async::lane>(executor, looks_at_once()),
                 .recorder = nullptr,
                 .ways = std::make_shared<runner_ways>(around.options.runner_ways),
                 .inputs = std::make_shared<left_down>(around.options.held_inputs),
                 .replaced = std::make_shared<replaced_images>(),
                 .host = host_identity_of(around.options),
                 .log = std::move(logger)},
          host(
              around.home,
              around.blocking_calls,
              {.bus = system_usb_bus(), .census = system_mux_census(), .mux_named = mux_is_named()})
    {
        if (around.options.record_to)
            around.recorder = std::make_shared<recorder>(*around.options.record_to);
    }

    void apply(const attachment_change& change)
    {
        if (change.lost)
            lose(*change.lost);
        if (change.found)
            find(*change.found);
    }

    void find(const attachment& where)
    {
        const auto named = names.find(where.udid);
        around.log->info("phone {}{} attached{}", where.udid,
                         named != names.end() ? named->second : "",
                         where.over_usb ? "" : " by network");
        if (around.recorder)
            around.recorder->attached(where.udid, where.over_usb);
        auto found = std::make_shared<attached_phone>(around, where);
        phones.push_back(found);
        boost::asio::co_spawn(around.home, found->live(),
                              [log = around.log, udid = where.udid](std::exception_ptr thrown) {
                                  report(*log, udid, thrown);
                              });
        tell(found);
    }

    void lose(const attachment& where)
    {
        const auto lost = std::ranges::find(phones, where.udid, &implementation::udid_of);
        if (lost == phones.end())
            return;
        const auto name = name_in_log((*lost)->facts());
        around.log->info("phone {}{} detached", where.udid, name);
        if (names.size() >= most_names)
            names.clear();
        if (!name.empty())
            names.insert_or_assign(where.udid, name);
        if (around.recorder)
            around.recorder->detached(where.udid);
        const auto gone = std::move(*lost);
        phones.erase(lost);
        gone->detach();
        tell(gone);
    }

    void lose_all()
    {
        while (!phones.empty())
            lose(phones.back()->where());
        known = {};
    }

    boost::asio::awaitable<void> watch_host()
    {
        for (;;) {
            co_await host.look();
            co_await async::sleep_for(host_pause);
        }
    }

    /// Or nullptr.
    std::shared_ptr<attached_phone> attached(const std::string& udid) const
    {
        const auto found = std::ranges::find(phones, udid, &implementation::udid_of);
        return found == phones.end() ? nullptr : *found;
    }

    void tell(const std::shared_ptr<phone>& changed) const
    {
        if (around.options.on_change)
            around.options.on_change(changed);
    }

    /// Phones may go meanwhile.
    static boost::asio::awaitable<void> end_runner_of(std::shared_ptr<attached_phone> which)
    {
        co_await which->end_runner();
    }
    static boost::asio::awaitable<void> inputs_arrived_of(std::shared_ptr<attached_phone> which)
    {
        co_await which->until_inputs_arrived();
    }

    static void report(spdlog::logger& log, const std::string& udid, std::exception_ptr thrown)
    {
        try {
            if (thrown)
                std::rethrow_exception(thrown);
        } catch (const std::exception& error) {
            log.error("phone {} is not watched any more: {}", udid, error.what());
        }
    }

    static const std::string& udid_of(const std::shared_ptr<attached_phone>& each)
    {
        return each->where().udid;
    }

    phone_context around;
    host_check host;
    attached_devices known;
    std::vector<std::shared_ptr<attached_phone>> phones;
    std::map<std::string, std::string> names; // of those that have gone, as the log has them
};

fleet::fleet(boost::asio::any_io_executor home,
             fleet_options options,
             std::shared_ptr<spdlog::logger> log)
    : self_(std::make_unique<implementation>(std::move(home), std::move(options), std::move(log)))
{
}

/// Nobody is told of phones that go with the fleet: who would listen may be gone already.
fleet::~fleet()
{
    self_->around.options.on_change = nullptr;
    self_->lose_all();
}

boost::asio::awaitable<void> fleet::run()
{
    auto& self = *self_;
    struct detached_at_the_end {
        implementation& of;
        ~detached_at_the_end() { of.lose_all(); }
    } const guard{self};
    const discovery heard(
        self.around.home,
        {.added = [&self](const attachment& seen) { self.apply(self.known.add(seen)); },
         .removed = [&self](const attachment& gone) { self.apply(self.known.remove(gone)); },
         .paired =
             [&self](const attachment& subject) {
                 for (const auto& each : self.phones) {
                     if (each->where().udid == subject.udid)
                         each->look_soon();
                 }
             }});
    co_await self.watch_host();
}

std::vector<std::shared_ptr<phone>> fleet::phones() const
{
    return {self_->phones.begin(), self_->phones.end()};
}

std::shared_ptr<phone> fleet::find(const std::string& udid) const
{
    return self_->attached(udid);
}

boost::asio::awaitable<void> fleet::end_runners()
{
    std::vector<boost::asio::awaitable<void>> ends;
    for (const auto& each : self_->phones)
        ends.push_back(implementation::end_runner_of(each));
    co_await async::all(std::move(ends));
}

boost::asio::awaitable<void> fleet::until_inputs_arrived()
{
    std::vector<boost::asio::awaitable<void>> arrivals;
    for (const auto& each : self_->phones)
        arrivals.push_back(implementation::inputs_arrived_of(each));
    co_await async::all(std::move(arrivals));
}

boost::asio::awaitable<std::optional<runner_switching>> fleet::stop_runner(std::string udid)
{
    const auto phone = self_->attached(udid);
    if (!phone)
        co_return std::nullopt;
    co_return co_await phone->stop_runner();
}

std::optional<runner_switching> fleet::keep_runner_again(const std::string& udid)
{
    const auto phone = self_->attached(udid);
    return phone ? std::optional(phone->keep_runner_again()) : std::nullopt;
}

std::vector<blocker> fleet::host_blockers() const
{
    return self_->host.blockers();
}

std::size_t fleet::stuck_calls() const
{
    return *self_->around.blocking_calls;
}

} // namespace thimble::device
