#include "daemon/serving/local_mode.hpp"

#include "async/race.hpp"
#include "daemon/control/runtime_directory.hpp"
#include "daemon/control/serving_process.hpp"
#include "daemon/report/version.hpp"
#include "daemon/serving/debug_answers.hpp"
#include "daemon/serving/local_desktop.hpp"
#include "daemon/serving/run_loop.hpp"
#include "daemon/settings/host_uuid.hpp"
#include "program/logging.hpp"
#include "program/reload.hpp"
#include "program/service_manager.hpp"
#include "program/state_directory.hpp"
#include "service/server/descriptors.hpp"
#include "service/server/server.hpp"
#include "service/settings/api_key.hpp"
#include "service/settings/master_key_file.hpp"
#include "text/uuid.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/host_name.hpp>

#include <iostream>
#include <sstream>

namespace thimble::daemon {

namespace asio = boost::asio;

namespace {

/// Time for requests under way once a signal has come.
constexpr std::chrono::milliseconds drain_time{2000};

constexpr std::chrono::seconds idle_time{30}; // without a client, where there should be one

/// Parts that are there before the first socket is opened.
struct foundations {
    service::state_directory state;
    runtime_directory runtime;
    journal records;
    std::string api_key;
    std::string desktop_id;
    std::string host_uuid; // by which phones know this computer
    std::string request_secret;
    service::master_key_ptr master_key;
    service::store::database_file database;
    std::shared_ptr<service::http::certificate> certificate; // nullptr: plain HTTP
};

/// Everything that one run of local mode owns; users after what they use. Home thread.
class local_mode {
public:
    local_mode(const options& given, foundations& on, const std::shared_ptr<spdlog::logger>& log);

    /// Opens control socket and port; where it listens. An error is a sentence.
    std::expected<std::string, std::string> open();

    /// For the person who has started it. After open().
    std::optional<std::string> sign_in_link() { return loop_.phones().sign_in_link(); }

    /// Serves until a signal ends it; the service then drains.
    int run();

private:
    std::vector<service::reloadable> reloadables() const;
    asio::awaitable<void> until_left_alone();

