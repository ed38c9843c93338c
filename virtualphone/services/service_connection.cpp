#include "virtualphone/services/service_connection.hpp"

#include <boost/asio/awaitable.hpp>

namespace thimble::virtualphone {
namespace {

namespace asio = boost::asio;

asio::awaitable<void> serve(const service_entry& entry,
                            phone& device,
                            service_state& shared,
                            std::shared_ptr<asio::ssl::context> tls,
                            stream connection)
{
    channel over(std::move(connection));
    if (tls)
        co_await over.start_tls(std::move(tls));
    property_list_channel host(over, device, std::string(entry.short_name), entry.format);
    service_session session{device, over, std::move(host), shared};
    co_await entry.serve(session);
}

} // namespace

port_service serve_connections_of(const service_entry& entry,
                                  phone& device,
                                  service_state& shared,
                                  std::shared_ptr<asio::ssl::context> tls)
{
    return [&entry, &device, &shared, tls = std::move(tls)](stream connection) {
        return serve(entry, device, shared, tls, std::move(connection));
    };
}

} // namespace thimble::virtualphone
