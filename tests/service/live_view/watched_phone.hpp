// A running service with a phone that can be watched, and a desktop that shows what it is told to.
#pragma once

#include "tests/catch2.hpp"
#include "tests/service/live_view/multipart_client.hpp"
#include "tests/service/live_view/websocket_client.hpp"
#include "tests/service/service_with_phone.hpp"

#include <string>

namespace thimble::service::test {

struct with_watched_phone : with_phone {
    using with_phone::with_phone;

    multipart_client watch(const std::string& query = "", const std::string& key = api_key)
    {
        return {running.port(), path("stream") + query, {{"X-API-Key", key}}};
    }

    websocket_client watch_by_websocket(const std::string& query = "",
                                        const std::string& key = api_key)
    {
        return {running.port(), path("stream") + query, {{"X-API-Key", key}}};
    }

    void show(const std::string& content,
              screen::orientation turned = screen::orientation::portrait)
    {
        running.direct([&](auto& desktop) { desktop.show(live_frame(content, turned)); });
    }

    /// Waits until the desktop has that many streams to serve.
    bool streams(std::size_t count)
    {
        std::size_t open = 0;
        return running.until([&](const observations& seen) {
            std::map<std::string, bool> last;
            for (const auto& each : seen.streams)
                last[each.stream_id] = each.on;
            open = 0;
            for (const auto& [id, on] : last)
                open += on ? 1U : 0U;
            return open == count;
        });
    }

    bool metric(const std::string& line)
    {
        return ("\n" + client.get("/metrics").body).find("\n" + line + "\n") != std::string::npos;
    }

    /// The phone has turned, or has been unplugged.
    void change(const std::function<void(link::phone_state&)>& how)
    {
        auto state = phone("udid-1");
        how(state);
        running.attach(state);
    }

    void unplug()
    {
        change([](auto& state) { state.attached = false; });
    }
};

/// A key of the same account, which can be revoked.
struct other_key {
    explicit other_key(http_client& client)
        : record(client.post("/v1/keys", R"({"name":"viewer"})").json())
    {
    }

    std::string key() const { return record.at("key"); }
    std::string path() const { return "/v1/keys/" + record.at("id").get<std::string>(); }

    nlohmann::json record;
};

} // namespace thimble::service::test
