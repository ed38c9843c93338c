// thimble-service: the REST API as a program of its own.
#include "async/exception_text.hpp"
#include "async/home_watch.hpp"
#include "async/race.hpp"
#include "bus/nats_transport.hpp"
#include "program/core_dumps.hpp"
#include "program/logging.hpp"
#include "program/reload.hpp"
#include "program/service_manager.hpp"
#include "program/slow_handlers.hpp"
#include "program/state_directory.hpp"
#include "service/accounts/account_rows.hpp"
#include "service/admin/admin_program.hpp"
#include "service/server/descriptors.hpp"
#include "service/server/options.hpp"
#include "service/server/server.hpp"
#include "service/settings/master_key_file.hpp"
#include "text/uuid.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>
#include <openssl/crypto.h>
#include <spdlog/fmt/ostr.h>

#include <csignal>
#include <exception>
#include <expected>
#include <filesystem>
#include <functional>
#include <iostream>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace {

namespace asio = boost::asio;
namespace service = thimble::service;

/// Ten thousand daemons with two each, and their clients.
constexpr std::size_t most_connections = 32'768;

int fail(int code, const std::string& why)
{
    std::cerr << "thimble-service: " << why << '\n';
    return code;
}

/// The command line, environment and files as they are now.
using option_reader = std::function<std::expected<service::options, service::early_exit>()>;

asio::awaitable<void> until_signalled(asio::signal_set& signals)
{
    co_await signals.async_wait(asio::use_awaitable);
    signals.clear(); // from here on a signal does what it does to any process
    service::tell_stopping();
}

/// Serves until the first signal, drains, and ends; a second signal ends it at once.
asio::awaitable<void>
serve(service::server& server, asio::signal_set& signals, service::hangup_reload& reload)
{
    co_await thimble::async::race(server.run(), until_signalled(signals), reload.run(),
                                  service::notify_watchdog());
}

/// Runs `serving` and what it leaves behind to their ends. The process's exit code.
int run_to_the_end(asio::io_context& context,
                   asio::awaitable<void> serving,
                   asio::signal_set& signals,
                   const std::shared_ptr<spdlog::logger>& log)
{
    int code = service::exit_ok;
    asio::co_spawn(context, std::move(serving), [&](const std::exception_ptr& problem) {
        signals.clear(); // should something hang, a signal does what it does to any process
        if (!problem)
            return;
        log->critical("serving ended: {}", thimble::async::exception_text(problem));
        code = service::exit_failed;
    });
    thimble::async::home_watch(context, service::slow_handlers_to(log)).run();
    return code;
}

std::vector<service::reloadable>
reloadables(const option_reader& read_options,
            const std::shared_ptr<spdlog::logger>& log,
            const std::shared_ptr<service::http::certificate>& shown)
{
    std::vector<service::reloadable> all;
    all.push_back({.name = "the log level",
                   .reload = [read_options, log]() -> std::expected<void, std::string> {
                       const auto read = read_options();
                       if (!read)
                           return std::unexpected(read.error().text);
                       log->set_level(read->log_level);
                       return {};
                   }});
    if (shown)
        all.push_back({.name = "the certificate", .reload = [shown] { return shown->reload(); }});
    return all;
}

/// True where nobody can use it yet: nothing has been set up.
bool has_no_account(service::store::database_file& database)
{
    const auto none = database.run(
        [](service::store::transaction& on) { return service::all_accounts(on).empty(); });
    return none && *none;
}

/// For the person who has started it for the first time.
std::string first_steps(const service::options& given)
{
    const auto where =
        given.usual_state_dir ? "" : fmt::format(" --state-dir {}", given.state_dir.string());
    return fmt::format(
        "There is no account yet. Make one as the user that runs this, with a password "
        "for the dashboard\nand a key for programs:\n"
        "  thimble-service admin{0} account create NAME\n"
        "  thimble-service admin{0} account password NAME   (type it, then Return)\n"
        "  thimble-service admin{0} key create --account NAME\n"
        "Computers with phones join with: thimbled enroll --service URL\n",
        where);
}

/// For the person who started it, and for the service manager.
void announce(const std::string& address, const std::string& next_steps)
{
    std::cout << "Thimble is listening on " << address << '\n'
              << "Dashboard: " << address << "/\n"
              << next_steps << std::flush;
    service::tell_ready();
    service::tell_status("Listening on " + address);
}

using transport_maker =
    std::function<std::shared_ptr<service::bus::transport>(const asio::any_io_executor&)>;

/// nullptr: this node is alone. The error says what to install.
std::expected<transport_maker, std::string> transport_of(const service::options& given,
                                                         asio::io_context& home,
                                                         const std::shared_ptr<spdlog::logger>& log)
{
    if (!given.nats)
        return nullptr;
    try {
        return [made = service::bus::nats_transport::make(home.get_executor(), *given.nats, log)](
                   const auto&) { return made; };
    } catch (const std::exception& missing) {
        return std::unexpected(missing.what());
    }
}

/// Each node would make a key of its own, and none could open what another has sealed.
std::string no_shared_key(const std::filesystem::path& file)
{
    return fmt::format("{} is missing. All nodes of a service have the same master key: make it "
                       "once, with 'umask 077 && head -c 32 /dev/urandom > {}', and copy it to "
                       "every node",
                       file.string(), file.string());
}

/// The same as long as the database: at every node that shares it, so that each recognises the
/// requests, desktops and clients of the others.
std::expected<std::string, std::string> request_secret_of(const service::options& given,
                                                          const service::state_directory& state,
                                                          const service::master_key& key)
{
    if (given.nats)
        return key.derive("thimble request secret");
    return state.line("request-secret", service::random_uuid);
}

