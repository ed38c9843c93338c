// Two nodes of one service in the test's process: one store, one bus, two ports.
#pragma once

#include "bus/local_transport.hpp"
#include "service/secrets/master_key.hpp"
#include "tests/catch2.hpp"
#include "tests/e2e/eventually.hpp"
#include "tests/service/links_fixture.hpp"

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace thimble::service::test {

/// Longer where everything is slower: no node loses its lease for being slow. All nodes are in one
/// process and hear one another at once, so that none has to settle first.
inline nodes::lease_times lease_times_of_tests()
{
    return {.beat = std::chrono::milliseconds(500),
            .lease = std::chrono::seconds(5) * e2e::slowdown(),
            .settling = std::chrono::milliseconds(0)};
}

/// Makes the transport of the node of that name.
using transport_of_node = std::function<std::shared_ptr<bus::transport>(
    const boost::asio::any_io_executor& home, const std::string& name)>;

struct two_nodes {
    enum class pictures_in : bool { files, store };

    /// Over the exchange of this process, unless another way is given. `adjust` may change what
    /// both are started with.
    explicit two_nodes(transport_of_node way = nullptr,
                       pictures_in place = pictures_in::files,
                       std::function<void(server_options&)> adjust = nullptr)
        : way_(std::move(way)), pictures_(place), adjust_(std::move(adjust))
    {
        REQUIRE(answers(there.running));
        desk = there.enrol();
        here = std::make_unique<running_service>(
            limits{}, std::chrono::seconds(2), [this](server_options& options) {
                put_on_bus(options, "here");
                options.database =
                    store::database_file::open(store::test::store_in(there.running.state_dir()))
                        .value();
                place_pictures(options, there.running.state_dir());
            });
        REQUIRE(answers(*here));
        REQUIRE(e2e::eventually(std::chrono::seconds(30), [this] { return see_each_other(); }));
    }

    static bool is_cut_off(running_service& which)
    {
        bool out = false;
        which.at_home([&] { out = which.service().cut_off(); });
        return out;
    }

    /// Waits until it has a lease.
    static bool answers(running_service& which)
    {
        return e2e::eventually(std::chrono::seconds(30), [&] { return !is_cut_off(which); });
    }

    /// Waits until that holds, while the daemon of the link is there.
    template <class Condition>
    static bool until(link_peer& with_link, Condition holds)
    {
        return e2e::eventually(std::chrono::seconds(30), [&] {
            with_link.say(link::heartbeat{});
            return holds();
        });
    }

    /// Waits likewise until the node is cut off, or no more.
    static bool becomes_cut_off(running_service& which, link_peer& with_link, bool cut_off = true)
    {
        return until(with_link, [&] { return is_cut_off(which) == cut_off; });
    }

    static std::size_t others_of(running_service& which)
    {
        std::size_t out = 0;
        which.at_home([&] { out = which.service().other_nodes(); });
        return out;
    }

    bool see_each_other() { return others_of(*here) == 1 && others_of(there.running) == 1; }

    /// Waits until Ada has so many phones connected, as that node sees it.
    bool connected(running_service& at, std::size_t count)
    {
        http_client client(at.port());
        return e2e::eventually(std::chrono::seconds(30), [&] {
            const auto seen = client.ask("GET", "/v1/phones?connected=true", there.ada());
            return seen.status == 200 && seen.json().size() == count;
        });
    }

    /// A link at that node, of a daemon that remembers `open`, with one phone.
    std::unique_ptr<link_peer> link_at(std::uint16_t port, std::vector<link::open_job> open = {})
    {
        auto out = std::make_unique<link_peer>(port, desk.token);
        REQUIRE(out->status() == 101);
        auto said = with_links::hello_of(desk);
        said.phones = {phone("udid-1")};
        said.open_jobs = std::move(open);
        out->say(said);
        REQUIRE(hear<link::welcome>(*out));
        return out;
    }

    /// The next message of that kind; others are passed over.
    template <class Message>
    static std::optional<Message> hear(link_peer& at)
    {
        while (auto heard = at.hear())
            if (auto* const found = std::get_if<Message>(&*heard))
                return std::move(*found);
        return std::nullopt;
    }

    /// Asks a node for a tap; the job's id.
    std::string tap(running_service& at)
    {
        http_client client(at.port());
        const auto asked =
            client.ask("POST", "/v1/tap?async=true", there.ada(), R"({"x":310,"y":600})");
        INFO(asked.body);
        REQUIRE(asked.status == 200);
        return asked.json().at("job_id");
    }

    /// Its record, once it has ended.
    nlohmann::json ended(running_service& at, const std::string& job_id)
    {
        http_client client(at.port());
        nlohmann::json out;
        CHECK(e2e::eventually(std::chrono::seconds(60), [&] {
            out = client.ask("GET", "/v1/jobs/" + job_id, there.ada()).json();
            return out.at("status") == "completed" || out.at("status") == "failed";
        }));
        return out;
    }

    static link::result success_of(const link::command& what)
    {
        link::result out;
        out.job_id = what.job_id;
        out.udid = what.udid;
        return out;
    }

    /// Makes a service the node of that name.
    void put_on_bus(server_options& what, const std::string& name)
    {
        what.leases = lease_times_of_tests();
        what.private_webhooks = true;
        what.master_key = key;
        what.transport = [this, name](const boost::asio::any_io_executor& home) {
            return way_ ? way_(home, name)
                        : std::make_shared<bus::local_transport>(home, between, name);
        };
        if (adjust_)
            adjust_(what);
    }

    void place_pictures(server_options& what, const std::filesystem::path& state_dir) const
    {
        if (pictures_ == pictures_in::store)
            what.picture_database =
                store::database_file::open(store::test::store_in(state_dir)).value();
    }

    transport_of_node way_;
    pictures_in pictures_;
    std::function<void(server_options&)> adjust_;
    master_key_ptr key = std::make_shared<const master_key>(master_key::random().bytes());
    std::shared_ptr<bus::local_exchange> between = std::make_shared<bus::local_exchange>();
    with_links there{[this](server_options& options) {
        put_on_bus(options, "there");
        place_pictures(options, options.state_dir);
    }};
    std::unique_ptr<running_service> here;
    enrolled desk;
};

} // namespace thimble::service::test
