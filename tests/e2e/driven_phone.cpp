#include "tests/e2e/driven_phone.hpp"

#include <algorithm>

namespace thimble::e2e {

using nlohmann::json;

namespace {

std::shared_ptr<household> household_with(const environment& variables)
{
    auto out = std::make_shared<household>();
    out->more = variables;
    return out;
}

} // namespace

driven_phone::driven_phone(const std::string& model,
                           const std::string& device_time,
                           const arguments& more,
                           const environment& variables)
    : phones_({.phones = {model}, .device_time = device_time}), phone_(phones_.at(0)),
      daemon_(phones_, household_with(variables), more)
{
    REQUIRE(daemon_.until_ready(phone_, ready_limit));
    wait_until_named();
}

void driven_phone::wait_until_named() const
{
    REQUIRE(daemon_.until_named(phone_, ready_limit));
}

void driven_phone::open(const std::string& app) const
{
    phone_.make("open", {{"bundle_id", app}});
    REQUIRE(front_app() == app);
    wait_until_known();
}

void driven_phone::turn(const std::string& to) const
{
    phone_.make("rotate", {{"orientation", to}});
    wait_until_known();
}

/// A picture is what makes the daemon look again.
void driven_phone::wait_until_known() const
{
    const auto turned = fact("orientation");
    if (daemon_.record_of(phone_).at("orientation") == turned)
        return;
    REQUIRE(eventually(30s, [&] {
        get("screenshot");
        return daemon_.record_of(phone_).at("orientation") == turned;
    }));
}

json driven_phone::act(const std::string& name, const json& body) const
{
    const auto answer = attempt(name, body);
    INFO(name << " " << body.dump() << ": " << answer.body);
    REQUIRE(answer.status == 200);
    return answer.json();
}

http_answer driven_phone::attempt(const std::string& name, const json& body) const
{
    return daemon_.api().post(path(name), body.dump());
}

std::string driven_phone::refused(const std::string& name, const json& body) const
{
    const auto answer = attempt(name, body);
    INFO(name << " " << body.dump() << ": " << answer.body);
    REQUIRE(answer.status >= 400);
    const auto error = answer.json();
    const auto cause = error.at("context").value("cause", "");
    return error.at("error").get<std::string>() + (cause.empty() ? "" : " " + cause);
}

http_answer driven_phone::get(const std::string& rest) const
{
    return daemon_.api().get(path(rest));
}

json driven_phone::elements() const
{
    const auto answer = get("elements");
    INFO(answer.body);
    REQUIRE(answer.status == 200);
    return answer.json();
}

pixel driven_phone::middle_of(const std::string& label) const
{
    const auto seen = elements();
    for (const auto& one : seen.at("elements"))
        if (one.at("label") == label)
            return {.x = one.at("x").get<int>() + one.at("width").get<int>() / 2,
                    .y = one.at("y").get<int>() + one.at("height").get<int>() / 2};
    FAIL("no element '" << label << "' among " << seen.dump());
    return {};
}

pixel driven_phone::middle() const
{
    const auto record = daemon_.record_of(phone_);
    return {.x = record.at("width").get<int>() / 2, .y = record.at("height").get<int>() / 2};
}

bool driven_phone::is_a(const std::string& model) const
{
    return fact("model") == model;
}

bool driven_phone::recognised(const std::string& gesture, std::size_t since) const
{
    return std::ranges::any_of(phone_.events_of("gesture", since),
                               [&](const json& event) { return event.at("name") == gesture; });
}

std::vector<json> driven_phone::touches_since(std::size_t since) const
{
    return phone_.events_of("touch", since);
}

} // namespace thimble::e2e
