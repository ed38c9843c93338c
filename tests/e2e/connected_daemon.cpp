#include "tests/e2e/connected_daemon.hpp"

#include "tests/e2e/eventually.hpp"

#include <regex>
#include <stdexcept>

namespace thimble::e2e {

namespace {

arguments connected_line(const household& home, const std::string& url, const arguments& more)
{
    arguments all{"--service", url, "--state-dir", home.state.path().string()};
    all.insert(all.end(), more.begin(), more.end());
    return all;
}

environment merged(environment all, const environment& changes)
{
    for (const auto& [name, value] : changes)
        all[name] = value;
    return all;
}

std::string code_of(program& enrolling)
{
    const std::regex line("code: ([A-Z0-9]{4}-[A-Z0-9]{4})\n");
    std::smatch found;
    std::string printed;
    const bool shown = eventually(30s, [&] {
        printed = enrolling.output();
        return std::regex_search(printed, found, line);
    });
    if (!shown)
        throw std::runtime_error("no code: " + printed + enrolling.errors());
    return found[1];
}

} // namespace

void enrol(const service_program& service,
           const household& home,
           const std::string& url,
           const std::string& account,
           const arguments& more)
{
    enrol(*service.state(), home, url, account, more);
}

void enrol(const temporary_directory& service_state,
           const household& home,
           const std::string& url,
           const std::string& account,
           const arguments& more)
{
    arguments line{"enroll"};
    const auto rest = connected_line(home, url, more);
    line.insert(line.end(), rest.begin(), rest.end());
    program enrolling("thimbled", line, home.own_surroundings());
    const auto approved =
        run_admin(service_state, {"desktop", "approve", code_of(enrolling), "--account", account});
    if (approved.code != 0)
        throw std::runtime_error("not approved: " + approved.errors);
    const auto ended = enrolling.wait(30s);
    if (!ended || ended->code != 0)
        throw std::runtime_error("not enrolled: " + enrolling.errors());
}

connected_daemon::connected_daemon(const virtual_phones& phones,
                                   const household& home,
                                   const std::string& url,
                                   const arguments& more,
                                   const environment& changes)
    : process_("thimbled", connected_line(home, url, more), merged(home.variables(phones), changes))
{
}

} // namespace thimble::e2e
