// PostgreSQL, NATS and the key file that the nodes of one service share.
#pragma once

#include "tests/bus/nats_server.hpp"
#include "tests/e2e/program.hpp"
#include "tests/e2e/temporary_directory.hpp"

#include <string>
#include <vector>

namespace thimble::e2e {

/// With a database of its own on the server of PostgreSQL that this process has (see
/// postgresql_server::shared()), and a server of NATS of its own.
class backing_services {
public:
    backing_services();
    backing_services(const backing_services&) = delete;
    backing_services& operator=(const backing_services&) = delete;
    ~backing_services();

    /// For a node, in its environment.
    environment variables() const;

    /// URL of the database.
    std::string store() const;

    /// All that is in it, as `pg_dump` writes it.
    std::string content() const;

    service::bus::test::nats_server& nats() noexcept { return nats_; }

private:
    temporary_directory folder_; // of the key
    std::string database_;
    service::bus::test::nats_server nats_;
};

/// Programs that several nodes need and that are not installed here.
std::vector<std::string> missing_for_nodes();

/// Ends the process with a line that CTest takes for a skipped test, where something is missing.
void require_programs_for_nodes();

/// A master key in a file that its owner alone can read.
void write_master_key(const std::filesystem::path& file);

} // namespace thimble::e2e
