#include "service/server.hpp"

#include "service/api/endpoints.hpp"
#include "service/gateway.hpp"
#include "service/http/listener.hpp"
#include "service/metrics/endpoints.hpp"

namespace thimble::service {

namespace asio = boost::asio;

/// Owners first, users after them.
struct server::implementation {
    implementation(const asio::any_io_executor& home,
                   server_options given,
                   const std::shared_ptr<spdlog::logger>& log)
        : options(std::move(given)), doors(options.api_key), known(local_account()),
          kept(options.limits), sender(home, options.limits, log),
          offered{.phones = known, .jobs = kept, .dispatcher = sender}, limiter(options.rate_limit),
          entrance({.endpoints = endpoints,
                    .doors = doors,
                    .known = known,
                    .meter = meter,
                    .limiter = limiter,
                    .other_origins = http::cors(options.origins)},
                   log),
          wire(home, entrance, options.limits.http, options.certificate, log)
    {
        endpoints.add(api::phone_endpoints(offered));
        endpoints.add(api::action_endpoints(offered));
        endpoints.add(api::screenshot_endpoints(offered));
        endpoints.add(api::element_endpoints(offered));
        endpoints.add(api::job_endpoints(offered));
        endpoints.add(api::app_endpoints(offered));
        endpoints.add(api::shortcut_endpoints(offered));
        endpoints.add(api::status_endpoints(offered));
        endpoints.add(api::health_endpoints());
        endpoints.add(api::contract_endpoints(endpoints));
        endpoints.add(metrics_endpoint(meter, [this] { return load_now(); }));
        sender.when_settled([this](const job& ended) {
            meter.job_ended(ended.action(), to_string(ended.status()),
                            link::to_string(ended.result().outcome), ended.total_time());
        });
    }

    load load_now() const
    {
        load out;
        for (const auto& each : known.all())
            ++(known.status_of(*each) == connection_status::offline ? out.phones_offline
                                                                    : out.phones_connected);
        out.desktops_connected = known.desktops(true);
        out.desktops_away = known.desktops(false);
        out.commands_under_way = sender.under_way();
        out.longest_queue = sender.longest_queue();
        return out;
    }

    server_options options;
    metrics meter;
    keys doors;
    phones known;
    jobs kept;
    dispatcher sender;
    api::services offered;
    table endpoints;
    rate_limiter limiter;
    gateway entrance;
    http::listener wire;
};

server::server(asio::any_io_executor home,
               server_options options,
               std::shared_ptr<spdlog::logger> log)
    : self_(std::make_unique<implementation>(home, std::move(options), log))
{
}

server::~server() = default;

void server::open()
{
    self_->wire.open(self_->options.listen);
}

asio::ip::tcp::endpoint server::endpoint() const
{
    return self_->wire.endpoint();
}

asio::awaitable<void> server::run()
{
    co_await self_->wire.run(self_->options.drain);
    co_await self_->sender.close();
}

void server::desktop_connected(desktop_record record, std::shared_ptr<desktop> via)
{
    self_->known.desktop_connected(std::move(record), std::move(via));
}

void server::phone_changed(const std::string& desktop_id, const link::phone_state& state)
{
    self_->known.changed(desktop_id, state);
}

void server::desktop_gone(const std::string& desktop_id)
{
    self_->known.desktop_gone(desktop_id);
}

} // namespace thimble::service
