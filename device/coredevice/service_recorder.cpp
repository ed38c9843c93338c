#include "device/coredevice/service_recorder.hpp"

#include "device/coredevice/xpc_object.hpp"

#include <nlohmann/json.hpp>

#include <utility>

namespace thimble::device::coredevice {
namespace {

using nlohmann::json;

json failure_in(const failure& what)
{
    return {{"problem", to_string(what.what)}, {"cause", what.cause}};
}

} // namespace

recorded_connection::recorded_connection(std::shared_ptr<service_recorder> by, std::string service)
    : by_(std::move(by)), service_(std::move(service)), number_(by_->next_connection()),
      form_(service_)
{
    by_->write(line("service_opened"));
}

recorded_connection::~recorded_connection()
{
    auto last = line("service_ended");
    if (counted_ > 0) {
        last["messages"] = counted_;
        last["bytes"] = counted_bytes_;
    }
    if (not_agreed_)
        last["failure"] = failure_in(*not_agreed_);
    by_->write(last);
}

void recorded_connection::not_agreed(const failure& why)
{
    not_agreed_ = why;
}

json recorded_connection::line(const char* event) const
{
    return {{"event", event}, {"connection", number_}, {"service", service_}};
}

json recorded_connection::line_of_reply(const char* event, std::uint64_t call)
{
    auto result = line(event);
    result["call"] = call;
    if (const auto asked = open_calls_.extract(call)) {
        const auto took = std::chrono::steady_clock::now() - asked.mapped();
        result["ms"] = std::chrono::duration<double, std::milli>(took).count();
    }
    return result;
}

void recorded_connection::write_message(json line, const xpc::dictionary& body)
{
    auto message = form_.of(body);
    if (message.is_null())
        line["too_large"] = true;
    else
        line["message"] = std::move(message);
    by_->write(line);
}

void recorded_connection::write_message(json line, const xpc::arrived_message& message)
{
    static const xpc::dictionary nothing;
    if (!message.body) {
        line["unreadable"] = to_string(message.body.error());
        return by_->write(line);
    }
    const auto* body = *message.body ? (*message.body)->as<xpc::dictionary>() : &nothing;
    if (body != nullptr)
        return write_message(std::move(line), *body);
    line["unreadable"] = "no dictionary";
    by_->write(line);
}

void recorded_connection::asked(std::uint64_t call, const xpc::dictionary& body)
{
    open_calls_[call] = std::chrono::steady_clock::now();
    auto request = line("service_request");
    request["call"] = call;
    write_message(std::move(request), body);
}

void recorded_connection::answered(std::uint64_t call, const xpc::arrived_message& reply)
{
    write_message(line_of_reply("service_reply", call), reply);
}

void recorded_connection::failed(std::uint64_t call, const failure& why)
{
    auto reply = line_of_reply("service_reply", call);
    reply["failure"] = failure_in(why);
    by_->write(reply);
}

void recorded_connection::pushed(const xpc::arrived_message& message)
{
    write_message(line("service_push"), message);
}

void recorded_connection::told(const xpc::dictionary& body)
{
    std::vector<std::byte> bytes;
    xpc::encode(xpc::value(body), bytes);
    count(bytes.size());
}

void recorded_connection::count(std::size_t bytes) noexcept
{
    ++counted_;
    counted_bytes_ += bytes;
}

} // namespace thimble::device::coredevice
