#include "tests/store/postgresql_pair.hpp"

#include "tests/e2e/eventually.hpp"
#include "tests/store/server_user.hpp"

#include <algorithm>
#include <fstream>
#include <stdexcept>
#include <sys/statvfs.h>
#include <unistd.h>
#include <utility>

namespace thimble::service::store::test {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

namespace {

constexpr auto command_limit = 120s;
constexpr auto start_limit = 60s;
constexpr auto* disk_size = "1g";
constexpr std::uintmax_t room_left = 64UL * 1024; // bytes, on a disk that is called full

/// The name under which a standby follows. Others that read the log, as a copy does while it is
/// made, do not count as one.
constexpr auto* follower = "standby";

bool ran(const e2e::run_result& what)
{
    return what.code == 0;
}

std::uintmax_t used_bytes(const fs::path& disk)
{
    struct statvfs found{};
    if (::statvfs(disk.c_str(), &found) != 0)
        throw std::runtime_error(disk.string() + " cannot be looked at");
    return static_cast<std::uintmax_t>(found.f_blocks - found.f_bfree) * found.f_frsize;
}

void resize(const fs::path& disk, const std::string& size)
{
    const auto done = e2e::run("mount", {"-o", "remount,size=" + size, disk.string()});
    if (!ran(done))
        throw std::runtime_error("remount: " + done.errors);
}

} // namespace

postgresql_pair::postgresql_pair(fs::path programs, pair_setting how)
    : programs_(std::move(programs)), how_(std::move(how))
{
    for (auto& each : servers_)
        prepare_disk(each);
    initialise(primary());
    start(primary(), false);
    follow(standby(), primary());
    stop(primary());
    start(primary(), true);
    start(standby(), true);
    wait_for_standby();
}

postgresql_pair::~postgresql_pair()
{
    for (auto& each : servers_) {
        stop(each);
        if (each.mounted)
            e2e::run("umount", {"--lazy", each.disk().string()});
    }
}

void postgresql_pair::prepare_disk(server& of)
{
    fs::create_directory(of.disk());
    give_to_server_user(of.folder.path());
    if (::geteuid() == 0 && own_disk_)
        of.mounted =
            ran(e2e::run("mount", {"-t", "tmpfs", "-o", "mode=0700,size=" + std::string(disk_size),
                                   "tmpfs", of.disk().string()}));
    own_disk_ = own_disk_ && of.mounted;
    give_to_server_user(of.disk());
}

void postgresql_pair::run_at(const server& at,
                             const std::string& name,
                             const e2e::arguments& words) const
{
    const auto [program, all] = as_server_user(at.folder.path(), programs_ / name, words);
    const auto done = e2e::run(program, all, {}, command_limit);
    if (!ran(done))
        throw std::runtime_error(name + ": " + done.output + done.errors);
}

std::string postgresql_pair::ask(const server& at, const std::string& statement) const
{
    const auto done =
        e2e::run((programs_ / "psql").string(),
                 {"--host", at.folder.path().string(), "--port", std::to_string(at.port.number()),
                  "--username", owner, "--dbname", "postgres", "--no-psqlrc", "--tuples-only",
                  "--no-align", "--command", statement},
                 {}, command_limit);
    return ran(done) ? done.output : "";
}

void postgresql_pair::initialise(server& first)
{
    run_at(first, "initdb",
           {"--pgdata", first.data().string(), "--username", owner, "--auth=trust",
            "--encoding=UTF8", "--locale=C", "--no-sync"});
    std::ofstream(first.data() / "pg_hba.conf")
        << "local all all trust\nlocal replication all trust\nhost all all " << how_.trusted
        << " trust\n";
}

/// A copy of what the other has now, which goes on from there.
void postgresql_pair::follow(server& behind, const server& ahead)
{
    fs::remove_all(behind.data());
    run_at(behind, "pg_basebackup",
           {"--pgdata", behind.data().string(), "--host", ahead.folder.path().string(), "--port",
            std::to_string(ahead.port.number()), "--username", owner, "--checkpoint=fast",
            "--wal-method=stream", "--no-sync", "--write-recovery-conf"});
}

void postgresql_pair::start(server& which, bool with_standby)
{
    const auto& other = &which == &servers_.front() ? servers_.back() : servers_.front();
    const auto [program, words] =
        as_server_user(which.folder.path(), programs_ / "postgres",
                       {"-D",
                        which.data().string(),
                        "-F",
                        "-k",
                        which.folder.path().string(),
                        "-p",
                        std::to_string(which.port.number()),
                        "-c",
                        "listen_addresses=" + how_.listen,
                        "-c",
                        "shared_buffers=16MB",
                        "-c",
                        "max_connections=80",
                        "-c",
                        "wal_keep_size=64MB",
                        "-c",
                        "min_wal_size=32MB",
                        "-c",
                        "max_wal_size=64MB",
                        "-c",
                        "wal_receiver_timeout=5s",
                        "-c",
                        "wal_sender_timeout=5s",
                        "-c",
                        "wal_retrieve_retry_interval=200ms",
                        "-c",
                        std::string("synchronous_standby_names=") + (with_standby ? follower : ""),
                        "-c",
                        "primary_conninfo=host=" + other.folder.path().string() +
                            " port=" + std::to_string(other.port.number()) + " user=" + owner +
                            " application_name=" + follower});
    which.running = std::make_unique<e2e::program>(program, words);
    if (!e2e::eventually(start_limit, [&] { return accepts(which); }))
        throw std::runtime_error("PostgreSQL does not start: " + which.running->errors());
}

bool postgresql_pair::accepts(const server& at) const
{
    return ran(e2e::run((programs_ / "pg_isready").string(),
                        {"--host", at.folder.path().string(), "--port",
                         std::to_string(at.port.number()), "--quiet"}));
}

/// Until then a commit waits.
void postgresql_pair::wait_for_standby()
{
    const auto follows = [&] {
        return ask(primary(), "SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'")
            .starts_with('1');
    };
    if (!e2e::eventually(start_limit, follows))
        throw std::runtime_error("the standby does not follow: " + logs());
}

/// Cuts what is connected. One that has ended by itself, on a full disk, is only forgotten.
void postgresql_pair::stop(server& which)
{
    if (which.running && !which.running->interrupt(60s))
        throw std::runtime_error("PostgreSQL does not stop: " + which.running->errors());
    which.running.reset();
}

void postgresql_pair::make_database(const std::string& name)
{
    ask(primary(), "CREATE DATABASE \"" + name + "\"");
}

void postgresql_pair::stop_primary()
{
    stop(primary());
}

void postgresql_pair::start_primary()
{
    start(primary(), true);
    wait_for_standby();
}

void postgresql_pair::stop_standby()
{
    stop(standby());
}

void postgresql_pair::start_standby()
{
    start(standby(), true);
    wait_for_standby();
}

void postgresql_pair::fail_over()
{
    stop(primary());
    run_at(standby(), "pg_ctl", {"promote", "--pgdata", standby().data().string(), "--wait"});
    primary_ = 1 - primary_;
}

void postgresql_pair::rejoin()
{
    follow(standby(), primary());
    start(standby(), true);
    wait_for_standby();
}

void postgresql_pair::fill_disk()
{
    const auto disk = primary().disk();
    resize(disk, std::to_string(used_bytes(disk) + room_left));
}

/// A server that could not write its log has ended.
void postgresql_pair::free_disk()
{
    resize(primary().disk(), disk_size);
    if (primary().running->wait(0ms)) {
        primary().running.reset();
        start(primary(), true);
    }
    wait_for_standby();
}

std::string postgresql_pair::logs() const
{
    constexpr std::size_t most = 3000; // bytes of each
    std::string out;
    for (std::size_t i = 0; i < servers_.size(); ++i) {
        if (!servers_[i].running)
            continue;
        const auto log = servers_[i].running->errors();
        out += "\nPostgreSQL " + std::to_string(i) + (i == primary_ ? ", primary" : "") + ":\n" +
               log.substr(log.size() - std::min(log.size(), most));
    }
    return out;
}

} // namespace thimble::service::store::test
