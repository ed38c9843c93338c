// One host program's connection to usbmuxd.
#pragma once

#include "virtualphone/channel/channel.hpp"
#include "virtualphone/mux/event_writer.hpp"
#include "virtualphone/mux/server.hpp"

namespace thimble::virtualphone::mux {

/// Alive while run() runs. Until Listen it answers one request
/// after the other; after it, it only tells events; after Connect it is a phone's.
class client : public std::enable_shared_from_this<client> {
public:
    client(server& of, stream connection);

    boost::asio::awaitable<void> run();

    // Events; nothing happens unless the host listens.
    void tell_attached(const attachment& what);
    void tell_detached(std::uint32_t device_id);
    void tell_paired(std::uint32_t device_id);

    void close();

private:
    using handler = boost::asio::awaitable<void> (client::*)(const plist::value& request);
    static handler handler_of(std::string_view message_type);

    boost::asio::awaitable<void> converse();
    boost::asio::awaitable<void> serve_binary(plist::bytes body);
    boost::asio::awaitable<void> serve_property_list(plist::bytes body);

    boost::asio::awaitable<void> list_devices(const plist::value& request);
    boost::asio::awaitable<void> list_listeners(const plist::value& request);
    boost::asio::awaitable<void> listen(const plist::value& request);
    boost::asio::awaitable<void> connect(const plist::value& request);
    boost::asio::awaitable<void> read_buid(const plist::value& request);
    boost::asio::awaitable<void> read_pair_record(const plist::value& request);
    boost::asio::awaitable<void> save_pair_record(const plist::value& request);
    boost::asio::awaitable<void> delete_pair_record(const plist::value& request);

    boost::asio::awaitable<void> connect_to(connect_request where);
    boost::asio::awaitable<void> serve_port(std::shared_ptr<attached_phone> on,
                                            port_service served);
    boost::asio::awaitable<void> begin_listening(plist::value listener);

    boost::asio::awaitable<void> answer(const plist::value& message);
    boost::asio::awaitable<void> answer(result number);
    boost::asio::awaitable<void> answer_bytes(plist::bytes message);
    std::optional<fault> fault_for(const plist::value& request);

    server& server_;
    std::shared_ptr<channel> channel_;
    std::shared_ptr<event_writer> events_;
    header last_; // the request being answered
    std::optional<fault> fault_;
    plist::value listener_; // what the host said of itself with Listen; null until then
    bool connected_ = false;
};

} // namespace thimble::virtualphone::mux
