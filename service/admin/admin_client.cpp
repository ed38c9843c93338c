#include "service/admin/admin_client.hpp"

#include "http/client/local_request.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <ostream>
#include <string>

namespace thimble::service {

using nlohmann::json;

namespace {

constexpr std::chrono::seconds longest_wait{15};

http::local_request to_request(const admin_request& what)
{
    auto path = what.command;
    std::ranges::replace(path, ' ', '/');
    const json arguments = what.arguments;
    return http::make_local_request(boost::beast::http::verb::post, "/admin/v1/" + path,
                                    arguments.dump(-1, ' ', false, json::error_handler_t::replace));
}

std::optional<admin_answer> parse_answer(const std::string& body)
{
    const auto read = json::parse(body, nullptr, false);
    if (!read.is_object() || !read.contains("done") || !read.contains("text") ||
        !read.at("done").is_boolean() || !read.at("text").is_string())
        return std::nullopt;
    return admin_answer{.done = read.at("done"), .text = read.at("text")};
}

} // namespace

std::optional<admin_answer> ask_running_service(const std::filesystem::path& socket,
                                                const admin_request& what)
{
    const auto came = http::ask_local(socket, to_request(what), longest_wait);
    if (!came && !came.error().connected)
        return std::nullopt;
    if (came)
        if (auto answer = parse_answer(came->body()))
            return answer;
    return admin_answer{.done = false,
                        .text = "The running service did not answer; its log may say why"};
}

} // namespace thimble::service
