// A running service with enrolled desktops, which link as daemons do.
#pragma once

#include "tests/catch2.hpp"
#include "tests/service/accounts_fixture.hpp"
#include "tests/service/http_client.hpp"
#include "tests/service/link_peer.hpp"
#include "tests/store/store_in.hpp"

#include <functional>
#include <memory>
#include <string>

namespace thimble::service::test {

struct enrolled {
    std::string id;
    std::string token;
    nlohmann::json asked;
};

struct with_links : with_two_accounts {
    using with_two_accounts::with_two_accounts;

    enrolled enrol()
    {
        auto asked = client.ask("POST", "/v1/enrolments", {}, R"({"name":"Desk"})").json();
        const auto done = client.ask("POST", "/v1/desktops/approve", ada(),
                                     nlohmann::json{{"code", asked.at("code")}}.dump());
        REQUIRE(done.status == 200);
        const auto told = look(asked).json();
        return {.id = told.at("desktop_id"), .token = told.at("token"), .asked = std::move(asked)};
    }

    reply look(const nlohmann::json& asked)
    {
        return client.ask(
            "GET", "/v1/enrolments/" + asked.at("id").get<std::string>(),
            {{"Authorization", "Bearer " + asked.at("poll_token").get<std::string>()}});
    }

    headers ada() const { return {{"X-API-Key", ada_key}}; }

    nlohmann::json desktop()
    {
        return client.ask("GET", "/v1/desktops", ada()).json().at("desktops").at(0);
    }

    static link::hello hello_of(const enrolled& who)
    {
        link::hello out;
        out.desktop_id = who.id;
        out.name = "Ada's desk";
        out.version = "1.2.3";
        out.boot_id = "boot-1";
        out.journal_id = "journal-1";
        return out;
    }

    /// A desktop that has been welcomed.
    std::unique_ptr<link_peer> connect(const enrolled& who)
    {
        auto out = std::make_unique<link_peer>(running.port(), who.token);
        REQUIRE(out->status() == 101);
        out->say(hello_of(who));
        const auto welcomed = out->hear();
        REQUIRE(welcomed);
        CHECK(std::holds_alternative<link::welcome>(*welcomed));
        return out;
    }

    void on_database(const std::function<void(store::transaction&)>& work)
    {
        auto file = store::database_file::open(store::test::store_in(running.state_dir())).value();
        REQUIRE(file.run([&](store::transaction& on) { work(on); }));
    }

    http_client client{running.port()};
};

} // namespace thimble::service::test
