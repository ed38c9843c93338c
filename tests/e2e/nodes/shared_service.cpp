#include "tests/e2e/nodes/shared_service.hpp"

#include "tests/catch2.hpp"
#include "tests/e2e/eventually.hpp"

namespace thimble::e2e {

using nlohmann::json;

shared_service::shared_service()
{
    home->more = model.variables();
    system.emplace(phones, home, arguments{}, arrangement::nodes);
    REQUIRE(system->until_ready(phone, ready_limit));
    phone.make("open", {{"bundle_id", "com.thimble.sketch"}});
}

http_client shared_service::at(std::size_t node, const std::string& key) const
{
    return http_client(system->nodes().port_of(node % count()), {{"X-API-Key", key}});
}

json shared_service::order(const std::string& instruction) const
{
    return {{"instruction", instruction}, {"phone_id", system->id_of(phone)}};
}

json ended_job(const http_client& at, const std::string& id)
{
    json out;
    const bool ended = eventually(30s, [&] {
        out = at.get("/v1/jobs/" + id).json();
        const auto status = out.value("status", "");
        return status == "completed" || status == "failed";
    });
    INFO(out.dump());
    CHECK(ended);
    return out;
}

} // namespace thimble::e2e