    bool while_used_;
    std::filesystem::path runtime_directory_;
    asio::ip::tcp::endpoint wanted_; // where it is to listen
    std::shared_ptr<spdlog::logger> log_;
    asio::io_context context_{1};
    std::string desktop_id_;
    std::shared_ptr<service::http::certificate> certificate_;
    service::server server_;
    run_loop loop_;
};

std::string text_of(const asio::ip::tcp::endpoint& at)
{
    std::ostringstream text;
    text << at;
    return text.str();
}

std::string address_of(const asio::ip::tcp::endpoint& at, bool encrypted)
{
    return (encrypted ? "https://" : "http://") + text_of(at);
}

service::limits limits_of(const options& given)
{
    auto out = service::limits_within(service::raise_descriptor_limit());
    out.runs.kept_picture_bytes = given.pictures.bytes.value_or(out.runs.kept_picture_bytes);
    out.runs.kept_picture_age = given.pictures.age.value_or(out.runs.kept_picture_age);
    return out;
}

service::server_options server_options_of(const options& given, const foundations& on)
{
    return {.listen = given.serving.listen,
            .api_key = on.api_key,
            .state_dir = on.state.path(),
            .database = on.database,
            .request_secret = on.request_secret,
            .master_key = on.master_key,
            .drain = drain_time,
            .limits = limits_of(given),
            .certificate = on.certificate,
            .proxies = given.serving.proxies,
            .origins = given.serving.origins,
            .public_urls = given.serving.public_urls,
            .rate_limit = given.serving.rate_limit,
            .upload_bytes = given.upload_bytes,
            .private_webhooks = given.serving.private_webhooks,
            .model = given.model,
            .rules = given.rules};
}

local_mode::local_mode(const options& given,
                       foundations& on,
                       const std::shared_ptr<spdlog::logger>& log)
    : while_used_(given.while_used), runtime_directory_(on.runtime.path()),
      wanted_(given.serving.listen), log_(log), desktop_id_(on.desktop_id),
      certificate_(on.certificate),
      server_(context_.get_executor(), server_options_of(given, on), log),
      loop_(context_,
            {.runtime_directory = on.runtime.path(),
             .on_phone =
                 [this](const link::phone_state& phone) {
                     server_.phone_changed(desktop_id_, phone);
                 },
             .on_host =
                 [this](const std::vector<link::blocker>& blockers) {
                     server_.host_changed(desktop_id_, blockers);
                 },
             .record_to = given.record_to,
             .most_live_frames = given.live_fps,
             .tunnels = given.tunnels,
             .runners = given.runners,
             .runner_restarts = given.runner_restarts,
             .images = given.images,
             .host_uuid = on.host_uuid,
             .state_dir = on.state.path(),
             .app_look = given.app_look},
            on.records,
            log)
{
}

std::expected<std::string, std::string> local_mode::open()
{
    loop_.answer_beside(server_.rest());
    loop_.answer_mcp_with([this] { return server_.open_mcp_client(); });
    if (auto opened = loop_.open(reloadables()); !opened)
        return std::unexpected(opened.error());
    try {
        server_.open();
    } catch (const std::exception& problem) {
        std::string why = problem.what();
        if (const auto other = process_that_serves(runtime_directory_, wanted_))
            why += "; thimbled listens there, process " + std::to_string(*other);
        return std::unexpected(std::move(why));
    }
    server_.desktop_connected(
        {.id = desktop_id_, .name = asio::ip::host_name(), .version = std::string(version)},
        std::make_shared<local_desktop>(loop_.phones().executor(), loop_.phones().streams(),
                                        loop_.phones().videos(), loop_.apps()));
    loop_.phones().set_names([this](const std::string& udid) {
        const auto id = local_phone_id(udid);
        return std::optional(rest_names{.id = id, .display_name = server_.display_name_of(id)});
    });
    auto address = address_of(server_.endpoint(), certificate_ != nullptr);
    loop_.phones().set_address(address);
    loop_.phones().set_sign_in_link([this, address]() -> std::optional<std::string> {
        const auto path = server_.make_sign_in_link();
        return path ? std::optional(address + *path) : std::nullopt;
    });
    return address;
}

int local_mode::run()
{
    const int code = loop_.run(while_used_ ? until_left_alone() : server_.run());
    server_.desktop_gone(desktop_id_); // what it holds of the loop goes before the loop
    return code;
}

/// Of one that a client has begun for itself and for those who join it.
asio::awaitable<void> local_mode::until_left_alone()
{
    co_await async::race(server_.run(), server_.until_left_alone(idle_time));
    log_->info("no client is left; ending");
}

std::vector<service::reloadable> local_mode::reloadables() const
{
    if (!certificate_)
        return {};
    return {
        {.name = "the certificate", .reload = [shown = certificate_] { return shown->reload(); }}};
}

int fail(int code, const std::string& why)
{
    std::cerr << "thimbled: " << why << '\n';
    return code;
}

void print_address(const std::string& address,
                   const std::optional<std::string>& sign_in_link,
                   const std::string& api_key,
                   const service::environment& variables)
{
    std::cout << "Thimble is listening on " << address << '\n' << "Dashboard: " << address << "/\n";
    if (sign_in_link)
        std::cout << "In a browser, once within ten minutes: " << *sign_in_link << '\n';
    if (variables("THIMBLE_API_KEY"))
        std::cout << "API key: the one in THIMBLE_API_KEY\n";
    else
        std::cout << "API key: " << api_key << '\n';
    std::cout.flush();
}

} // namespace

int run_local_mode(const options& given, const service::environment& variables)
{
    auto state = service::state_directory::open(given.state_dir);
    if (!state)
        return fail(service::exit_cannot_create, state.error());
    auto runtime = runtime_directory::open(variables);
    if (!runtime)
        return fail(service::exit_cannot_create, runtime.error());
    auto api_key = service::load_api_key(variables, *state);
    if (!api_key)
        return fail(service::exit_configuration, api_key.error());
    auto database =
        service::store::database_file::open(state->path() / service::store::database_name);
    if (!database)
        return fail(service::exit_cannot_create, database.error());
    const auto key_file =
        given.serving.master_key_file.value_or(state->path() / service::master_key_name);
    const bool makes_key = service::is_missing(key_file);
    const auto master_key = service::load_master_key(key_file, *database);
    if (!master_key)
        return fail(service::exit_configuration, master_key.error());
    auto certificate = service::http::certificate::load(given.serving.tls);
    if (!certificate)
        return fail(service::exit_configuration, certificate.error());
    auto desktop_id = state->line("desktop-id", service::random_uuid);
    if (!desktop_id)
        return fail(service::exit_cannot_create, desktop_id.error());
    auto host_uuid = state->line(host_uuid_file, service::random_uuid);
    if (!host_uuid)
        return fail(service::exit_cannot_create, host_uuid.error());
    auto request_secret = state->line("request-secret", service::random_uuid);
    if (!request_secret)
        return fail(service::exit_cannot_create, request_secret.error());
    auto records = journal::open(state->path() / "journal");
    if (!records)
        return fail(service::exit_cannot_create, records.error());

    foundations ground{.state = std::move(*state),
                       .runtime = std::move(*runtime),
                       .records = std::move(*records),
                       .api_key = std::move(*api_key),
                       .desktop_id = std::move(*desktop_id),
                       .host_uuid = std::move(*host_uuid),
                       .request_secret = std::move(*request_secret),
                       .master_key = *master_key,
                       .database = std::move(*database),
                       .certificate = std::move(*certificate)};
    const auto log = service::make_logger("thimbled", given.log_level);
    if (makes_key)
        service::note_new_key(*log, key_file);
    local_mode everything(given, ground, log);
    const auto listens = everything.open();
    if (!listens)
        return fail(service::exit_unavailable, listens.error());
    print_address(*listens, everything.sign_in_link(), ground.api_key, variables);
    service::tell_ready();
    service::tell_status("Listening on " + *listens);
    return everything.run();
}

} // namespace thimble::daemon
