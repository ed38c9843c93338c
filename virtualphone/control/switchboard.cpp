#include "virtualphone/control/switchboard.hpp"

#include "virtualphone/control/body.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

namespace thimble::virtualphone::control {

namespace {

using boost::asio::awaitable;
using boost::beast::http::status;
using boost::beast::http::verb;

/// The part before `separator`, and the part behind it.
std::pair<std::string_view, std::string_view> split(std::string_view text, char separator)
{
    const std::size_t at = text.find(separator);
    if (at == std::string_view::npos)
        return {text, {}};
    return {text.substr(0, at), text.substr(at + 1)};
}

reply not_found()
{
    return error_reply(status::not_found, "there is nothing at this path");
}

reply wrong_method(std::string_view allowed)
{
    reply result = error_reply(status::method_not_allowed, "this path does not take that method");
    result.allow = allowed;
    return result;
}

/// The call, or the reply to a name or a method that no call has.
std::expected<const phone_call*, reply> find_call(verb method, std::string_view name)
{
    const std::array tables{question_calls(), world_calls(), fault_calls(), app_calls(),
                            person_calls()};
    std::string allowed;
    for (const auto& table : tables) {
        for (const phone_call& candidate : table) {
            if (candidate.name != name)
                continue;
            if (candidate.method == method)
                return &candidate;
            allowed.append(allowed.empty() ? "" : ", ").append(to_string(candidate.method));
        }
    }
    return std::unexpected(allowed.empty() ? not_found() : wrong_method(allowed));
}

milliseconds bring_to_present(phone& device)
{
    const milliseconds now = device.clock.now();
    device.os.advance(now);
    return now;
}

} // namespace

awaitable<reply> switchboard::answer(verb method, std::string_view target, std::string_view body)
{
    const auto [path, query] = split(target, '?');
    constexpr std::string_view one_phone = "/phones/";
    constexpr std::string_view mux = "/mux/";
    if (path == "/phones")
        co_return list_phones(method);
    if (path.starts_with(mux))
        co_return change_mux(method, path.substr(mux.size()));
    if (path.starts_with(one_phone))
        co_return co_await ask_phone(method, path.substr(one_phone.size()), query, body);
    co_return not_found();
}

reply switchboard::list_phones(verb method)
{
    if (method != verb::get)
        return wrong_method("GET");
    nlohmann::json list = nlohmann::json::array();
    for (const controlled_phone& each : phones_) {
        bring_to_present(*each.device);
        list.push_back(phone_report(*each.device));
    }
    return json_reply(list);
}

reply switchboard::change_mux(verb method, std::string_view to)
{
    if (to != "stop" && to != "start")
        return not_found();
    if (method != verb::post)
        return wrong_method("POST");
    if (to == "stop")
        context_.stop_mux();
    else
        context_.start_mux();
    return json_reply(nlohmann::json::object());
}

awaitable<reply> switchboard::ask_phone(verb method,
                                        std::string_view path,
                                        std::string_view query,
                                        std::string_view body)
{
    const auto [udid, name] = split(path, '/');
    const auto found = std::ranges::find_if(phones_, [wanted = udid](const controlled_phone& each) {
        return each.device->os.who().udid == wanted;
    });
    if (found == phones_.end())
        co_return error_reply(status::not_found, "there is no phone with this udid");
    const auto to = find_call(method, name);
    if (!to)
        co_return to.error();
    const auto arguments = read_body(body);
    if (!arguments)
        co_return error_reply(status::bad_request, arguments.error());
    const call asked{*found->device, *found->agent, context_,
                     query,          *arguments,    bring_to_present(*found->device)};
    if (const auto* at_once = std::get_if<immediate>(&(*to)->run))
        co_return (*at_once)(asked);
    co_return co_await std::get<lasting>((*to)->run)(asked);
}

} // namespace thimble::virtualphone::control