service::limits limits_of(const service::options& given)
{
    auto out = service::limits_within(service::raise_descriptor_limit(), most_connections);
    out.links.heartbeat = given.heartbeat.value_or(out.links.heartbeat);
    out.runs.kept_picture_bytes = given.pictures.bytes.value_or(out.runs.kept_picture_bytes);
    out.runs.kept_picture_age = given.pictures.age.value_or(out.runs.kept_picture_age);
    return out;
}

std::string address_of(const service::server& open, bool encrypted)
{
    return fmt::format("{}://{}", encrypted ? "https" : "http", fmt::streamed(open.endpoint()));
}

/// Where an operator finds the data, and the key that was made, if one was.
void note_places(spdlog::logger& log,
                 const service::options& given,
                 const std::filesystem::path& new_key)
{
    if (given.store_server)
        log.info("accounts, jobs{} sessions are in {}",
                 given.pictures_in_store ? ", pictures and" : " and", given.store_server->shown());
    if (!new_key.empty())
        service::note_new_key(log, new_key);
}

struct databases {
    service::store::database_file rows;
    std::optional<service::store::database_file> pictures; // nothing: they are files
};

/// Pictures have connections of their own: a job's row does not wait for them.
std::expected<databases, std::string> open_databases(const service::options& given,
                                                     const std::filesystem::path& state_dir)
{
    using service::store::database_file;
    auto rows = database_file::open(service::store::address_in(state_dir, given.store_server));
    if (!rows)
        return std::unexpected(rows.error());
    if (!given.pictures_in_store)
        return databases{.rows = std::move(*rows), .pictures = std::nullopt};
    auto pictures = database_file::open(*given.store_server);
    if (!pictures)
        return std::unexpected(pictures.error());
    return databases{.rows = std::move(*rows), .pictures = std::move(*pictures)};
}

int run(const service::options& given, const option_reader& read_options)
{
    const auto state = service::state_directory::open(given.state_dir);
    if (!state)
        return fail(service::exit_cannot_create, state.error());

    auto open = open_databases(given, state->path());
    if (!open)
        return fail(service::exit_cannot_create, open.error());
    const auto key_file =
        given.serving.master_key_file.value_or(state->path() / service::master_key_name);
    const bool makes_key = service::is_missing(key_file);
    if (makes_key && given.nats)
        return fail(service::exit_configuration, no_shared_key(key_file));
    const auto master_key = service::load_master_key(key_file, open->rows);
    if (!master_key)
        return fail(service::exit_configuration, master_key.error());
    const auto request_secret = request_secret_of(given, *state, **master_key);
    if (!request_secret)
        return fail(service::exit_cannot_create, request_secret.error());
    auto certificate = service::http::certificate::load(given.serving.tls);
    if (!certificate)
        return fail(service::exit_configuration, certificate.error());

    const auto next_steps = has_no_account(open->rows) ? first_steps(given) : std::string();
    asio::io_context context(1);
    const auto log = service::make_logger("thimble-service", given.log_level);
    const auto transport = transport_of(given, context, log);
    if (!transport)
        return fail(service::exit_unavailable, transport.error());
    note_places(*log, given, makes_key ? key_file : std::filesystem::path());
    service::server server(context.get_executor(),
                           {.listen = given.serving.listen,
                            .api_key = std::nullopt,
                            .state_dir = state->path(),
                            .database = std::move(open->rows),
                            .request_secret = *request_secret,
                            .master_key = *master_key,
                            .takes_operators = true,
                            .limits = limits_of(given),
                            .certificate = *certificate,
                            .proxies = given.serving.proxies,
                            .origins = given.serving.origins,
                            .public_urls = given.serving.public_urls,
                            .rate_limit = given.serving.rate_limit,
                            .picture_database = std::move(open->pictures),
                            .private_webhooks = given.serving.private_webhooks,
                            .model = given.model,
                            .rules = given.rules,
                            .transport = *transport},
                           log);
    asio::signal_set signals(context, SIGINT, SIGTERM);
    try {
        server.open();
    } catch (const std::exception& problem) {
        return fail(service::exit_unavailable, problem.what());
    }
    service::hangup_reload reload(context.get_executor(),
                                  reloadables(read_options, log, *certificate), log);
    announce(address_of(server, *certificate != nullptr), next_steps);
    return run_to_the_end(context, serve(server, signals, reload), signals, log);
}

} // namespace

int main(int argc, char** argv)
{
    service::forbid_core_dumps();
    // A thread of the store may still be in OpenSSL when the process ends: nothing is torn down
    // under it.
    OPENSSL_init_crypto(OPENSSL_INIT_NO_ATEXIT, nullptr);
    std::signal(SIGXFSZ, SIG_IGN); // a file that may not grow is a failed write, not the end
    const auto variables = service::process_environment();
    const auto read_options = [&] {
        return service::read_options(
            std::span<const char* const>(argv, static_cast<std::size_t>(argc)).subspan(1),
            variables);
    };
    const auto given = read_options();
    if (!given) {
        if (given.error().code != service::exit_ok)
            return fail(given.error().code, given.error().text);
        std::cout << given.error().text << '\n';
        return service::exit_ok;
    }
    if (given->admin)
        return service::run_admin_program(given->state_dir, given->store_server, *given->admin);
    std::signal(SIGPIPE, SIG_IGN); // whoever reads the log may go; the service goes on
    return run(*given, read_options);
}
