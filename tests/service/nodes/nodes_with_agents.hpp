// Nodes of one service with a scripted model and a phone that each of them reaches: one store, one
// bus, a port and a desktop of its own for each.
#pragma once

#include "bus/local_transport.hpp"
#include "service/secrets/master_key.hpp"
#include "tests/catch2.hpp"
#include "tests/e2e/eventually.hpp"
#include "tests/models/scripted_provider.hpp"
#include "tests/service/http_client.hpp"
#include "tests/service/nodes/frozen_node.hpp"
#include "tests/service/running_service.hpp"
#include "tests/store/store_in.hpp"

#include <algorithm>
#include <chrono>
#include <memory>
#include <string>
#include <variant>

namespace thimble::service::test {

inline link::result answer_of_phone(const link::command& what)
{
    return std::holds_alternative<link::screenshot>(what.what) ? grey_picture(what) : success(what);
}

/// A test's wishes for them.
struct nodes_wish {
    std::chrono::milliseconds lease = std::chrono::seconds(3) * e2e::slowdown();
    std::chrono::seconds desktop_return{2};
    bool model_there = true; // else the second node has none
};

struct nodes_with_agents {
    explicit nodes_with_agents(const std::string& script, const nodes_wish& wish = {})
        : model(script), lease_(wish.lease)
    {
        granted.desktop_return = wish.desktop_return;
        here = start("here");
        there = start("there", wish.model_there);
        REQUIRE(see_each_other());
    }

    std::unique_ptr<running_service> start(const std::string& name, bool with_model = true)
    {
        auto out = std::make_unique<running_service>(
            granted, std::chrono::seconds(2),
            [&](server_options& options) {
                options.leases = {.beat = std::chrono::milliseconds(200),
                                  .lease = lease_,
                                  .settling = std::chrono::milliseconds(0)};
                options.master_key = key;
                if (with_model)
                    options.model = model.as(models::provider_kind::openai);
                options.transport = [this, name](const boost::asio::any_io_executor& home) {
                    return std::make_shared<bus::local_transport>(home, between, name);
                };
                if (here)
                    options.database =
                        store::database_file::open(store::test::store_in(here->state_dir()))
                            .value();
            },
            [](scripted_desktop& desktop) { desktop.script = answer_of_phone; });
        REQUIRE(e2e::eventually(std::chrono::seconds(30), [&] { return answers(*out); }));
        phone_id = out->attach(phone("udid-1"));
        return out;
    }

    static bool answers(running_service& which)
    {
        bool cut_off = true;
        which.at_home([&] { cut_off = which.service().cut_off(); });
        return !cut_off;
    }

    static std::size_t others_of(running_service& which)
    {
        std::size_t out = 0;
        which.at_home([&] { out = which.service().other_nodes(); });
        return out;
    }

    bool see_each_other()
    {
        return e2e::eventually(std::chrono::seconds(30),
                               [&] { return others_of(*here) == 1 && others_of(*there) == 1; });
    }

    static reply begin_at(running_service& which)
    {
        return http_client(which.port())
            .post("/v1/sessions", R"({"instruction": "Set an alarm for 7:30"})");
    }

    /// A session that lives at the first node; its id.
    std::string begin()
    {
        const auto made = begin_at(*here);
        INFO(made.body);
        REQUIRE(made.status == 201);
        return made.json().at("id");
    }

    static nlohmann::json session(running_service& at, const std::string& id)
    {
        return http_client(at.port()).get("/v1/sessions/" + id).json();
    }

    static bool becomes(running_service& at, const std::string& id, const std::string& status)
    {
        return e2e::eventually(std::chrono::seconds(60), [&] {
            const auto now = session(at, id);
            return now.contains("status") && now.at("status") == status;
        });
    }

    static nlohmann::json events(running_service& at, const std::string& id)
    {
        return http_client(at.port()).get("/v1/sessions/" + id + "/events").json().at("events");
    }

    /// Number of moves of the session, as its events tell.
    static std::ptrdiff_t moves(running_service& at, const std::string& id)
    {
        return std::ranges::count_if(events(at, id), [](const auto& each) {
            return each.at("type") == "status" && each.at("data").value("moved", false);
        });
    }

    static std::ptrdiff_t taps(running_service& at)
    {
        return std::ranges::count_if(at.seen().received, [](const link::command& each) {
            return std::holds_alternative<link::tap>(each.what);
        });
    }

    /// Waits until the session's node has written such an event of that turn down.
    bool has_written(const std::string& id, const std::string& type, int turn)
    {
        return e2e::eventually(std::chrono::seconds(60), [&] {
            return std::ranges::any_of(events(*there, id), [&](const auto& each) {
                return each.at("type") == type && each.at("data").value("turn", 0) == turn;
            });
        });
    }

    bool model_was_asked(std::size_t times)
    {
        return e2e::eventually(std::chrono::seconds(60),
                               [&] { return model.requests().size() >= times; });
    }

    models::test::scripted_provider model;
    std::chrono::milliseconds lease_;
    limits granted;
    master_key_ptr key = std::make_shared<const master_key>(master_key::random().bytes());
    std::shared_ptr<bus::local_exchange> between = std::make_shared<bus::local_exchange>();
    std::string phone_id;
    std::unique_ptr<running_service> here;
    std::unique_ptr<running_service> there;
};

} // namespace thimble::service::test
