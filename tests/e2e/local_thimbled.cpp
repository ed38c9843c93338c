// Lets thimbled choose a free port and reads it from what thimbled prints.
#include "tests/e2e/local_thimbled.hpp"

#include "tests/e2e/eventually.hpp"

#include <regex>
#include <stdexcept>

namespace thimble::e2e {

namespace {

arguments command_line(const household& home, const arguments& more)
{
    arguments result{"--local", "--listen", "127.0.0.1:0", "--state-dir",
                     home.state.path().string()};
    result.insert(result.end(), more.begin(), more.end());
    return result;
}

environment with_key(environment all)
{
    all["THIMBLE_API_KEY"] = local_thimbled::key;
    return all;
}

std::uint16_t port_of(program& daemon)
{
    const std::regex address("http://127\\.0\\.0\\.1:([0-9]+)");
    std::smatch found;
    std::string printed;
    const bool listens = eventually(30s, [&] {
        printed = daemon.output();
        return std::regex_search(printed, found, address);
    });
    if (!listens)
        throw std::runtime_error("thimbled did not start: " + printed + daemon.errors());
    return static_cast<std::uint16_t>(std::stoul(found[1]));
}

} // namespace

environment household::surroundings(const virtual_phones& phones) const
{
    auto result = phones.surroundings();
    result["XDG_RUNTIME_DIR"] = runtime.path().string();
    result["XDG_CONFIG_HOME"] = (state.path() / "config").string();
    return result;
}

local_thimbled::local_thimbled(const virtual_phones& phones, const arguments& more)
    : local_thimbled(phones, std::make_shared<household>(), more)
{
}

local_thimbled::local_thimbled(const virtual_phones& phones,
                               std::shared_ptr<household> home,
                               const arguments& more)
    : home_(std::move(home)),
      process_("thimbled", command_line(*home_, more), with_key(home_->surroundings(phones))),
      port_(port_of(process_)), api_(port_, {{"X-API-Key", key}})
{
}

nlohmann::json local_thimbled::record_of(const virtual_phone& phone) const
{
    for (const auto& record : api_.get("/v1/phones").json()) {
        if (record.at("unique_id") == phone.udid())
            return record;
    }
    return nullptr;
}

std::string local_thimbled::id_of(const virtual_phone& phone) const
{
    const auto record = record_of(phone);
    if (record.is_null())
        throw std::runtime_error("the service does not know " + phone.udid());
    return record.at("id");
}

bool local_thimbled::until_ready(const virtual_phone& phone, std::chrono::milliseconds limit) const
{
    return eventually(limit, [&] {
        const auto record = record_of(phone);
        return !record.is_null() && record.at("connection_status") != "offline" &&
               record.at("readiness").at("ready") == true;
    });
}

std::string local_thimbled::path(const virtual_phone& phone, const std::string& rest) const
{
    return "/v1/phones/" + id_of(phone) + rest;
}

} // namespace thimble::e2e
