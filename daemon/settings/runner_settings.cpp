#include "daemon/settings/runner_settings.hpp"

#include "text/whole_number.hpp"

namespace thimble::daemon {

void add_runner_flags(CLI::App& app, service::flag_values& values)
{
    app.add_option("--runners", values["runners"],
                   "on: start WebDriverAgent where it is installed, and keep it running; off [on]")
        ->type_name("on|off");
}

std::expected<bool, service::early_exit> read_runners(const service::settings& settings)
{
    const auto* const given = service::find_setting(settings, "runners");
    if (given == nullptr || given->value == "on")
        return true;
    if (given->value != "off")
        return std::unexpected(service::wrong_setting(*given, "must be on or off"));
    return false;
}

std::expected<int, service::early_exit> read_runner_restarts(const service::settings& settings)
{
    const auto* const given = service::find_setting(settings, "runner_restarts");
    if (given == nullptr)
        return usual_runner_restarts;
    const auto read = service::whole_number(given->value, 0, most_runner_restarts);
    if (!read)
        return std::unexpected(
            service::wrong_setting(*given, "must be a whole number from 0 to 1000"));
    return *read;
}

} // namespace thimble::daemon
