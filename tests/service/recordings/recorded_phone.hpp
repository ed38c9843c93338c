// A phone that is recorded, with video of its own or without.
#pragma once

#include "tests/e2e/eventually.hpp"
#include "tests/service/live_view/phone_with_video.hpp"

#include <nlohmann/json.hpp>

#include <string>

namespace thimble::service::test {

struct with_recordings : with_video {
    using with_video::with_video;

    /// Begins one; `more`: fields of the body.
    nlohmann::json record(const nlohmann::json& more = nlohmann::json::object())
    {
        const auto answer = client.post(path("recordings"), more.dump());
        CHECK(answer.status == 201);
        CHECK(answer.field("x-phone-id") == id);
        return answer.json();
    }

    std::string path_of(const nlohmann::json& recording, const std::string& tail = "") const
    {
        return path("recordings/" + recording.at("id").get<std::string>() + tail);
    }

    nlohmann::json shown(const nlohmann::json& recording)
    {
        return client.get(path_of(recording)).json();
    }

    /// Asks for it until `field` has that value.
    bool
    becomes(const nlohmann::json& recording, const std::string& field, const nlohmann::json& value)
    {
        return e2e::eventually(std::chrono::seconds(30),
                               [&] { return shown(recording).at(field) == value; });
    }

    nlohmann::json stopped(const nlohmann::json& recording)
    {
        const auto answer = client.post(path_of(recording, "/stop"));
        CHECK(answer.status == 200);
        return answer.json();
    }

    /// Over a connection of its own, which is closed behind it.
    reply content(const nlohmann::json& recording, const headers& more = {})
    {
        http_client asking(running.port());
        auto out = asking.get(path_of(recording, "/content"), more);
        if (out.status < 300)
            CHECK(asking.closed());
        return out;
    }
};

} // namespace thimble::service::test
