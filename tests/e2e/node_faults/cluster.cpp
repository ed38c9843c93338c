#include "tests/e2e/node_faults/cluster.hpp"

#include "tests/e2e/eventually.hpp"
#include "tests/e2e/nodes/backing_services.hpp"
#include "tests/e2e/service_program.hpp"
#include "tests/store/postgresql_server.hpp"

#include <algorithm>
#include <csignal>
#include <stdexcept>
#include <utility>

namespace thimble::e2e {

namespace {

using service::bus::test::nats_server;
using service::store::test::postgresql_pair;
using service::store::test::postgresql_server;

constexpr auto* cluster_account = "faults";
constexpr auto* cluster_database = "thimble";
constexpr auto* tapped_phone = "iPhone 15 Pro,ios=18.5";
constexpr auto* agents_phone = "iPhone 15 Pro,ios=18.5,udid=00008130-000A4C2E3B20001E";
constexpr auto first_answer_limit = 60s;
constexpr auto* heartbeat = "1000";       // ms
constexpr auto* reconnect_limit = "2000"; // ms
constexpr std::size_t log_length = 6000;  // bytes of each program's

std::string host_and_port(const balanced_node& of)
{
    return of.host + ":" + std::to_string(of.port);
}

std::string first_line(const std::string& text)
{
    return text.substr(0, text.find('\n'));
}

/// Valid whatever the time of day is set to.
certificate_terms lasting_at(const std::string& address)
{
    using std::chrono::hours;
    return {.name = "model",
            .hosts = "IP:" + address,
            .from = -hours(24 * 30),
            .until = hours(24 * 30)};
}

std::string last_of(const std::string& log)
{
    return log.substr(log.size() - std::min(log.size(), log_length));
}

} // namespace

cluster::cluster()
    : networks_(make_networks(node_count)), certificate_(lasting_at(networks_.outer_address)),
      model_(wire::anthropic, networks_.outer_address, &certificate_),
      tapped_({.phones = std::vector<std::string>(2, tapped_phone)}),
      agents_({.phones = {agents_phone}}), token_("campaign"), nodes_(node_count)
{
    write_master_key(folder_.path() / "master.key");
    store_ = std::make_unique<postgresql_pair>(
        postgresql_server::installed().value(),
        service::store::test::pair_setting{.listen = networks_.outer_address,
                                           .trusted = networks_.trusted});
    store_->make_database(cluster_database);
    nats_ = std::make_unique<nats_server>(nats_server::installed().value(), token_,
                                          networks_.outer_address);
    start_nodes();
    make_account();
    for (auto* const each : {&tapped_, &agents_})
        begin(*each);
}

/// The nodes and daemons before what they use.
cluster::~cluster()
{
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
        if (!nodes_[i].process)
            continue;
        nodes_[i].process->send_signal(SIGCONT);
        networks_.each[i]->mend();
    }
    tapped_.daemon.reset();
    agents_.daemon.reset();
    for (auto& each : nodes_)
        each.process.reset();
}

std::string cluster::url() const
{
    return "http://127.0.0.1:" + std::to_string(port());
}

http_client cluster::api() const
{
    return http_client(port(), {{"X-API-Key", key_}});
}

std::string cluster::path(std::size_t phone, const std::string& rest) const
{
    return "/v1/phones/" + tapped_.phone_ids.at(phone) + rest;
}

void cluster::start_nodes()
{
    std::vector<balanced_node> balanced;
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
        nodes_[i].reached = networks_.each[i]->way_in(nodes_[i].port.number());
        balanced.push_back(nodes_[i].reached);
        start_node(i);
    }
    if (!until_all_answer(first_answer_limit))
        throw std::runtime_error("the nodes do not get ready: " + logs());
    balancer_.emplace(haproxy::installed().value(), port(), std::move(balanced));
}

environment cluster::variables_of(std::size_t which)
{
    auto& network = network_of(which);
    auto out = nodes_.at(which).clock.variables();
    out.merge(model_.variables());
    out["THIMBLE_STORE"] = "postgresql://" + std::string(postgresql_pair::owner) + "@" +
                           host_and_port(network.way_out(store_->port_of(0))) + "," +
                           host_and_port(network.way_out(store_->port_of(1))) + "/" +
                           cluster_database + "?target_session_attrs=read-write";
    out["THIMBLE_NATS"] = "nats://" + token_ + "@" + host_and_port(network.way_out(nats_->port()));
    out["THIMBLE_MASTER_KEY_FILE"] = (folder_.path() / "master.key").string();
    out["XDG_CONFIG_HOME"] = (nodes_.at(which).state->path() / "config").string();
    out["THIMBLE_MODEL_BASE_URL"] = model_.url_at(host_and_port(network.way_out(model_.port())));
    return out;
}

