// Two servers of PostgreSQL, of which one is the synchronous standby of the other.
#pragma once

#include "tests/e2e/kept_port.hpp"
#include "tests/e2e/program.hpp"
#include "tests/e2e/temporary_directory.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>

namespace thimble::service::store::test {

struct pair_setting {
    /// Addresses that both listen on, and the network that is let in without a password.
    std::string listen = "127.0.0.1";
    std::string trusted = "127.0.0.1/32";
};

/// Each commit is on both, also after fail_over(). Belongs to the thread that made it: the servers
/// end with the thread that has started them.
class postgresql_pair {
public:
    /// Both run, and the second follows the first, when it returns.
    postgresql_pair(std::filesystem::path programs, pair_setting how = {});
    postgresql_pair(const postgresql_pair&) = delete;
    postgresql_pair& operator=(const postgresql_pair&) = delete;
    ~postgresql_pair();

    std::uint16_t port_of(std::size_t server) const { return servers_.at(server).port.number(); }

    /// An empty database of that name on both.
    void make_database(const std::string& name);

    // The one that takes writes goes and comes back; what it had not answered is not done.
    void stop_primary();
    void start_primary();

    // While the standby is away, nothing is committed.
    void stop_standby();
    void start_standby();

    /// Stops the one that takes writes, with what it has open cut off, and has the other take its
    /// place. Nothing is committed from then on, as there is no standby, until rejoin(): the former
    /// one comes back, empty, and follows.
    void fail_over();
    void rejoin();

    /// True if the test is root's and may mount: each server's data has a disk of its own.
    bool disk_can_be_filled() const noexcept { return own_disk_; }
    void fill_disk();
    void free_disk();

    std::string logs() const;

    static constexpr auto* owner = "thimble";

private:
    struct server {
        e2e::temporary_directory folder;
        e2e::kept_port port;
        bool mounted = false;
        std::unique_ptr<e2e::program> running;

        std::filesystem::path disk() const { return folder.path() / "disk"; }
        std::filesystem::path data() const { return disk() / "data"; }
    };

    void prepare_disk(server& of);
    void run_at(const server& at, const std::string& name, const e2e::arguments& words) const;
    std::string ask(const server& at, const std::string& statement) const;
    void initialise(server& first);
    void follow(server& behind, const server& ahead);
    void start(server& which, bool with_standby);
    void stop(server& which);
    bool accepts(const server& at) const;
    void wait_for_standby();

    server& primary() { return servers_.at(primary_); }
    server& standby() { return servers_.at(1 - primary_); }

    std::filesystem::path programs_;
    pair_setting how_;
    std::array<server, 2> servers_;
    std::size_t primary_ = 0;
    bool own_disk_ = true;
};

} // namespace thimble::service::store::test
