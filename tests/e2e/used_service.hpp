// A service that is used, lost with its machine, and started elsewhere at the same address.
#pragma once

#include "tests/catch2.hpp"
#include "tests/e2e/connected_daemon.hpp"
#include "tests/e2e/eventually.hpp"
#include "tests/e2e/numbered_taps.hpp"
#include "tests/e2e/service_program.hpp"
#include "tests/e2e/virtual_phones.hpp"

#include <csignal>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

namespace thimble::e2e {

/// One desktop with one phone is linked with it, and stays that as well as it can.
class used_service {
public:
    explicit used_service(const environment& store) { start(store); }

    /// On whatever is in its state directory and in the store that these variables name.
    void start(const environment& store)
    {
        service_.emplace(arguments{"--heartbeat", "60000"}, state_, port_.number(), store);
        if (key_.empty()) {
            key_ = service_->key_of("ada");
            enrol(*service_, home_, url(), "ada");
            daemon_.emplace(phones_, home_, url(), arguments{"--reconnect-cap", "500"});
        }
    }

    /// With its machine: the state directory is an empty one then.
    void lose()
    {
        service_->process().send_signal(SIGKILL);
        REQUIRE(service_->process().wait(30s));
        service_.reset();
        state_ = std::make_shared<temporary_directory>();
    }

    const std::filesystem::path& state() const { return state_->path(); }
    virtual_phone phone() const { return phones_.at(0); }
    program& daemon() { return daemon_->process(); }
    std::string told() const { return service_ ? service_->process().errors() : ""; }

    http_client api() const { return api(key_); }
    http_client api(const std::string& key) const
    {
        return http_client(port_.number(), {{"X-API-Key", key}});
    }

    nlohmann::json record_of_phone() const
    {
        for (auto& each : api().get("/v1/phones").json())
            if (each.at("unique_id") == phone().udid())
                return each;
        return nullptr;
    }

    bool until_ready() const
    {
        return eventually(ready_again, [&] {
            const auto record = record_of_phone();
            return !record.is_null() && record.at("connection_status") != "offline" &&
                   record.at("readiness").at("ready") == true;
        });
    }

    std::string path(const std::string& rest) const
    {
        return "/v1/phones/" + record_of_phone().value("id", "") + rest;
    }

    http_answer tap(int number, const header_fields& headers = {}) const
    {
        auto answer = api().post(path("/tap"), numbered_tap{number}.body(), headers);
        INFO(answer.body);
        CHECK(answer.status == 200);
        return answer;
    }

    /// The id of a job that goes on.
    std::string begin(const std::string& action, const std::string& body) const
    {
        const auto answer = api().post(path("/" + action + "?async=true"), body);
        INFO(answer.body);
        REQUIRE(answer.status == 200);
        return answer.json().at("job_id");
    }

    nlohmann::json job(const std::string& id) const { return api().get("/v1/jobs/" + id).json(); }

    nlohmann::json ended(const std::string& id) const
    {
        nlohmann::json out;
        CHECK(eventually(ready_again, [&] {
            out = job(id);
            return out.value("status", "") == "completed" || out.value("status", "") == "failed";
        }));
        return out;
    }

private:
    static constexpr auto ready_again = 60s;

    std::string url() const { return "http://127.0.0.1:" + std::to_string(port_.number()); }

    kept_port port_;
    std::string key_;
    virtual_phones phones_;
    household home_;
    std::shared_ptr<temporary_directory> state_ = std::make_shared<temporary_directory>();
    std::optional<service_program> service_;
    std::optional<connected_daemon> daemon_;
};

} // namespace thimble::e2e
