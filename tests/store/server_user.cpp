#include "tests/store/server_user.hpp"

#include <pwd.h>
#include <stdexcept>
#include <unistd.h>
#include <utility>

namespace thimble::service::store::test {

namespace fs = std::filesystem;

namespace {

/// Runs the server for root.
constexpr auto* stand_in = "nobody";

} // namespace

std::optional<std::pair<uid_t, gid_t>> server_user()
{
    if (::geteuid() != 0)
        return std::nullopt;
    const passwd* const whom = ::getpwnam(stand_in); // NOLINT(concurrency-mt-unsafe): one thread
    if (whom == nullptr)
        throw std::runtime_error("there is no user nobody for PostgreSQL, which refuses root");
    return std::pair(whom->pw_uid, whom->pw_gid);
}

server_command
as_server_user(const fs::path& folder, const fs::path& what, const e2e::arguments& with)
{
    if (!fs::exists("/usr/bin/setpriv"))
        return {.program = what.string(), .words = with};
    e2e::arguments words{"--chdir=" + folder.string(), "setpriv", "--pdeathsig", "INT"};
    if (const auto whom = server_user())
        words.insert(words.end(), {"--reuid", std::to_string(whom->first), "--regid",
                                   std::to_string(whom->second), "--clear-groups"});
    words.emplace_back("--");
    words.push_back(what.string());
    words.insert(words.end(), with.begin(), with.end());
    return {.program = "env", .words = std::move(words)};
}

void give_to_server_user(const fs::path& folder)
{
    const auto whom = server_user();
    if (whom && ::chown(folder.c_str(), whom->first, whom->second) != 0)
        throw std::runtime_error(folder.string() + " cannot be given to nobody");
}

} // namespace thimble::service::store::test
