#include "tests/service/rest/sessions/with_agent.hpp"

#include "tests/e2e/eventually.hpp"

namespace thimble::service::test {

using nlohmann::json;

namespace {

link::result answer(const link::command& what)
{
    return std::holds_alternative<link::screenshot>(what.what) ? grey_picture(what) : success(what);
}

} // namespace

with_agent::with_agent(const char* script,
                       limits granted,
                       const std::function<void(server_options&)>& adjust)
    : model(script), running(
                         granted,
                         std::chrono::seconds(2),
                         [&](server_options& options) {
                             options.model = model.as(models::provider_kind::openai);
                             if (adjust)
                                 adjust(options);
                         },
                         [](scripted_desktop& desktop) { desktop.script = answer; }),
      phone_id(running.attach(phone("udid-1")))
{
}

json with_agent::begin(const json& more)
{
    json body{{"instruction", "Set an alarm for 7:30"}};
    body.update(more);
    const auto made = client.post("/v1/sessions", body.dump());
    INFO(made.body);
    REQUIRE(made.status == 201);
    return made.json();
}

json with_agent::session(const std::string& id)
{
    return client.get("/v1/sessions/" + id).json();
}

bool with_agent::becomes(const std::string& id, const std::string& status)
{
    return e2e::eventually(std::chrono::seconds(30),
                           [&] { return session(id).at("status") == status; });
}

reply with_agent::tell(const std::string& id, const std::string& what, const std::string& body)
{
    return client.post("/v1/sessions/" + id + "/" + what, body);
}

std::string session_path(const json& of, const std::string& tail)
{
    return "/v1/sessions/" + of.at("id").get<std::string>() + tail;
}

} // namespace thimble::service::test
