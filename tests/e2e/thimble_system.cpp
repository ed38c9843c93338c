// Lets the programs choose a free port and reads it from what they print.
#include "tests/e2e/thimble_system.hpp"

#include "tests/e2e/eventually.hpp"

#include <algorithm>
#include <cstdlib>
#include <regex>
#include <stdexcept>

namespace thimble::e2e {

namespace {

constexpr auto local_key = "tk_end2end0000000000000000000000000000000000";
constexpr auto account = "tests";

/// Short enough that a test of a broken link need not wait for long.
const arguments impatient_service{"--heartbeat", "1000"};
const arguments impatient_daemon{"--reconnect-cap", "500"};

arguments joined(arguments first, const arguments& more)
{
    first.insert(first.end(), more.begin(), more.end());
    return first;
}

environment with_key(environment all)
{
    all["THIMBLE_API_KEY"] = local_key;
    return all;
}

std::uint16_t local_port_of(program& daemon)
{
    const std::regex address("http://127\\.0\\.0\\.1:([0-9]+)");
    std::smatch found;
    std::string printed;
    const bool listens = eventually(30s, [&] {
        printed = daemon.output();
        return std::regex_search(printed, found, address) || daemon.wait(0ms);
    });
    if (!listens || found.empty())
        throw std::runtime_error("thimbled did not start: " + printed + daemon.errors());
    return static_cast<std::uint16_t>(std::stoul(found[1]));
}

std::string url_of(std::uint16_t port)
{
    return "http://127.0.0.1:" + std::to_string(port);
}

/// The first time makes an account, a key and an enrolment; a later one finds them.
void settle_in(const service_program& service, household& home)
{
    if (!home.key.empty())
        return;
    home.key = service.key_of(account);
    enrol(service, home, url_of(service.port()), account);
}

} // namespace

arrangement arrangement_under_test()
{
    const char* given = std::getenv("THIMBLE_TEST_ARRANGEMENT");
    return given != nullptr && std::string(given) == "distributed" ? arrangement::distributed
                                                                   : arrangement::local;
}

/// The programs of one system, from the first that is started to the last.
class thimble_system::parts {
public:
    parts(const virtual_phones& phones, household& home, const arguments& more)
    {
        if (arrangement_under_test() == arrangement::distributed)
            start_distributed(phones, home, more);
        else
            start_together(phones, home, more);
    }

    program& process() { return daemon_ ? daemon_->process() : *local_; }
    program& service() { return service_ ? service_->process() : *local_; }
    std::uint16_t port() { return service_ ? service_->port() : local_port_of(*local_); }

private:
    void start_together(const virtual_phones& phones, household& home, const arguments& more)
    {
        home.key = local_key;
        local_.emplace("thimbled",
                       joined({"--local", "--listen", "127.0.0.1:0", "--state-dir",
                               home.state.path().string()},
                              more),
                       with_key(home.variables(phones)));
    }

    void start_distributed(const virtual_phones& phones, household& home, const arguments& more)
    {
        service_.emplace(impatient_service, home.service_state, home.service_port.number(),
                         home.more);
        settle_in(*service_, home);
        daemon_.emplace(phones, home, url_of(service_->port()), joined(impatient_daemon, more));
        if (!until_linked(home))
            throw std::runtime_error("thimbled did not link: " + process().errors());
    }

    bool until_linked(const household& home) const
    {
        const http_client api(service_->port(), {{"X-API-Key", home.key}});
        return eventually(30s, [&] {
            const auto all = api.get("/v1/desktops").json();
            return all.at("desktops").at(0).at("state") == "connected";
        });
    }

    std::optional<service_program> service_;
    std::optional<connected_daemon> daemon_;
    std::optional<program> local_;
};

thimble_system::thimble_system(const virtual_phones& phones, const arguments& more)
    : thimble_system(phones, std::make_shared<household>(), more)
{
}

thimble_system::thimble_system(const virtual_phones& phones,
                               std::shared_ptr<household> home,
                               const arguments& more)
    : home_(std::move(home)), daemon_(std::make_shared<parts>(phones, *home_, more)),
      port_(daemon_->port()), api_(port_, {{"X-API-Key", home_->key}})
{
}

program& thimble_system::process()
{
    return daemon_->process();
}

const program& thimble_system::process() const
{
    return daemon_->process();
}

program& thimble_system::service()
{
    return daemon_->service();
}

nlohmann::json thimble_system::record_of(const virtual_phone& phone) const
{
    for (const auto& record : api_.get("/v1/phones").json()) {
        if (record.at("unique_id") == phone.udid())
            return record;
    }
    return nullptr;
}

std::string thimble_system::id_of(const virtual_phone& phone) const
{
    nlohmann::json record;
    if (!eventually(ready_limit, [&] { return !(record = record_of(phone)).is_null(); }))
        throw std::runtime_error("the service does not know " + phone.udid());
    return record.at("id");
}

bool thimble_system::until_ready(const virtual_phone& phone, std::chrono::milliseconds limit) const
{
    return eventually(limit, [&] {
        const auto record = record_of(phone);
        return !record.is_null() && record.at("connection_status") != "offline" &&
               record.at("readiness").at("ready") == true;
    });
}

bool thimble_system::until_locked(const virtual_phone& phone, std::chrono::milliseconds limit) const
{
    return eventually(limit, [&] {
        const auto record = record_of(phone);
        if (record.is_null() || record.at("readiness").at("blockers").empty())
            return false;
        const auto& offered = record.at("capabilities");
        return record.at("readiness").at("blockers")[0].at("code") == "LOCKED" &&
               std::ranges::find(offered, "unlock") != offered.end();
    });
}

bool thimble_system::until_named(const virtual_phone& phone, std::chrono::milliseconds limit) const
{
    return eventually(limit, [&] {
        const auto record = record_of(phone);
        return !record.is_null() && record.at("os_version") != "";
    });
}

std::string thimble_system::path(const virtual_phone& phone, const std::string& rest) const
{
    return "/v1/phones/" + id_of(phone) + rest;
}

} // namespace thimble::e2e
