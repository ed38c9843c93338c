#include "service/admin/admin_handler.hpp"

#include "async/aborted.hpp"
#include "contract/strict_json.hpp"
#include "http/json_response.hpp"
#include "service/admin/admin_commands.hpp"
#include "text/target.hpp"

#include <optional>

namespace thimble::service {

namespace asio = boost::asio;

namespace {

constexpr std::chrono::seconds client_time{10}; // for its request, and for its reading

http::response to_response(const admin_answer& what)
{
    return json_response({{"done", what.done}, {"text", what.text}}, what.done ? 200 : 409);
}

http::response not_understood()
{
    return to_response({.done = false, .text = "This is no command that can be understood"});
}

std::optional<admin_request> read_request(const http::request& what)
{
    const auto where = http::parse_target(what.head.target());
    const auto given = parse_json(what.body);
    if (what.head.method() != boost::beast::http::verb::post || !where || where->path.size() != 4 ||
        where->path[0] != "admin" || where->path[1] != "v1" || !given || !given->is_object())
        return std::nullopt;
    admin_request out{.command = where->path[2] + " " + where->path[3], .arguments = {}};
    for (const auto& [name, value] : given->items()) {
        const auto* text = value.get_ptr<const std::string*>();
        if (text == nullptr)
            return std::nullopt;
        out.arguments.emplace(name, *text);
    }
    return out;
}

} // namespace

admin_handler::admin_handler(store::database& kept,
                             take_over changes,
                             std::shared_ptr<spdlog::logger> log)
    : store_(kept), take_over_(std::move(changes)), log_(std::move(log))
{
}

std::filesystem::path admin_handler::socket_in(const std::filesystem::path& state_dir)
{
    return state_dir / "admin.sock";
}

http::limits admin_handler::limits()
{
    return {.connections = 1,
            .first_request_time = client_time,
            .request_time = client_time,
            .response_time = client_time};
}

bool admin_handler::wants_body(const http::request& /*what*/)
{
    return true;
}

asio::awaitable<http::response> admin_handler::handle(const http::request& what,
                                                      http::caller& /*from*/)
{
    auto asked = read_request(what);
    if (!asked)
        co_return not_understood();
    try {
        co_return to_response(co_await run(std::move(*asked)));
    } catch (const std::exception& problem) {
        async::throw_if_aborted(problem);
        log_->error("an operator's command failed: {}", problem.what());
    }
    co_return to_response(
        {.done = false, .text = "The command failed; the service's log says why"});
}

http::response admin_handler::refuse(http::refusal /*why*/)
{
    return not_understood();
}

asio::awaitable<admin_answer> admin_handler::run(admin_request what)
{
    auto out = co_await store_.write(
        [what](store::transaction& on) { return run_admin_command(on, what); });
    if (!out)
        co_return admin_answer{.done = false, .text = "The database: " + out.error().text};
    if (out->done && !co_await take_over_())
        co_return admin_answer{.done = false,
                               .text = "It is written down, but the running service could not "
                                       "read it again; restart the service"};
    log_->info("an operator's command: {}: {}", what.command, out->done ? "done" : "refused");
    co_return std::move(*out);
}

} // namespace thimble::service
