#include "daemon/settings/connection_settings.hpp"

#include "program/milliseconds.hpp"

namespace thimble::daemon {

namespace {

using service::early_exit;
using service::find_setting;
using service::wrong_setting;

std::expected<void, early_exit> read_service(const service::settings& given,
                                             connection_settings& out)
{
    const auto* said = find_setting(given, "service");
    if (said == nullptr)
        return {};
    auto address = parse_service_address(said->value);
    if (!address)
        return std::unexpected(wrong_setting(*said, address.error()));
    out.service = std::move(*address);
    return {};
}

} // namespace

void add_connection_flags(CLI::App& app, service::flag_values& given)
{
    app.add_option("--service", given["service"],
                   "Drive this machine's phones for the service there: https://HOST[:PORT]")
        ->type_name("URL")
        ->expected(0, 1);
    app.add_option("--ca-file", given["ca_file"],
                   "Trust the authorities in this file (PEM) instead of the system's")
        ->type_name("FILE");
    app.add_option("--pin", given["pin"], "Accept this key of the service alone: sha256/BASE64")
        ->type_name("PIN");
    app.add_option("--reconnect-cap", given["reconnect_cap"],
                   "The longest wait before the next attempt to connect [30000]")
        ->type_name("MS");
}

std::expected<connection_settings, early_exit>
read_connection_settings(const service::settings& given)
{
    connection_settings out;
    if (auto read = read_service(given, out); !read)
        return std::unexpected(std::move(read.error()));
    if (const auto* said = find_setting(given, "ca_file"))
        out.ca_file = said->value;
    if (const auto* said = find_setting(given, "pin")) {
        auto pin = key_pin::parse(said->value);
        if (!pin)
            return std::unexpected(wrong_setting(*said, pin.error()));
        out.pin = std::move(*pin);
    }
    if (const auto* said = find_setting(given, "reconnect_cap")) {
        const auto cap = service::parse_milliseconds(said->value);
        if (!cap)
            return std::unexpected(wrong_setting(*said, "must be milliseconds from 1 to 3600000"));
        out.back_off.cap = *cap;
    }
    return out;
}

std::expected<connector_options, std::string> way_to(const service_address& service,
                                                     const connection_settings& settings,
                                                     const service::environment& variables)
{
    auto through = service::http::proxy_for(service, variables);
    if (!through)
        return std::unexpected(std::move(through.error()));
    return connector_options{.service = service,
                             .proxy = std::move(*through),
                             .ca_file = settings.ca_file,
                             .pin = settings.pin};
}

} // namespace thimble::daemon
