#include "service/admin/admin_program.hpp"

#include "program/early_exit.hpp"
#include "program/state_directory.hpp"
#include "service/accounts/password.hpp"
#include "service/admin/admin_client.hpp"
#include "service/admin/admin_commands.hpp"
#include "service/admin/admin_handler.hpp"
#include "store/database_file.hpp"
#include "store/store_copy.hpp"

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

bool has_socket(const std::filesystem::path& state_dir)
{
    std::error_code unknown;
    return std::filesystem::exists(admin_handler::socket_in(state_dir), unknown) && !unknown;
}

int fail_without_database(const std::filesystem::path& state_dir)
{
    return fail(exit_cannot_create,
                "There is no service state in " + state_dir.string() +
                    "; start thimble-service there once, or name another directory with "
                    "--state-dir, or its PostgreSQL with --store");
}

/// As long as the file in the state directory is used: nobody else has it then.
std::expected<state_directory, early_exit> taken(const std::filesystem::path& state_dir)
{
    auto state = state_directory::open(state_dir);
    if (!state)
        return std::unexpected(early_exit{.code = exit_cannot_create, .text = state.error()});
    return std::move(*state);
}

std::expected<store::database_file, early_exit> opened(const store::address& at)
{
    auto file = store::database_file::open(at);
    if (!file)
        return std::unexpected(early_exit{.code = exit_cannot_create, .text = file.error()});
    return std::move(*file);
}

std::expected<admin_answer, early_exit>
run_on_database(const std::filesystem::path& state_dir,
                const std::optional<store::server_address>& server,
                const admin_request& asked)
{
    std::optional<state_directory> held;
    if (!server) {
        auto state = taken(state_dir);
        if (!state)
            return std::unexpected(std::move(state.error()));
        held.emplace(std::move(*state));
    }
    auto file = opened(store::address_in(state_dir, server));
    if (!file)
        return std::unexpected(std::move(file.error()));
    auto answer = file->run([&](store::transaction& on) { return run_admin_command(on, asked); });
    if (!answer)
        return std::unexpected(early_exit{.code = exit_failed, .text = answer.error().text});
    return std::move(*answer);
}

/// While no service has the file: what it wrote meanwhile would be missing.
std::expected<std::string, early_exit>
copy_store(const std::filesystem::path& state_dir,
           const std::optional<store::server_address>& server)
{
    if (!server)
        return std::unexpected(early_exit{
            .code = exit_usage,
            .text = "Where to is not said: --store postgresql://HOST/DATABASE, or THIMBLE_STORE"});
    const auto held = taken(state_dir);
    if (!held)
        return std::unexpected(held.error());
    auto from = opened(state_dir / store::database_name);
    if (!from)
        return std::unexpected(std::move(from.error()));
    auto to = opened(*server);
    if (!to)
        return std::unexpected(std::move(to.error()));
    const auto done = store::copy_all(*from, *to);
    if (!done)
        return std::unexpected(early_exit{.code = exit_failed, .text = done.error()});
    return "Copied " + std::to_string(done->rows) + " rows of " + std::to_string(done->tables) +
           " tables to " + server->shown() + "; each was read back and compared";
}

} // namespace

int run_admin_program(const std::filesystem::path& state_dir,
                      const std::optional<store::server_address>& server,
                      admin_request asked)
{
    const bool copies = asked.command == "store copy";
    const bool has_nothing = (copies || !server) && has_no_database(state_dir);
    // A service that runs there may keep everything elsewhere, and knows where.
    if (has_nothing && (copies || !has_socket(state_dir)))
        return fail_without_database(state_dir);
    if (copies) {
        const auto said = copy_store(state_dir, server);
        if (!said)
            return fail(said.error().code, said.error().text);
        std::cout << *said << '\n';
        return exit_ok;
    }
    if (asked.command == "account password") {
        auto hash = hash_of_typed_password();
        if (!hash)
            return fail(exit_usage, hash.error());
        asked.arguments["password_hash"] = std::move(*hash);
    }
    auto answer = ask_running_service(admin_handler::socket_in(state_dir), asked);
    if (!answer && has_nothing) // its socket is a former one's
        return fail_without_database(state_dir);
    if (!answer) {
        auto alone = run_on_database(state_dir, server, asked);
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
