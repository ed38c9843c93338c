#include "daemon/control/rest_client.hpp"

#include "contract/url_check.hpp"
#include "daemon/control/control_client.hpp"
#include "daemon/control/control_sockets.hpp"
#include "text/ascii.hpp"

#include <spdlog/fmt/fmt.h>

#include <fstream>

namespace thimble::daemon {

namespace fs = std::filesystem;
using nlohmann::ordered_json;

namespace {

constexpr std::chrono::seconds longest_status{5};
constexpr std::chrono::minutes longest_rest_answer{2}; // a recording is sent at once
constexpr std::size_t longest_key = 256;

/// Where no thimbled serves REST, what there is instead.
std::expected<fs::path, std::string> socket_with_rest(const fs::path& runtime_directory)
{
    bool connected = false;
    for (const auto& socket : live_control_sockets(runtime_directory)) {
        const auto answer = ask_control(socket, status_request(), longest_status);
        if (!answer || answer->failed())
            continue;
        if (!text_in(answer->record, "address").empty())
            return socket;
        connected = true;
    }
    return std::unexpected(connected
                               ? "The thimbled that runs belongs to a service, which does this: "
                                 "see its dashboard and its REST API."
                               : "No thimbled runs that could do this. Start one in another "
                                 "terminal: thimbled --local");
}

std::expected<std::string, std::string> key_of(const fs::path& state_dir,
                                               const service::environment& variables)
{
    if (auto given = variables("THIMBLE_API_KEY"))
        return std::move(*given);
    const auto file = state_dir / "api-key";
    std::ifstream from(file);
    std::string line;
    for (char next = 0; line.size() < longest_key && from.get(next) && next != '\n';)
        line += next;
    line = std::string(service::trim(line, " \t\r"));
    if (line.empty())
        return std::unexpected(fmt::format("There is no API key in {}. Name the state directory of "
                                           "the thimbled that runs with --state-dir, or set "
                                           "THIMBLE_API_KEY.",
                                           file.string()));
    return line;
}

} // namespace

std::expected<rest_client, std::string> rest_client::open(const fs::path& runtime_directory,
                                                          const fs::path& state_dir,
                                                          const service::environment& variables)
{
    auto socket = socket_with_rest(runtime_directory);
    if (!socket)
        return std::unexpected(std::move(socket.error()));
    auto key = key_of(state_dir, variables);
    if (!key)
        return std::unexpected(std::move(key.error()));
    return rest_client(std::move(*socket), std::move(*key));
}

std::expected<rest_answer, std::string>
rest_client::ask(verb method, const std::string& target, const nlohmann::json& body) const
{
    auto request = service::http::make_local_request(
        method, target,
        body.is_null() ? std::string()
                       : body.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
    request.set("X-API-Key", key_);
    auto answer = service::http::ask_local(socket_, request, longest_rest_answer);
    if (!answer)
        return std::unexpected(fmt::format("The thimbled at {} does not answer: {}.",
                                           socket_.string(), answer.error().why));
    rest_answer out{
        .status = answer->result_int(), .record = nullptr, .body = std::move(answer->body())};
    const auto type = std::string_view((*answer)[boost::beast::http::field::content_type]);
    if (type.starts_with("application/json"))
        out.record = ordered_json::parse(out.body, nullptr, false);
    if (out.record.is_discarded())
        out.record = nullptr;
    return out;
}

std::string phone_path(const std::optional<std::string>& phone, std::string_view tail)
{
    const auto of = phone ? "phones/" + service::percent_encoded(*phone) + "/" : std::string();
    return "/v1/" + of + std::string(tail);
}

} // namespace thimble::daemon
