#include "service/server/server.hpp"

#include "service/document/openapi.hpp"
#include "service/server/server_parts.hpp"

#include <chrono>
#include <exception>
#include <stdexcept>

namespace thimble::service {

namespace asio = boost::asio;

namespace {

/// With the requests under way before it, less than a service manager waits.
constexpr std::chrono::seconds time_for_last_writes{7};

} // namespace

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
    if (self_->options.takes_operators)
        self_->operators.open(admin_handler::socket_in(self_->options.state_dir));
}

asio::ip::tcp::endpoint server::endpoint() const
{
    return self_->wire.endpoint();
}

asio::awaitable<void> server::run()
{
    if (self_->options.takes_operators)
        self_->beside.spawn(self_->operators.run(std::chrono::seconds(1)));
    self_->beside.spawn(self_->keep_up());
    if (self_->among_nodes) {
        self_->beside.spawn(self_->among_nodes->run());
        self_->beside.spawn(self_->take_over_from_the_silent());
    }
    std::exception_ptr problem;
    try {
        co_await self_->wire.run(self_->options.drain, [this] { self_->begin_to_leave(); });
    } catch (...) { // the rest must end all the same
        problem = std::current_exception();
    }
    if (self_->among_nodes)
        co_await self_->leave_nodes(time_for_last_writes);
    else
        self_->end_writes_within(time_for_last_writes);
    self_->beside.cancel();
    co_await self_->beside.until_empty();
    co_await self_->mcp_clients.close();
    co_await self_->agents.close();
    co_await self_->pictures.of_sessions().close();
    co_await self_->recorded.close();
    co_await self_->hooks.close();
    co_await self_->sender.close();
    if (self_->among_nodes)
        co_await self_->among_nodes->close();
    self_->linked.close();
    co_await self_->mcp_clients.until_idle();
    co_await self_->open_ends.close();
    self_->leased.close();
    co_await self_->audit.close();
    co_await self_->kept.close();
    if (problem)
        std::rethrow_exception(problem);
}

http::handler& server::rest()
{
    return self_->entrance;
}

std::optional<std::string> server::make_sign_in_link()
{
    if (!self_->options.api_key)
        return std::nullopt;
    return "/sign-in?token=" + self_->sign_in_links.make(one_time_links::clock::now());
}

std::optional<http::response> server::open_mcp_client()
{
    if (!self_->options.api_key)
        return std::nullopt;
    return self_->mcp_clients.open_local_client(local_account());
}

asio::awaitable<void> server::until_left_alone(std::chrono::milliseconds time)
{
    return self_->mcp_clients.until_left_alone(time);
}

void server::desktop_connected(desktop_record record, std::shared_ptr<desktop> via)
{
    self_->on_connect(std::move(record), std::move(via));
}

void server::phone_changed(const std::string& desktop_id, const link::phone_state& state)
{
    self_->change(desktop_id, state);
}

void server::host_changed(const std::string& desktop_id, std::vector<link::blocker> blockers)
{
    self_->known.host_changed(desktop_id, std::move(blockers));
}

std::size_t server::other_nodes() const
{
    return self_->among_nodes ? self_->among_nodes->others() : 0;
}

bool server::cut_off() const
{
    return self_->among_nodes && self_->among_nodes->cut_off();
}

std::string server::display_name_of(const std::string& phone_id) const
{
    const auto phone = self_->known.find(local_account().id, phone_id);
    return phone ? (*phone)->settings.display_name.value_or("") : std::string();
}

nlohmann::ordered_json server::contract_of_every_path() const
{
    return contract::openapi_document(self_->endpoints, contract::same_elsewhere::told);
}

void server::desktop_gone(const std::string& desktop_id)
{
    self_->part(desktop_id);
}

} // namespace thimble::service
