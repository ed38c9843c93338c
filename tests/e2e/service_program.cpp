#include "tests/e2e/service_program.hpp"

#include "tests/e2e/eventually.hpp"

#include <regex>
#include <stdexcept>

namespace thimble::e2e {

namespace {

arguments
service_line(const temporary_directory& state, const arguments& more, std::uint16_t wanted_port)
{
    arguments result{"--listen", "127.0.0.1:" + std::to_string(wanted_port), "--state-dir",
                     state.path().string()};
    result.insert(result.end(), more.begin(), more.end());
    return result;
}

environment variables(const temporary_directory& state, environment changes = {})
{
    changes["XDG_CONFIG_HOME"] = (state.path() / "config").string();
    return changes;
}

std::uint16_t port_of(program& service)
{
    const std::regex address("https?://127\\.0\\.0\\.1:([0-9]+)");
    std::smatch found;
    std::string printed;
    const bool listens = eventually(30s, [&] {
        printed = service.output();
        return std::regex_search(printed, found, address) || service.wait(0ms);
    });
    if (!listens || found.empty())
        throw std::runtime_error("thimble-service did not start: " + printed + service.errors());
    return static_cast<std::uint16_t>(std::stoul(found[1]));
}

std::string without_line_end(std::string text)
{
    return text.substr(0, text.find('\n'));
}

} // namespace

service_program::service_program(const arguments& more,
                                 std::shared_ptr<temporary_directory> state,
                                 std::uint16_t wanted_port,
                                 const environment& changes)
    : state_(state ? std::move(state) : std::make_shared<temporary_directory>()),
      process_(
          "thimble-service", service_line(*state_, more, wanted_port), variables(*state_, changes)),
      port_(port_of(process_))
{
}

run_result service_program::admin(const arguments& command) const
{
    return run_admin(*state_, command);
}

http_client service_program::client_of(const std::string& account) const
{
    return http_client(port_, {{"X-API-Key", key_of(account)}});
}

std::string service_program::key_of(const std::string& account) const
{
    const auto made = admin({"account", "create", account});
    const auto key = admin({"key", "create", "--account", account});
    if (made.code != 0 || key.code != 0)
        throw std::runtime_error("no account: " + made.errors + key.errors);
    return without_line_end(key.output);
}

run_result run_admin(const temporary_directory& state, const arguments& command)
{
    arguments all{"admin", "--state-dir", state.path().string()};
    all.insert(all.end(), command.begin(), command.end());
    return run("thimble-service", all, variables(state));
}

} // namespace thimble::e2e
