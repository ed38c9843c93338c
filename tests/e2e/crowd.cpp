#include "tests/e2e/crowd.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <utility>

namespace thimble::e2e {

namespace asio = boost::asio;

namespace {

constexpr std::size_t errors_told = 5;

/// In the middle of a panel, where the system takes no finger for itself.
const std::string place = R"({"x": 310, "y": 700})";

void require(bool fine, const std::string& otherwise)
{
    if (!fine)
        throw std::runtime_error(otherwise);
}

} // namespace

const char* to_string(question what)
{
    switch (what) {
    case question::tap:
        return "POST tap";
    case question::job:
        return "GET job";
    case question::status:
        return "GET status";
    }
    return "";
}

const std::vector<crowd_tally::milliseconds>& crowd_tally::times_of(question what) const
{
    return took.at(static_cast<std::size_t>(what));
}

std::size_t crowd_tally::answers() const
{
    return std::accumulate(took.begin(), took.end(), std::size_t{0},
                           [](auto sum, const auto& each) { return sum + each.size(); });
}

std::size_t crowd_tally::all_taps() const
{
    return std::accumulate(taps.begin(), taps.end(), std::size_t{0});
}

std::size_t crowd_tally::least_taps() const
{
    return std::ranges::min(taps);
}

std::size_t crowd_tally::median_taps() const
{
    auto sorted = taps;
    std::ranges::sort(sorted);
    return sorted.at(sorted.size() / 2);
}

crowd::crowd(asio::io_context& home, crowd_place where, std::size_t clients_of_each_phone)
    : home_(home), where_(std::move(where))
{
    seen_.taps.resize(where_.phone_ids.size());
    for (std::size_t i = 0; i < clients_of_each_phone; ++i)
        for (std::size_t phone = 0; phone < where_.phone_ids.size(); ++phone)
            clients_.push_back(std::make_unique<client>(home_.get_executor(), phone));
}

void crowd::start(std::function<bool()> go_on)
{
    go_on_ = std::move(go_on);
    asio::co_spawn(home_, connect_all(), [](const std::exception_ptr& problem) {
        if (problem)
            std::rethrow_exception(problem);
    });
}

/// Everybody is there before the first begins.
asio::awaitable<void> crowd::connect_all()
{
    for (auto& each : clients_)
        co_await each->connection.connect(where_.port);
    for (auto& each : clients_)
        asio::co_spawn(home_, live(*each), asio::detached);
}

asio::awaitable<void> crowd::live(client& who)
{
    try {
        while (go_on_())
            co_await make_round(who);
    } catch (const std::exception& problem) {
        note_error(problem.what());
    }
}

asio::awaitable<void> crowd::make_round(client& who)
{
    const auto& id = where_.phone_ids[who.phone];
    const auto path = "/v1/phones/" + id;
    const auto tap = co_await ask(who, question::tap,
                                  wire_request("POST", path + "/tap", where_.api_key, place));
    require(tap.value("status", "") == "completed", "an uncompleted tap: " + tap.dump());
    ++seen_.taps[who.phone];
    const auto job_id = tap.value("id", "");
    const auto job =
        co_await ask(who, question::job, wire_request("GET", "/v1/jobs/" + job_id, where_.api_key));
    require(job == tap, "another job than that of the tap: " + job.dump());
    const auto status =
        co_await ask(who, question::status, wire_request("GET", path + "/status", where_.api_key));
    require(status.value("phone_id", "") == id, "another phone's status: " + status.dump());
}

asio::awaitable<nlohmann::json> crowd::ask(client& who, question what, const std::string& request)
{
    using clock = std::chrono::steady_clock;
    const auto began = clock::now();
    const auto heard = co_await who.connection.exchange(request);
    seen_.took.at(static_cast<std::size_t>(what)).emplace_back(clock::now() - began);
    auto record = nlohmann::json::parse(heard.body, nullptr, false);
    require(heard.status == 200 && record.is_object(),
            std::string(to_string(what)) + ": " + std::to_string(heard.status) + " " + heard.body);
    co_return record;
}

void crowd::note_error(std::string what)
{
    ++seen_.errors;
    if (seen_.first_errors.size() < errors_told)
        seen_.first_errors.push_back(std::move(what));
}

} // namespace thimble::e2e
