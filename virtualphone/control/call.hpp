// A control call about one phone: what it is asked with, and the table of all calls.
#pragma once

#include "virtualphone/control/control_server.hpp"
#include "virtualphone/control/reply.hpp"

#include <boost/asio/awaitable.hpp>
#include <boost/beast/http/verb.hpp>

#include <span>
#include <string_view>
#include <variant>

namespace thimble::virtualphone::control {

struct call {
    phone& device;
    web_driver_agent& agent;
    world& around;
    std::string_view query;     // behind the question mark
    const nlohmann::json& body; // an object
    milliseconds now;           // the phone's time, to which its software has been brought
};

using immediate = reply (*)(const call&);
using lasting = boost::asio::awaitable<reply> (*)(const call&);

struct phone_call {
    boost::beast::http::verb method;
    std::string_view name; // behind /phones/UDID/; the phone itself: ""
    std::variant<immediate, lasting> run;
};

std::span<const phone_call> question_calls(); // what is and what was
std::span<const phone_call> world_calls();    // what the world does
std::span<const phone_call> fault_calls();
std::span<const phone_call> app_calls();    // how apps are on the phone
std::span<const phone_call> person_calls(); // what the person does to have it driven

nlohmann::json phone_report(const phone& device);

} // namespace thimble::virtualphone::control
