#include "tests/e2e/faults/recovery.hpp"

#include "tests/e2e/eventually.hpp"

#include <algorithm>
#include <future>
#include <iomanip>
#include <iterator>
#include <sstream>

namespace thimble::e2e {

namespace {

constexpr auto hopeless = 90s;
constexpr auto time_to_settle = 10s;
constexpr std::chrono::milliseconds pause_between_tries{20};

/// Taps on one phone, the last of which was done if any was.
std::vector<asked_tap>
tap_until_done(const tapped_system& all, tap_numbers& numbers, std::size_t phone)
{
    std::vector<asked_tap> tried;
    for (const auto began = steady::now(); steady::now() - began < hopeless;) {
        tried.push_back(ask_for_tap(all, numbers.next(), phone, manner::sync));
        if (tried.back().completed)
            break;
        std::this_thread::sleep_for(pause_between_tries);
    }
    return tried;
}

/// Writes the clipboard until the phone's own services have done it. It is done twice without harm.
void write_until_tunnelled(const tapped_system& all, std::size_t phone)
{
    for (const auto began = steady::now(); steady::now() - began < hopeless;) {
        try {
            const auto answer =
                all.api().post(all.path(phone, "/copy-text"), R"({"text":"whole"})");
            if (answer.status == 200 && answer.json().at("receipt").at("driver") == "coredevice")
                return;
        } catch (const std::exception&) { // the service is away
        }
        std::this_thread::sleep_for(pause_between_tries);
    }
}

/// Or the answer of one that does not know them now.
nlohmann::json open_jobs(const tapped_system& all)
{
    auto out = nlohmann::json::array();
    for (const auto* status : {"pending", "running"}) {
        auto answer = all.api().get(std::string("/v1/jobs?status=") + status).json();
        if (!answer.contains("jobs"))
            return answer;
        for (auto& each : answer.at("jobs"))
            out.push_back(std::move(each));
    }
    return out;
}

} // namespace

recovery until_whole(const tapped_system& all, tap_numbers& numbers)
{
    const auto began = steady::now();
    std::vector<std::future<std::vector<asked_tap>>> phones;
    for (std::size_t phone = 0; phone < all.phones().size(); ++phone)
        phones.push_back(std::async(std::launch::async, [&all, &numbers, phone] {
            auto taps = tap_until_done(all, numbers, phone);
            write_until_tunnelled(all, phone);
            return taps;
        }));
    recovery out;
    for (auto& each : phones)
        std::ranges::move(each.get(), std::back_inserter(out.taps));
    out.took = std::chrono::duration_cast<std::chrono::milliseconds>(steady::now() - began);
    return out;
}

std::string still_open(const tapped_system& all)
{
    nlohmann::json jobs;
    std::optional<std::size_t> unsettled;
    const bool none = eventually(time_to_settle, [&] {
        jobs = open_jobs(all);
        unsettled = all.unsettled();
        return jobs.empty() && unsettled == 0U;
    });
    if (none)
        return {};
    return "open jobs " + jobs.dump() + ", results not confirmed: " +
           (unsettled ? std::to_string(*unsettled) : "the daemon does not say");
}

void recovery_times::add(const std::string& fault, std::chrono::milliseconds took)
{
    auto known = std::ranges::find(all_, fault, [](const auto& each) { return each.first; });
    if (known == all_.end())
        known = all_.insert(all_.end(), {fault, {}});
    known->second.push_back(took);
}

std::string recovery_times::table() const
{
    std::ostringstream out;
    out << std::left << std::setw(22) << "fault" << std::right << std::setw(6) << "n"
        << std::setw(14) << "median, ms" << std::setw(12) << "p95, ms" << std::setw(12)
        << "worst, ms" << '\n';
    for (auto [fault, times] : all_) {
        std::ranges::sort(times);
        out << std::left << std::setw(22) << fault << std::right << std::setw(6) << times.size()
            << std::setw(14) << times[times.size() / 2].count() << std::setw(12)
            << times[times.size() * 95 / 100].count() << std::setw(12) << times.back().count()
            << '\n';
    }
    return out.str();
}

} // namespace thimble::e2e
