// A host's connection to usbmuxd: messages in its binary protocol or as property lists, until
// the host asks for a port of a phone. From then on the connection belongs to what listens
// there.
#include "virtualphone/mux/client.hpp"

#include "virtualphone/channel/faulty_answer.hpp"

#include <boost/asio/awaitable.hpp>

#include <utility>

namespace thimble::virtualphone::mux {
namespace {

namespace asio = boost::asio;

/// The name under which faults know who listens on a port.
std::string_view service_at(std::uint16_t port)
{
    switch (port) {
    case 62078:
        return "lockdown";
    case 8100:
        return "wda";
    case 9100:
        return "mjpeg";
    default:
        return "";
    }
}

} // namespace

client::client(server& of, stream connection)
    : server_(of), channel_(std::make_shared<channel>(std::move(connection))),
      events_(std::make_shared<event_writer>(channel_))
{
}

asio::awaitable<void> client::run()
{
    const auto alive = shared_from_this();
    try {
        co_await converse();
    } catch (const boost::system::system_error&) {
        // The host has gone, or has broken the protocol; there is nobody to tell.
    } catch (const std::exception& error) {
        server_.log_->error("a connection ended: {}", error.what());
    }
    // Else the connection is no longer this one's to end.
    if (!connected_)
        events_->finish();
}

asio::awaitable<void> client::converse()
{
    std::array<std::uint8_t, header::size> head{};
    while (!connected_) {
        co_await channel_->read(head);
        last_ = parse_header(head);
        if (last_.length < header::size || last_.length > longest_message)
            co_return;
        plist::bytes body(last_.length - header::size);
        co_await channel_->read(body);
        // A host that listens only hears from then on: another request ends its connection.
        if (!listener_.is_null())
            co_return events_->tell(encode_result(result::bad_command, last_.version, last_.tag));
        if (last_.version == 0)
            co_await serve_binary(std::move(body));
        else if (last_.version == 1 && last_.kind == property_list_kind)
            co_await serve_property_list(std::move(body));
        else
            co_return co_await answer(result::bad_version);
    }
}

asio::awaitable<void> client::serve_binary(plist::bytes body)
{
    if (last_.kind == listen_kind) {
        co_await begin_listening(plist::value::object());
    } else if (last_.kind == connect_kind) {
        const auto where = parse_binary_connect(body);
        if (where)
            co_await connect_to(*where);
        else
            co_await answer(result::bad_command);
    } else {
        co_await answer(result::bad_command);
    }
}

client::handler client::handler_of(std::string_view message_type)
{
    static const std::map<std::string_view, handler> handlers{
        {"ListDevices", &client::list_devices},
        {"ListListeners", &client::list_listeners},
        {"Listen", &client::listen},
        {"Connect", &client::connect},
        {"ReadBUID", &client::read_buid},
        {"ReadPairRecord", &client::read_pair_record},
        {"SavePairRecord", &client::save_pair_record},
        {"DeletePairRecord", &client::delete_pair_record},
    };
    const auto found = handlers.find(message_type);
    return found == handlers.end() ? nullptr : found->second;
}

asio::awaitable<void> client::serve_property_list(plist::bytes body)
{
    const auto request = plist::parse(body);
    const handler handle =
        request ? handler_of(plist::string_at(*request, "MessageType").value_or("")) : nullptr;
    if (!handle)
        co_return co_await answer(result::bad_command);
    fault_ = fault_for(*request);
    if (fault_ && fault_->kind == fault_kind::error)
        co_return co_await answer(result::bad_command);
    co_await (this->*handle)(*request);
}

asio::awaitable<void> client::list_devices(const plist::value&)
{
    plist::value devices = plist::value::array();
    for (const auto& attached : server_.phones_.all())
        devices.push_back(attached_event(attached->id));
    plist::value message = plist::value::object();
    message["DeviceList"] = std::move(devices);
    co_await answer(message);
}

asio::awaitable<void> client::list_listeners(const plist::value&)
{
    plist::value listeners = plist::value::array();
    for (const auto& host : server_.clients())
        if (!host->listener_.is_null())
            listeners.push_back(host->listener_);
    plist::value message = plist::value::object();
    message["ListenerList"] = std::move(listeners);
    co_await answer(message);
}

asio::awaitable<void> client::listen(const plist::value& request)
{
    const auto told = [&](std::string_view key) {
        return plist::string_at(request, key).value_or("");
    };
    co_await begin_listening(
        {{"Blacklisted", false},
         {"BundleID", told("BundleID")},
         {"ConnType", 0},
         {"ID String", told("ProgName")},
         {"ProgName", told("ProgName")},
         {"kLibUSBMuxVersion", plist::integer_at(request, "kLibUSBMuxVersion").value_or(0)}});
}

asio::awaitable<void> client::begin_listening(plist::value listener)
{
    co_await answer(result::ok);
    listener_ = std::move(listener);
    for (const auto& attached : server_.phones_.all())
        tell_attached(attached->id);
}

asio::awaitable<void> client::connect(const plist::value& request)
{
    const auto device_id = plist::integer_at(request, "DeviceID");
    const auto port = plist::integer_at(request, "PortNumber");
    if (!device_id || !port)
        co_return co_await answer(result::bad_command);
    const connect_request where{static_cast<std::uint32_t>(*device_id), port_number(*port)};
    co_await connect_to(where);
}

asio::awaitable<void> client::connect_to(connect_request where)
{
    const auto attached = server_.phones_.find(where.device_id);
    if (!attached)
        co_return co_await answer(result::bad_device);
    const port_service* service = attached->device->ports.find(where.port);
    if (!service || attached->device->faults.take_refusal(service_at(where.port)))
        co_return co_await answer(result::connection_refused);
    const port_service served = *service; // the port may close while the answer is on its way
    co_await answer(result::ok);
    connected_ = true;
    co_await serve_port(attached, served);
}

asio::awaitable<void> client::serve_port(std::shared_ptr<attached_phone> on, port_service served)
{
    stream connection = channel_->release();
    const open_connections::entry entry(on->connections, connection);
    co_await served(std::move(connection));
}

asio::awaitable<void> client::read_buid(const plist::value&)
{
    plist::value message = plist::value::object();
    message["BUID"] = server_.buid_;
    co_await answer(message);
}

asio::awaitable<void> client::read_pair_record(const plist::value& request)
{
    const auto udid = plist::string_at(request, "PairRecordID");
    if (!udid)
        co_return co_await answer(result::invalid_argument);
    const plist::bytes* record = server_.records_.find(*udid);
    if (!record)
        co_return co_await answer(result::bad_device);
    plist::value message = plist::value::object();
    message["PairRecordData"] = plist::data(*record);
    co_await answer(message);
}

asio::awaitable<void> client::save_pair_record(const plist::value& request)
{
    const auto udid = plist::string_at(request, "PairRecordID");
    auto record = plist::data_at(request, "PairRecordData");
    if (!udid || !record || udid->empty() || !server_.records_.save(*udid, std::move(*record)))
        co_return co_await answer(result::invalid_argument);
    co_await answer(result::ok);
    const auto device_id = plist::integer_at(request, "DeviceID");
    const auto attached =
        device_id ? server_.phones_.find(static_cast<std::uint32_t>(*device_id)) : nullptr;
    if (!attached || attached->id.udid != *udid)
        co_return;
    for (const auto& host : server_.clients())
        host->tell_paired(attached->id.device_id);
}

asio::awaitable<void> client::delete_pair_record(const plist::value& request)
{
    const auto udid = plist::string_at(request, "PairRecordID");
    if (!udid)
        co_return co_await answer(result::invalid_argument);
    const bool removed = server_.records_.remove(*udid);
    co_await answer(removed ? result::ok : result::bad_device);
}

asio::awaitable<void> client::answer(const plist::value& message)
{
    co_await answer_bytes(encode(message, last_.tag));
}

asio::awaitable<void> client::answer(result number)
{
    co_await answer_bytes(encode_result(number, last_.version, last_.tag));
}

asio::awaitable<void> client::answer_bytes(plist::bytes message)
{
    const auto shown = std::exchange(fault_, std::nullopt);
    co_await write_answer(*channel_, std::move(message), header::size, shown);
}

std::optional<fault> client::fault_for(const plist::value& request)
{
    const auto device_id = plist::integer_at(request, "DeviceID");
    const auto udid = plist::string_at(request, "PairRecordID");
    for (const auto& attached : server_.phones_.all()) {
        const bool other = (device_id && *device_id != attached->id.device_id) ||
                           (udid && *udid != attached->id.udid);
        if (other)
            continue;
        if (const auto shown = attached->device->faults.take("usbmux"))
            return shown;
    }
    return std::nullopt;
}

void client::tell_attached(const attachment& what)
{
    if (!listener_.is_null())
        events_->tell(last_.version == 0 ? encode_binary_attached(what)
                                         : encode(attached_event(what), 0));
}

void client::tell_detached(std::uint32_t device_id)
{
    if (!listener_.is_null())
        events_->tell(last_.version == 0 ? encode_binary_event(detached_kind, device_id)
                                         : encode(device_event("Detached", device_id), 0));
}

void client::tell_paired(std::uint32_t device_id)
{
    if (!listener_.is_null())
        events_->tell(last_.version == 0 ? encode_binary_event(paired_kind, device_id)
                                         : encode(device_event("Paired", device_id), 0));
}

void client::close()
{
    if (!connected_)
        channel_->close();
}

} // namespace thimble::virtualphone::mux
