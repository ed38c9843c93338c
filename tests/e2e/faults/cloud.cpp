#include "tests/e2e/faults/cloud.hpp"

#include "tests/e2e/eventually.hpp"

#include <algorithm>
#include <csignal>
#include <sstream>
#include <stdexcept>
#include <utility>

namespace thimble::e2e {

namespace {

constexpr auto account = "faults";
constexpr auto start_limit = 30s;
constexpr std::size_t log_told = 6000; // bytes of each program's

/// Valid whatever the time of day is set to.
certificate_terms lasting(const std::string& name, const test_certificate* issuer)
{
    using std::chrono::hours;
    return {.name = name,
            .from = -hours(24 * 30),
            .until = hours(24 * 30),
            .authority = issuer == nullptr,
            .issuer = issuer};
}

/// Without the lines of which there is one for each request.
std::string end_of(const std::string& log)
{
    std::istringstream lines(log);
    std::string out;
    for (std::string line; std::getline(lines, line);)
        if (!line.contains(" request="))
            out += line + "\n";
    return out.substr(out.size() - std::min(out.size(), log_told));
}

/// The same files, so that the program finds the new ones where the old ones were.
void replace(const test_certificate& shown, const test_certificate& with)
{
    std::filesystem::remove(shown.key());
    std::filesystem::copy_file(with.key(), shown.key());
    std::filesystem::copy_file(with.certificate(), shown.certificate(),
                               std::filesystem::copy_options::overwrite_existing);
}

} // namespace

cloud::cloud(const virtual_phones& phones, environment more)
    : phones_(phones), authority_(lasting("authority", nullptr)),
      other_authority_(lasting("other authority", nullptr)), shown_(lasting("service", &authority_))
{
    home_.more = std::move(more);
    network_.lead_to(home_.service_port.number());
    start_service();
    home_.key = service_->key_of(account);
    enrol(*service_, home_, url(), account, {"--ca-file", authority_.certificate().string()});
    start_daemon();
    learn_phones();
}

std::string cloud::url() const
{
    return "https://localhost:" + std::to_string(network_.port());
}

http_client cloud::api() const
{
    return http_client(home_.service_port.number(), {{"X-API-Key", home_.key}}).encrypted();
}

arguments cloud::daemon_line() const
{
    return {"--ca-file", authority_.certificate().string(), "--reconnect-cap",
            std::to_string(cloud_reconnect_cap.count())};
}

void cloud::start_service()
{
    service_.emplace(arguments{"--heartbeat", std::to_string(cloud_heartbeat.count()), "--tls-cert",
                               shown_.certificate().string(), "--tls-key", shown_.key().string()},
                     home_.service_state, home_.service_port.number(),
                     clock_of_service_.variables());
}

void cloud::kill_service()
{
    service_->process().send_signal(SIGKILL);
    service_->process().wait(5s);
    service_.reset();
}

void cloud::start_daemon()
{
    daemon_.emplace(phones_, home_, url(), daemon_line(), clock_of_daemon_.variables());
}

void cloud::kill_daemon()
{
    daemon().send_signal(SIGKILL);
    daemon().wait(5s);
    daemon_.reset();
}

void cloud::show_certificate(bool trusted)
{
    const test_certificate next(lasting("service", trusted ? &authority_ : &other_authority_));
    replace(shown_, next);
    service_->process().send_signal(SIGHUP);
}

void cloud::learn_phones()
{
    nlohmann::json known;
    const auto all_ready = [&] {
        known = api().get("/v1/phones").json();
        return known.size() == phones_.size() && std::ranges::all_of(known, [](const auto& each) {
                   return each.at("readiness").at("ready") == true;
               });
    };
    if (!eventually(start_limit, all_ready))
        throw std::runtime_error("the phones are not ready: " + known.dump() + logs());
    for (std::size_t i = 0; i < phones_.size(); ++i)
        for (const auto& each : known)
            if (each.at("unique_id") == phones_.at(i).udid())
                phone_ids_.push_back(each.at("id"));
}

std::string cloud::path(std::size_t phone, const std::string& rest) const
{
    return "/v1/phones/" + phone_ids_.at(phone) + rest;
}

std::optional<std::size_t> cloud::unsettled() const
{
    const auto told = run("thimbled", {"status", "--json"}, home_.own_surroundings());
    const auto all = nlohmann::json::parse(told.output, nullptr, false);
    if (told.code != 0 || !all.is_object() || all.at("processes").empty())
        return std::nullopt;
    return all.at("processes").at(0).at("link").at("unsettled").get<std::size_t>();
}

std::string cloud::logs() const
{
    std::string all;
    if (service_)
        all += "\nthimble-service:\n" + end_of(service_->process().errors());
    if (daemon_)
        all += "\nthimbled:\n" + end_of(daemon_->process().errors());
    return all;
}

} // namespace thimble::e2e
