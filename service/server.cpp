#include "service/server.hpp"

#include "service/api/endpoints.hpp"
#include "service/gateway.hpp"
#include "service/http/listener.hpp"

namespace thimble::service {

namespace asio = boost::asio;

/// Owners first, users after them.
struct server::implementation {
    implementation(const asio::any_io_executor& home,
                   server_options given,
                   const std::shared_ptr<spdlog::logger>& log)
        : options(std::move(given)), doors(options.api_key), known(local_account()),
          kept(options.limits), sender(home, options.limits, log),
          offered{.phones = known, .jobs = kept, .dispatcher = sender},
          entrance(endpoints, doors, known, log), wire(home, entrance, options.limits.http, log)
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
    }

    server_options options;
    keys doors;
    phones known;
    jobs kept;
    dispatcher sender;
    api::services offered;
    table endpoints;
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
