// A server of PostgreSQL of the test's own, in a temporary folder, behind a Unix socket.
#pragma once

#include "store/address.hpp"
#include "tests/e2e/program.hpp"
#include "tests/e2e/temporary_directory.hpp"

#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <string>

namespace thimble::service::store::test {

/// Runs as another user where the test is root's, whom PostgreSQL refuses.
class postgresql_server {
public:
    /// The folder with the server's programs; nothing where none is installed.
    static std::optional<std::filesystem::path> installed();

    /// That of this process, started by the first call, ended with the process. Where none is
    /// installed, the process ends at once with a line that CTest takes for a skipped test.
    static postgresql_server& shared();

    explicit postgresql_server(std::filesystem::path programs);
    postgresql_server(const postgresql_server&) = delete;
    postgresql_server& operator=(const postgresql_server&) = delete;
    ~postgresql_server();

    /// An empty database of that name, made by the first call. `more` is for CREATE DATABASE.
    server_address database(const std::string& name, const std::string& more = "");

    /// With what is in it; whoever is connected to it is cut off.
    void drop(const std::string& name);

    /// "postgresql://USER@…/NAME", where USER may have a password behind it. Only the user
    /// `careful` is asked for one.
    std::string url(const std::string& name, const std::string& user = owner) const;

    /// Cuts all connections; the databases stay.
    void stop();
    void start();

    const e2e::program& process() const { return *running_; }

    static constexpr auto* owner = "thimble";
    static constexpr auto* password_of_careful = "not-to-be-seen";

private:
    e2e::temporary_directory folder_;
    std::filesystem::path programs_;
    std::set<std::string> made_;
    std::unique_ptr<e2e::program> running_;
};

} // namespace thimble::service::store::test
