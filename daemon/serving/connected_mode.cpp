// The connected daemon put together: what has to be there before the first socket, the parts of
// one run, and the link that is made anew as long as it runs.
#include "daemon/serving/connected_mode.hpp"

#include "daemon/control/runtime_directory.hpp"
#include "daemon/report/phone_report.hpp"
#include "daemon/report/version.hpp"
#include "daemon/serving/run_loop.hpp"
#include "daemon/settings/host_uuid.hpp"
#include "daemon/uplink/boot_id.hpp"
#include "daemon/uplink/connector.hpp"
#include "daemon/uplink/identity.hpp"
#include "daemon/uplink/link_client.hpp"
#include "daemon/uplink/result_outbox.hpp"
#include "program/logging.hpp"
#include "program/reload.hpp"
#include "program/service_manager.hpp"
#include "program/state_directory.hpp"
#include "text/uuid.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/host_name.hpp>
#include <spdlog/fmt/fmt.h>

#include <iostream>

namespace thimble::daemon {

namespace asio = boost::asio;

namespace {

/// Parts that are there before the first socket is opened.
struct connected_daemon_foundations {
    service::state_directory state;
    runtime_directory runtime;
    journal records;
    identity who;
    std::string host_uuid; // by which phones know this computer
};

/// Everything that one run of the connected daemon owns; users after what they use. Home thread.
class connected_daemon {
public:
    /// The options and what it stands on outlive it.
    connected_daemon(const options& given,
                     connected_daemon_foundations& on,
                     option_reader read_again,
                     const std::shared_ptr<spdlog::logger>& log);

    /// Gets ready to connect and opens the control socket. An error is an exit code and a sentence.
    std::expected<void, early_exit> open(connector_options way);

    /// Serves until a signal ends it.
    int run();

private:
    void make_link();
    link::hello introduce() const;
    std::vector<link::phone_state> attached_phones() const;
    std::vector<service::reloadable> reloadables();
    std::expected<void, std::string> reload_log_level() const;
    std::expected<void, std::string> reload_identity();
    std::expected<void, std::string> reload_way();

