// A service with two phones, and keys of two who use them.
#pragma once

#include "tests/catch2.hpp"
#include "tests/e2e/eventually.hpp"
#include "tests/service/http_client.hpp"
#include "tests/service/running_service.hpp"

#include <memory>
#include <string>

namespace thimble::service::test {

struct shared_phones {
    explicit shared_phones(limits granted = {})
        : running(granted), first(running.attach(phone("udid-1"))),
          second(running.attach(phone("udid-2"))), ci(key_named("ci")), lab(key_named("lab"))
    {
    }

    std::string key_named(const std::string& name, const nlohmann::json& scopes = nullptr)
    {
        nlohmann::json body{{"name", name}};
        if (!scopes.is_null())
            body["scopes"] = scopes;
        const auto made = client.post("/v1/keys", body.dump());
        REQUIRE(made.status == 201);
        return made.json().at("key");
    }

    reply ask(const std::string& key,
              const std::string& method,
              const std::string& target,
              const std::string& body = "")
    {
        return client.ask(method, target, {{"X-API-Key", key}}, body);
    }

    reply tap(const std::string& key, const std::string& query)
    {
        return ask(key, "POST", "/v1/tap" + query, R"({"x":1,"y":1})");
    }

    reply lease(const std::string& key, const std::string& phone_id, int seconds = 600)
    {
        return ask(key, "POST", "/v1/phones/" + phone_id + "/lease",
                   nlohmann::json{{"duration_s", seconds}}.dump());
    }

    reply label(const std::string& phone_id, const nlohmann::json& labels)
    {
        return ask(api_key, "PUT", "/v1/phones/" + phone_id + "/labels",
                   nlohmann::json{{"labels", labels}}.dump());
    }

    nlohmann::json record(const std::string& phone_id)
    {
        for (const auto& each : client.get("/v1/phones").json())
            if (each.at("id") == phone_id)
                return each;
        return nullptr;
    }

    nlohmann::json waiting() { return client.get("/v1/waiting").json().at("waiting"); }

    /// A tap whose answer is not read yet. `more` are further lines of its head.
    std::unique_ptr<http_client> send_tap(const std::string& key,
                                          const std::string& query,
                                          const std::string& request_id,
                                          const std::string& more = "")
    {
        auto caller = std::make_unique<http_client>(running.port());
        caller->send("POST /v1/tap" + query + " HTTP/1.1\r\nHost: localhost\r\nX-API-Key: " + key +
                     "\r\nX-Request-Id: " + request_id + "\r\n" + more +
                     "Content-Length: 13\r\n\r\n{\"x\":1,\"y\":1}");
        return caller;
    }

    /// The same, which is in the queue when this returns.
    std::unique_ptr<http_client> begin_tap(const std::string& key,
                                           const std::string& query,
                                           const std::string& request_id,
                                           const std::string& more = "")
    {
        auto caller = send_tap(key, query, request_id, more);
        REQUIRE(e2e::eventually(std::chrono::seconds(30), [&] { return is_waiting(request_id); }));
        return caller;
    }

    bool is_waiting(const std::string& request_id)
    {
        for (const auto& each : waiting())
            if (each.at("request_id") == request_id)
                return true;
        return false;
    }

    running_service running;
    http_client client{running.port()};
    std::string first;
    std::string second;
    std::string ci;
    std::string lab;
};

} // namespace thimble::service::test
