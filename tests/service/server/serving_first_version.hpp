// A running service on a state directory of version 0.1.0, and a client with its key.
#pragma once

#include "service/secrets/master_key.hpp"
#include "tests/catch2.hpp"
#include "tests/e2e/eventually.hpp"
#include "tests/service/http_client.hpp"
#include "tests/service/running_service.hpp"
#include "tests/service/server/state_of_first_version.hpp"

#include <array>
#include <memory>
#include <numeric>
#include <string>
#include <utility>

namespace thimble::service::test {

inline master_key_ptr master_key_of_first_version()
{
    std::array<unsigned char, master_key::length> bytes{};
    std::iota(bytes.begin(), bytes.end(), static_cast<unsigned char>(0));
    return std::make_shared<const master_key>(bytes);
}

struct serving_first_version {
    nlohmann::json get(const std::string& target)
    {
        const auto answer = client.ask("GET", target, ada);
        INFO(target << ": " << answer.body);
        REQUIRE(answer.status == 200);
        return answer.json();
    }

    /// A job's record, once it is in that state.
    nlohmann::json job_that_is(const std::string& status, const std::string& id)
    {
        nlohmann::json out;
        CHECK(e2e::eventually(std::chrono::seconds(30), [&] {
            out = get("/v1/jobs/" + id);
            return out.at("status").get<std::string>() == status;
        }));
        return out;
    }

    state_of_first_version state;
    running_service running{{}, std::chrono::seconds(2), [this](server_options& options) {
                                options.state_dir = state.path();
                                auto file =
                                    store::database_file::open(state.path() / store::database_name);
                                REQUIRE(file);
                                options.database = std::move(*file);
                                options.request_secret = state_of_first_version::request_secret;
                                options.master_key = master_key_of_first_version();
                            }};
    http_client client{running.port()};
    headers ada{{"X-API-Key", state_of_first_version::key}};
};

} // namespace thimble::service::test
