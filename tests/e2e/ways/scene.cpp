#include "tests/e2e/ways/scene.hpp"

#include "tests/catch2.hpp"

#include <algorithm>
#include <csignal>

namespace thimble::e2e {

using nlohmann::json;

namespace {

/// Of what has to come before the way begins; the way itself has its own limit.
constexpr auto preparation_limit = 60s;

} // namespace

scene::scene(const std::string& description)
    : phones_({.phones = {description}, .device_time = "0"}), phone_(phones_.at(0))
{
}

void scene::start(const arguments& more, const environment& variables)
{
    for (const auto& [name, value] : variables)
        home_->more[name] = value;
    daemon_.emplace(phones_, home_, more);
}

void scene::start_rival()
{
    const auto other = std::make_shared<household>();
    rival_.emplace(phones_, other);
    REQUIRE(rival_->until_ready(phone_, preparation_limit));
    home_->more["RUNTIME_DIRECTORY"] = (other->runtime.path() / "thimble").string();
}

void scene::end()
{
    daemon_->process().send_signal(SIGTERM);
    REQUIRE(daemon_->process().wait(30s));
    daemon_.reset();
}

void scene::until_named() const
{
    REQUIRE(daemon_->until_named(phone_, preparation_limit));
}

void scene::until_ready() const
{
    REQUIRE(daemon_->until_ready(phone_, preparation_limit));
}

void scene::until_reason(const std::string& code) const
{
    REQUIRE(eventually(preparation_limit, [&] {
        const auto now = reason();
        return now && now->code == code;
    }));
}

void scene::until_event(const std::string& kind) const
{
    REQUIRE(eventually(preparation_limit, [&] { return !phone_.events_of(kind).empty(); }));
}

void scene::until_fact(const std::string& name, const json& value) const
{
    REQUIRE(eventually(preparation_limit, [&] { return phone_.facts().at(name) == value; }));
}

void scene::until_runner_lost() const
{
    REQUIRE(eventually(preparation_limit, [&] { return reason().has_value(); }));
}

/// The phone's own services are reached.
void scene::until_tunnel() const
{
    REQUIRE(eventually(preparation_limit, [&] {
        const auto record = daemon_->record_of(phone_);
        if (record.is_null())
            return false;
        const auto& able = record.at("capabilities");
        return std::ranges::find(able, json("rotate")) != able.end();
    }));
}

void scene::replug() const
{
    phone_.make("unplug");
    REQUIRE(eventually(preparation_limit, [&] {
        const auto record = daemon_->record_of(phone_);
        return record.is_null() || record.at("connection_status") == "offline";
    }));
    phone_.make("plug");
}

std::optional<told_reason> scene::reason() const
{
    const auto record = daemon_->record_of(phone_);
    if (record.is_null() || record.at("connection_status") == "offline" ||
        record.at("readiness").at("blockers").empty())
        return std::nullopt;
    const auto& first = record.at("readiness").at("blockers").at(0);
    return told_reason{.code = first.at("code"),
                       .text = first.at("message").get<std::string>() + ' ' +
                               first.at("remedy").get<std::string>()};
}

bool scene::is_ready_again() const
{
    return daemon_->until_ready(phone_, preparation_limit);
}

void scene::fault(const std::string& service, const json& more) const
{
    json body{{"service", service}, {"kind", "error"}, {"count", 1000}};
    body.update(more);
    phone_.make("fault", body);
}

} // namespace thimble::e2e