void cluster::start_node(std::size_t which)
{
    auto& at = nodes_.at(which);
    arguments words = network_of(which).prefix();
    words.push_back(find_program("thimble-service").string());
    for (const auto& each :
         {std::string("--listen"),
          network_of(which).inner_address() + ":" + std::to_string(at.port.number()),
          std::string("--insecure-listen"), std::string("--state-dir"), at.state->path().string(),
          std::string("--heartbeat"), std::string(heartbeat)})
        words.push_back(each);
    const auto name = words.front();
    words.erase(words.begin());
    at.process.emplace(name, words, variables_of(which));
}

void cluster::kill_node(std::size_t which)
{
    node(which).send_signal(SIGKILL);
    node(which).wait(5s);
    nodes_.at(which).process.reset();
}

int cluster::drain_node(std::size_t which)
{
    node(which).send_signal(SIGTERM);
    const auto ended = node(which).wait(60s);
    nodes_.at(which).process.reset();
    return ended ? ended->code : -1;
}

bool cluster::answers(const placed_node& which) const
{
    using boost::asio::ip::tcp;
    try {
        const tcp::endpoint there(boost::asio::ip::make_address(which.reached.host),
                                  which.reached.port);
        return http_client(there).get("/readyz").status == 200;
    } catch (const std::exception&) { // it does not listen
        return false;
    }
}

bool cluster::until_all_answer(std::chrono::milliseconds limit) const
{
    return eventually(limit, [this] {
        return std::ranges::all_of(nodes_, [this](const auto& each) { return answers(each); });
    });
}

void cluster::make_account()
{
    const auto& state = *nodes_.front().state;
    const auto made = run_admin(state, {"account", "create", cluster_account});
    const auto key = run_admin(state, {"key", "create", "--account", cluster_account});
    if (made.code != 0 || key.code != 0)
        throw std::runtime_error("no account: " + made.errors + key.errors);
    key_ = first_line(key.output);
}

void cluster::begin(cluster_desk& desk)
{
    enrol(*nodes_.front().state, desk.home, url(), cluster_account);
    desk.daemon.emplace(desk.phones, desk.home, url(),
                        arguments{"--reconnect-cap", reconnect_limit});
    learn_phones(desk);
}

void cluster::learn_phones(cluster_desk& desk) const
{
    nlohmann::json known;
    const auto found = [&](const virtual_phone& phone) {
        const auto at = std::ranges::find_if(known, [&](const auto& each) {
            return each.at("unique_id") == phone.udid() && each.at("readiness").at("ready") == true;
        });
        return at == known.end() ? std::string() : at->at("id").get<std::string>();
    };
    const bool ready = eventually(60s, [&] {
        known = api().get("/v1/phones").json();
        desk.phone_ids.clear();
        if (!known.is_array())
            return false;
        for (std::size_t i = 0; i < desk.phones.size(); ++i)
            desk.phone_ids.push_back(found(desk.phones.at(i)));
        return std::ranges::none_of(desk.phone_ids, [](const auto& id) { return id.empty(); });
    });
    if (!ready)
        throw std::runtime_error("the phones are not ready: " + known.dump() + logs());
}

std::optional<std::size_t> cluster::unsettled() const
{
    const auto told = run("thimbled", {"status", "--json"}, tapped_.home.own_surroundings());
    const auto all = nlohmann::json::parse(told.output, nullptr, false);
    if (told.code != 0 || !all.is_object() || all.at("processes").empty())
        return std::nullopt;
    return all.at("processes").at(0).at("link").at("unsettled").get<std::size_t>();
}

std::string cluster::logs() const
{
    std::string all;
    for (std::size_t i = 0; i < nodes_.size(); ++i)
        if (nodes_[i].process)
            all += "\nnode " + std::to_string(i) + ":\n" + last_of(nodes_[i].process->errors());
    if (balancer_)
        all += "\nHAProxy:\n" + last_of(balancer_->process().errors());
    if (tapped_.daemon)
        all += "\nthimbled:\n" + last_of(tapped_.daemon->process().errors());
    return all + (store_ ? store_->logs() : "");
}

} // namespace thimble::e2e
