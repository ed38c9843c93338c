// Lets the programs choose a free port and reads it from what they print.
#include "tests/e2e/thimble_system.hpp"

#include "tests/e2e/eventually.hpp"
#include "tests/e2e/nodes/service_nodes.hpp"

#include <algorithm>
#include <cstdlib>
#include <iostream> // for what runs before main()
#include <regex>
#include <stdexcept>
#include <string_view>
#include <utility>

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

/// The first time makes an account, a key and an enrolment; a later one finds them. Clients and
/// daemons reach the service at `port`.
void settle_in(const service_program& service, household& home, std::uint16_t port)
{
    if (!home.key.empty())
        return;
    home.key = service.key_of(account);
    enrol(service, home, url_of(port), account);
}

nlohmann::json record_at(const http_client& api, const virtual_phone& phone)
{
    const auto all = api.get("/v1/phones").json();
    if (!all.is_array()) // a node that is cut off
        return nullptr;
    for (const auto& record : all)
        if (record.at("unique_id") == phone.udid())
            return record;
    return nullptr;
}

} // namespace

arrangement arrangement_under_test()
{
    // NOLINTNEXTLINE(concurrency-mt-unsafe): nobody writes to the environment
    const char* const given = std::getenv("THIMBLE_TEST_ARRANGEMENT");
    const std::string_view name = given == nullptr ? "" : given;
    return name == "distributed" ? arrangement::distributed
           : name == "nodes"     ? arrangement::nodes
                                 : arrangement::local;
}

namespace {

/// Before any test has begun: where a program is missing, none is left behind.
[[maybe_unused]] const bool nothing_is_missing = [] {
    if (arrangement_under_test() == arrangement::nodes)
        require_programs_for_nodes();
    return true;
}();

} // namespace

/// The programs of one system, from the first that is started to the last.
class thimble_system::parts {
public:
    parts(const virtual_phones& phones, household& home, const arguments& more, arrangement how)
    {
        switch (how) {
        case arrangement::local:
            start_together(phones, home, more);
            break;
        case arrangement::distributed:
            start_distributed(phones, home, more);
            break;
        case arrangement::nodes:
            start_nodes(phones, home, more);
            break;
        }
    }

    program& process() { return daemon_ ? daemon_->process() : *local_; }
    program& service()
    {
        return nodes_ ? nodes_->at(0).process() : service_ ? service_->process() : *local_;
    }
    service_nodes& nodes() { return nodes_.value(); }
    std::uint16_t port()
    {
        return nodes_ ? nodes_->port() : service_ ? service_->port() : local_port_of(*local_);
    }

    /// Ports of those that answer, without what is in front of them.
    std::vector<std::uint16_t> answering()
    {
        if (!nodes_)
            return {port()};
        std::vector<std::uint16_t> out;
        for (std::size_t node = 0; node < nodes_->size(); ++node)
            out.push_back(nodes_->port_of(node));
        return out;
    }

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
        settle_in(*service_, home, service_->port());
        link(phones, home, more);
    }

    void start_nodes(const virtual_phones& phones, household& home, const arguments& more)
    {
        if (!home.nodes)
            home.nodes = std::make_shared<nodes_home>();
        home.nodes->places.front().state = home.service_state;
        nodes_.emplace(*home.nodes, home.service_port.number(), impatient_service, home.more);
        settle_in(nodes_->at(0), home, nodes_->port());
        link(phones, home, more);
    }

    void link(const virtual_phones& phones, const household& home, const arguments& more)
    {
        daemon_.emplace(phones, home, url_of(port()), joined(impatient_daemon, more));
        for (const auto each : answering())
            if (!until_linked(each, home))
                throw std::runtime_error("thimbled did not link: " + process().errors());
    }

    static bool until_linked(std::uint16_t at, const household& home)
    {
        const http_client api(at, {{"X-API-Key", home.key}});
        return eventually(30s, [&] {
            const auto all = api.get("/v1/desktops").json();
            return all.contains("desktops") && !all.at("desktops").empty() &&
                   all.at("desktops").at(0).at("state") == "connected";
        });
    }

    std::optional<service_program> service_;
    std::optional<service_nodes> nodes_;
    std::optional<connected_daemon> daemon_;
    std::optional<program> local_;
};

thimble_system::thimble_system(const virtual_phones& phones, const arguments& more)
    : thimble_system(phones, std::make_shared<household>(), more)
{
}

thimble_system::thimble_system(const virtual_phones& phones,
                               std::shared_ptr<household> home,
                               const arguments& more,
                               arrangement how)
    : home_(std::move(home)), daemon_(std::make_shared<parts>(phones, *home_, more, how)),
      port_(daemon_->port()), api_(port_, {{"X-API-Key", home_->key}})
{
    for (const auto each : daemon_->answering())
        answering_.emplace_back(each, header_fields{{"X-API-Key", home_->key}});
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

service_nodes& thimble_system::nodes() const
{
    return daemon_->nodes();
}

std::string thimble_system::metrics() const
{
    std::string out;
    for (const auto& each : answering_)
        out += each.get("/metrics").body;
    return out;
}

nlohmann::json thimble_system::record_of(const virtual_phone& phone) const
{
    return record_at(api_, phone);
}

template <class Condition>
bool thimble_system::until_everywhere(const virtual_phone& phone,
                                      std::chrono::milliseconds limit,
                                      Condition holds) const
{
    return eventually(limit, [&] {
        return std::ranges::all_of(
            answering_, [&](const http_client& each) { return holds(record_at(each, phone)); });
    });
}

std::string thimble_system::id_of(const virtual_phone& phone) const
{
    std::string id;
    const bool known = until_everywhere(phone, ready_limit, [&](const nlohmann::json& record) {
        if (record.is_null())
            return false;
        id = record.at("id");
        return true;
    });
    if (!known)
        throw std::runtime_error("the service does not know " + phone.udid());
    return id;
}

bool thimble_system::until_ready(const virtual_phone& phone, std::chrono::milliseconds limit) const
{
    return until_everywhere(phone, limit, [](const nlohmann::json& record) {
        return !record.is_null() && record.at("connection_status") != "offline" &&
               record.at("readiness").at("ready") == true;
    });
}

bool thimble_system::until_locked(const virtual_phone& phone, std::chrono::milliseconds limit) const
{
    return until_everywhere(phone, limit, [](const nlohmann::json& record) {
        if (record.is_null() || record.at("readiness").at("blockers").empty())
            return false;
        const auto& offered = record.at("capabilities");
        return record.at("readiness").at("blockers")[0].at("code") == "LOCKED" &&
               std::ranges::find(offered, "unlock") != offered.end();
    });
}

bool thimble_system::until_named(const virtual_phone& phone, std::chrono::milliseconds limit) const
{
    return until_everywhere(phone, limit, [](const nlohmann::json& record) {
        return !record.is_null() && record.at("os_version") != "";
    });
}

std::string thimble_system::path(const virtual_phone& phone, const std::string& rest) const
{
    return "/v1/phones/" + id_of(phone) + rest;
}

} // namespace thimble::e2e
