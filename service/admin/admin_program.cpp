#include "service/admin/admin_program.hpp"

#include "program/early_exit.hpp"
#include "program/state_directory.hpp"
#include "service/accounts/password.hpp"
#include "service/admin/admin_client.hpp"
#include "service/admin/admin_commands.hpp"
#include "service/admin/admin_handler.hpp"
#include "store/database_file.hpp"

#include <expected>
#include <iostream>

namespace thimble::service {

namespace {

constexpr std::size_t shortest_password = 12;
constexpr std::size_t longest_password = 1024;

int fail(int code, const std::string& why)
{
    std::cerr << "thimble-service: " << why << '\n';
    return code;
}

/// Only the hash of a password leaves this process.
std::expected<std::string, std::string> hash_of_typed_password()
{
    std::string password;
    if (!std::getline(std::cin, password) || password.size() < shortest_password ||
        password.size() > longest_password)
        return std::unexpected("A password has 12 to 1024 characters, on one line of standard "
                               "input");
    return hash_password(password);
}

/// A mistyped directory is not made: what would be done there would be lost on its operator.
bool has_no_database(const std::filesystem::path& state_dir)
{
    std::error_code unknown;
    return !std::filesystem::exists(state_dir / store::database_name, unknown) && !unknown;
}

std::expected<admin_answer, early_exit> run_on_database(const std::filesystem::path& state_dir,
                                                        const admin_request& asked)
{
    const auto state = state_directory::open(state_dir);
    if (!state)
        return std::unexpected(early_exit{.code = exit_cannot_create, .text = state.error()});
    auto file = store::database_file::open(state->path() / store::database_name);
    if (!file)
        return std::unexpected(early_exit{.code = exit_cannot_create, .text = file.error()});
    auto answer = file->run([&](store::transaction& on) { return run_admin_command(on, asked); });
    if (!answer)
        return std::unexpected(early_exit{.code = exit_failed, .text = answer.error().text});
    return std::move(*answer);
}

} // namespace

int run_admin_program(const std::filesystem::path& state_dir, admin_request asked)
{
    if (has_no_database(state_dir))
        return fail(exit_cannot_create,
                    "There is no service state in " + state_dir.string() +
                        "; start thimble-service there once, or name another directory with "
                        "--state-dir");
    if (asked.command == "account password") {
        auto hash = hash_of_typed_password();
        if (!hash)
            return fail(exit_usage, hash.error());
        asked.arguments["password_hash"] = std::move(*hash);
    }
    auto answer = ask_running_service(admin_handler::socket_in(state_dir), asked);
    if (!answer) {
        auto alone = run_on_database(state_dir, asked);
        if (!alone)
            return fail(alone.error().code, alone.error().text);
        answer = std::move(*alone);
    }
    if (!answer->done)
        return fail(exit_failed, answer->text);
    if (!answer->text.empty())
        std::cout << answer->text << '\n';
    return exit_ok;
}

} // namespace thimble::service