    const options& given_;
    std::shared_ptr<spdlog::logger> log_;
    option_reader read_again_;
    asio::io_context context_{1};
    identity& who_;
    journal& records_;
    std::unique_ptr<connector> connector_; // these are there after open()
    std::unique_ptr<result_outbox> deliveries_;
    std::unique_ptr<link_client> link_;
    run_loop loop_;
};

connected_daemon::connected_daemon(const options& given,
                                   connected_daemon_foundations& on,
                                   option_reader read_again,
                                   const std::shared_ptr<spdlog::logger>& log)
    : given_(given), log_(log), read_again_(std::move(read_again)), who_(on.who),
      records_(on.records),
      loop_(context_,
            {.runtime_directory = on.runtime.path(),
             .on_phone = [this](const link::phone_state& phone) { link_->phone_changed(phone); },
             .on_host = [this](const auto& blockers) { link_->host_changed(blockers); },
             .shut_down = [this] { return link_->shut_down(); },
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

std::expected<void, early_exit> connected_daemon::open(connector_options way)
{
    auto made = connector::make(context_.get_executor(), std::move(way));
    if (!made)
        return std::unexpected(
            early_exit{.code = service::exit_configuration, .text = std::move(made.error())});
    connector_ = std::move(*made);
    make_link();
    if (auto opened = loop_.open(reloadables()); !opened)
        return std::unexpected(
            early_exit{.code = service::exit_unavailable, .text = opened.error()});
    return {};
}

void connected_daemon::make_link()
{
    auto& commands = loop_.phones().executor();
    deliveries_ =
        std::make_unique<result_outbox>(context_.get_executor(), commands, records_, log_);
    link_ = std::make_unique<link_client>(
        link_context{.home = context_.get_executor(),
                     .way = *connector_,
                     .commands = *deliveries_,
                     .moving = loop_.phones().streams(),
                     .videos = loop_.phones().videos(),
                     .introduce = [this] { return introduce(); },
                     .phones = [this] { return attached_phones(); },
                     .log = log_,
                     .enroll_again = enroll_again_command(given_, *given_.connection.service),
                     .host_blockers =
                         [this] { return blockers_of(loop_.phones().fleet().host_blockers()); }},
        [this] { return who_.token; }, given_.connection.back_off);
    loop_.phones().set_link([this] { return link_->status(); });
}

link::hello connected_daemon::introduce() const
{
    link::hello said;
    said.desktop_id = who_.desktop_id;
    said.name = who_.name.empty() ? asio::ip::host_name() : who_.name;
    said.version = version;
    said.boot_id = boot_id();
    said.journal_id = records_.id();
    return said;
}

std::vector<link::phone_state> connected_daemon::attached_phones() const
{
    std::vector<link::phone_state> out;
    for (const auto& each : loop_.phones().fleet().phones())
        out.push_back(report_of(*each, loop_.phones().executor().reads_text()));
    return out;
}

int connected_daemon::run()
{
    return loop_.run(link_->run());
}

std::vector<service::reloadable> connected_daemon::reloadables()
{
    return {{.name = "the log level", .reload = [this] { return reload_log_level(); }},
            {.name = "the enrolment", .reload = [this] { return reload_identity(); }},
            {.name = "the file of authorities", .reload = [this] { return reload_way(); }}};
}

std::expected<void, std::string> connected_daemon::reload_log_level() const
{
    const auto read = read_again_();
    if (!read)
        return std::unexpected(read.error().text);
    log_->set_level(read->log_level);
    return {};
}

/// The last of them: whoever reloads may have removed what was in the way of a link.
std::expected<void, std::string> connected_daemon::reload_way()
{
    auto loaded = connector_->reload();
    link_->retry_now();
    return loaded;
}

/// Identity of this desktop at the service that was named, and at no other.
std::expected<identity, std::string> identity_of(const options& given)
{
    const auto& service = *given.connection.service;
    auto who = load_identity(given.state_dir);
    if (!who)
        return std::unexpected(who.error());
    if (!*who)
        return std::unexpected(fmt::format("This desktop has not enrolled with {}. Run: {}",
                                           service.url(), enroll_command(given, service)));
    if ((*who)->service != service.url())
        return std::unexpected(fmt::format("This desktop has enrolled with {}, not with {}. Run: "
                                           "{}",
                                           (*who)->service, service.url(),
                                           enroll_again_command(given, service)));
    return std::move(**who);
}

std::expected<void, std::string> connected_daemon::reload_identity()
{
    auto who = identity_of(given_);
    if (!who)
        return std::unexpected(who.error());
    who_ = std::move(*who);
    return {};
}

/// An error is an exit code and a sentence.
std::expected<connected_daemon_foundations, early_exit>
lay_foundations(const options& given, const service::environment& variables)
{
    const auto cannot_create = [](std::string why) {
        return std::unexpected(
            early_exit{.code = service::exit_cannot_create, .text = std::move(why)});
    };
    auto state = service::state_directory::open(given.state_dir);
    if (!state)
        return cannot_create(state.error());
    auto runtime = runtime_directory::open(variables);
    if (!runtime)
        return cannot_create(runtime.error());
    auto who = identity_of(given);
    if (!who)
        return std::unexpected(
            early_exit{.code = service::exit_configuration, .text = std::move(who.error())});
    auto host_uuid = state->line(host_uuid_file, service::random_uuid);
    if (!host_uuid)
        return cannot_create(host_uuid.error());
    auto records = journal::open(state->path() / "journal");
    if (!records)
        return cannot_create(records.error());
    return connected_daemon_foundations{.state = std::move(*state),
                                        .runtime = std::move(*runtime),
                                        .records = std::move(*records),
                                        .who = std::move(*who),
                                        .host_uuid = std::move(*host_uuid)};
}

int end_early(const early_exit& how)
{
    std::cerr << "thimbled: " << how.text << '\n';
    return how.code;
}

} // namespace

int run_connected(const options& given,
                  const service::environment& variables,
                  const option_reader& read_again)
{
    const auto way = way_to(*given.connection.service, given.connection, variables);
    if (!way)
        return end_early({.code = service::exit_configuration, .text = way.error()});
    auto ground = lay_foundations(given, variables);
    if (!ground)
        return end_early(ground.error());
    const auto log = service::make_logger("thimbled", given.log_level);
    connected_daemon everything(given, *ground, read_again, log);
    if (auto opened = everything.open(*way); !opened)
        return end_early(opened.error());
    service::tell_ready();
    return everything.run();
}

} // namespace thimble::daemon
