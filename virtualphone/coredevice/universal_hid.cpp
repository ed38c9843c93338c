// hid.universalhidservice: reports of HID, to surfaces that the phone has or that a host makes.
#include "virtualphone/coredevice/invocation.hpp"
#include "virtualphone/coredevice/services.hpp"
#include "virtualphone/hid/report.hpp"

#include <algorithm>
#include <expected>
#include <string>

namespace thimble::virtualphone::coredevice {
namespace {

constexpr auto universal_feature = "com.apple.coredevice.feature.remote.universalhidservice";

/// A request that the daemon cannot decode: it logs a sentence and drops the host.
using decoded = std::expected<void, std::string>;

std::unexpected<std::string> undecodable(std::string what)
{
    return std::unexpected(std::move(what));
}

void note_input(conversation& with, std::string_view what, std::string_view why)
{
    with.device.log.append(with.device.clock.now(), "hid", {{"report", what}, {"dropped", why}});
}

/// A report that no surface understands is dropped, and nobody is told.
template <class Report>
void take_report(conversation& with,
                 std::string_view name,
                 const std::expected<Report, std::string>& report,
                 auto use)
{
    if (!report)
        return note_input(with, name, report.error());
    if (!with.device.hears_reports())
        return note_input(with, name,
                          with.device.has_remote_control() ? "no stream" : "too old an iOS");
    use(*report);
}

void deliver(conversation& with, std::uint64_t surface, hid::byte_view report)
{
    auto& surfaces = with.shared.surfaces;
    const milliseconds now = with.device.clock.now();
    if (surface == input_surfaces::touchscreen_id)
        return take_report(with, "touch", hid::parse_touch_report(report), [&](const auto& read) {
            surfaces.touchscreen().take(read, with.os(), now);
        });
    if (auto* const keys = surfaces.keyboard(surface))
        return take_report(with, "keys", hid::parse_key_report(report),
                           [&](const auto& read) { keys->take(read, with.os(), now); });
    if (surface == input_surfaces::pointer_id) // only a host's own window shows it
        return take_report(with, "pointer", hid::parse_pointer_report(report), [](const auto&) {});
    note_input(with, "unknown", "no surface " + std::to_string(surface) + " takes reports");
}

decoded take_send(conversation& with, const xpc::dictionary& what)
{
    const auto* report = xpc::member<xpc::bytes>(what, "_0");
    const auto* surface = xpc::member<std::uint64_t>(what, "_1");
    if (report == nullptr || surface == nullptr)
        return undecodable("send needs a report as data and a surface as uint64");
    if (!with.device.faults.take_other_than_refusal(with.service))
        deliver(with, *surface, *report);
    return {};
}

/// {type: value} all the way down; a bare value is what Swift's decoder refuses.
bool is_wrapped(const xpc::object& value)
{
    const auto* wrapper = value.as<xpc::dictionary>();
    if (wrapper == nullptr || wrapper->members().size() != 1)
        return false;
    const auto& [type, content] = wrapper->members().front();
    if (type == "array") {
        const auto* items = content.as<xpc::array>();
        return items != nullptr && std::ranges::all_of(*items, is_wrapped);
    }
    if (type == "dictionary") {
        const auto* members = content.as<xpc::dictionary>();
        return members != nullptr && std::ranges::all_of(members->members(), [](const auto& each) {
                   return is_wrapped(each.value);
               });
    }
    return (type == "int" && content.as<std::int64_t>() != nullptr) ||
           (type == "uint" && content.as<std::uint64_t>() != nullptr) ||
           (type == "string" && content.as<std::string>() != nullptr) ||
           (type == "bool" && content.as<bool>() != nullptr) ||
           (type == "data" && content.as<xpc::bytes>() != nullptr) ||
           (type == "uuid" && content.as<xpc::uuid>() != nullptr);
}

bool has_usage_pairs(const xpc::dictionary& descriptor)
{
    const auto* pairs = xpc::member<xpc::array>(descriptor, "DeviceUsagePairs");
    return pairs != nullptr && std::ranges::all_of(*pairs, [](const xpc::object& each) {
               const auto* pair = each.as<xpc::dictionary>();
               return pair != nullptr &&
                      xpc::member<std::int64_t>(*pair, "DeviceUsage") != nullptr &&
                      xpc::member<std::int64_t>(*pair, "DeviceUsagePage") != nullptr;
           });
}

/// The numbers count by their width, as everywhere.
decoded check_descriptor(const xpc::dictionary& descriptor)
{
    if (!has_usage_pairs(descriptor))
        return undecodable("DeviceUsagePairs must be pairs of int64");
    for (const char* name : {"PrimaryUsage", "PrimaryUsagePage", "_ServiceID"})
        if (xpc::member<std::uint64_t>(descriptor, name) == nullptr)
            return undecodable(std::string(name) + " must be a uint64");
    for (const char* name : {"ProductID", "VendorID"})
        if (xpc::member<std::int64_t>(descriptor, name) == nullptr)
            return undecodable(std::string(name) + " must be an int64");
    if (xpc::member<std::string>(descriptor, "Product") == nullptr)
        return undecodable("Product must be a text");
    const auto* storage =
        xpc::member<xpc::dictionary>(descriptor, "_CoreDevice_codablePropertyStorage");
    if (storage == nullptr || !std::ranges::all_of(storage->members(), [](const auto& each) {
            return is_wrapped(each.value);
        }))
        return undecodable("the storage must wrap every value in its type");
    return {};
}

/// Other devices than keyboards are taken, and nothing comes of their reports.
std::expected<xpc::dictionary, std::string> create_surface(conversation& with,
                                                           const xpc::dictionary& what)
{
    constexpr std::uint64_t desktop_page = 1;
    constexpr std::uint64_t keyboard = 6;
    const auto* descriptor = xpc::member<xpc::dictionary>(what, "_0");
    if (descriptor == nullptr)
        return undecodable("createService needs a descriptor");
    if (const auto right = check_descriptor(*descriptor); !right)
        return undecodable(right.error());
    const std::uint64_t id = *xpc::member<std::uint64_t>(*descriptor, "_ServiceID");
    const bool types =
        *xpc::member<std::uint64_t>(*descriptor, "PrimaryUsagePage") == desktop_page &&
        *xpc::member<std::uint64_t>(*descriptor, "PrimaryUsage") == keyboard;
    if (types &&
        !with.shared.surfaces.add_keyboard(id, *xpc::member<std::string>(*descriptor, "Product")))
        return undecodable("there are too many keyboards");
    return xpc::dictionary{{"serviceID", id}};
}

std::expected<std::uint64_t, std::string> surface_named(const xpc::dictionary& what)
{
    const auto* id = xpc::member<std::uint64_t>(what, "_0");
    if (id == nullptr)
        return undecodable("a surface must be a uint64");
    return *id;
}

decoded remove_surface(conversation& with, const xpc::dictionary& what)
{
    const auto id = surface_named(what);
    if (!id)
        return undecodable(id.error());
    with.shared.surfaces.remove_keyboard(*id, with.os(), with.device.clock.now());
    return {};
}

decoded reset_gestures(conversation& with, const xpc::dictionary& what)
{
    const auto id = surface_named(what);
    if (!id)
        return undecodable(id.error());
    if (*id == input_surfaces::touchscreen_id)
        with.os().cancel_touches(with.device.clock.now());
    return {};
}

/// Reply to one case of the request; the error ends the connection.
std::expected<xpc::dictionary, std::string>
perform_case(conversation& with, std::string_view name, const xpc::dictionary& what)
{
    decoded done;
    if (!with.device.has_remote_control() && name != "send")
        return answer_of(std::unexpected(needs_ios_27()));
    if (name == "connectedServices")
        return xpc::dictionary{
            {"connectedServices", with.shared.surfaces.descriptors(with.device.hears_reports())}};
    if (name == "createService")
        return create_surface(with, what);
    if (name == "send")
        done = take_send(with, what);
    else if (name == "removeService")
        done = remove_surface(with, what);
    else if (name == "resetGestureState")
        done = reset_gestures(with, what);
    else
        done = undecodable("there is no request '" + std::string(name) + "'");
    if (!done)
        return undecodable(done.error());
    return xpc::dictionary();
}

struct universal_request {
    std::string_view name;
    const xpc::dictionary* what = nullptr;
};

std::expected<universal_request, std::string> read_request(const xpc::dictionary& message)
{
    const auto* type = xpc::member<std::string>(message, "messageType");
    const auto* feature = xpc::member<std::string>(message, "featureIdentifier");
    const auto* payload = xpc::member<xpc::dictionary>(message, "payload");
    if (type == nullptr || *type != "Request" || feature == nullptr ||
        *feature != universal_feature || payload == nullptr)
        return undecodable("the envelope is another");
    if (payload->members().size() != 1)
        return undecodable("a request has one case");
    const auto& [name, content] = payload->members().front();
    const auto* what = content.as<xpc::dictionary>();
    if (what == nullptr)
        return undecodable("the case holds no dictionary");
    return universal_request{name, what};
}

/// Sent by hosts that want to know that all before it has been read.
bool is_barrier(const xpc::dictionary& message)
{
    const auto* barrier = xpc::member<bool>(message, "isBarrier");
    return barrier != nullptr && *barrier && message.find("payload") == nullptr;
}

} // namespace

/// Reports are never answered. Once a host has read which surfaces there are, the phone closes the
/// connection. A fault loses the next request to send something.
boost::asio::awaitable<void> serve_universal_hid(conversation& with)
{
    for (;;) {
        const xpc::message message = co_await with.host.receive();
        const auto& body = *message.body->as<xpc::dictionary>();
        if (is_barrier(body)) {
            co_await with.host.reply(message, {});
            continue;
        }
        const auto request = read_request(body);
        auto answer = request ? perform_case(with, request->name, *request->what)
                              : std::unexpected(request.error());
        if (!answer) {
            with.device.log.append(with.device.clock.now(), "coredevice",
                                   {{"service", with.service}, {"refused", answer.error()}});
            co_return with.host.abort();
        }
        co_await with.host.reply(message, *std::move(answer));
        if (request->name == "connectedServices")
            co_return;
    }
}

} // namespace thimble::virtualphone::coredevice
