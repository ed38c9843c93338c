#include "bus/nats_library.hpp"

#include <dlfcn.h>
#include <stdexcept>
#include <string>

namespace thimble::service::bus {

namespace {

[[noreturn]] void fail_to_load()
{
    const char* const said = dlerror(); // NOLINT(concurrency-mt-unsafe): each thread has its own
    throw std::runtime_error("the library of NATS cannot be loaded (" +
                             std::string(said == nullptr ? "no reason given" : said) +
                             "); install the package libnats3.4, or cnats of Homebrew");
}

template <class Function>
Function* function_in(void* library, const char* name)
{
    void* const found = dlsym(library, name);
    if (found == nullptr)
        fail_to_load();
    return reinterpret_cast<Function*>(found); // NOLINT(*-reinterpret-cast): what dlsym is for
}

nats_library load_nats()
{
    void* const in = dlopen(THIMBLE_NATS_LIBRARY, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    if (in == nullptr)
        fail_to_load();
    return {
        .set_delivery_threads = function_in<decltype(nats_SetMessageDeliveryPoolSize)>(
            in, "nats_SetMessageDeliveryPoolSize"),
        .text_of = function_in<decltype(natsStatus_GetText)>(in, "natsStatus_GetText"),
        .create_options = function_in<decltype(natsOptions_Create)>(in, "natsOptions_Create"),
        .destroy_options = function_in<decltype(natsOptions_Destroy)>(in, "natsOptions_Destroy"),
        .set_servers = function_in<decltype(natsOptions_SetServers)>(in, "natsOptions_SetServers"),
        .set_user = function_in<decltype(natsOptions_SetUserInfo)>(in, "natsOptions_SetUserInfo"),
        .set_token = function_in<decltype(natsOptions_SetToken)>(in, "natsOptions_SetToken"),
        .set_secure = function_in<decltype(natsOptions_SetSecure)>(in, "natsOptions_SetSecure"),
        .set_name = function_in<decltype(natsOptions_SetName)>(in, "natsOptions_SetName"),
        .set_timeout = function_in<decltype(natsOptions_SetTimeout)>(in, "natsOptions_SetTimeout"),
        .set_ping_interval =
            function_in<decltype(natsOptions_SetPingInterval)>(in, "natsOptions_SetPingInterval"),
        .set_most_pings =
            function_in<decltype(natsOptions_SetMaxPingsOut)>(in, "natsOptions_SetMaxPingsOut"),
        .set_most_reconnects =
            function_in<decltype(natsOptions_SetMaxReconnect)>(in, "natsOptions_SetMaxReconnect"),
        .set_reconnect_wait =
            function_in<decltype(natsOptions_SetReconnectWait)>(in, "natsOptions_SetReconnectWait"),
        .set_reconnect_jitter = function_in<decltype(natsOptions_SetReconnectJitter)>(
            in, "natsOptions_SetReconnectJitter"),
        .set_reconnect_buffer = function_in<decltype(natsOptions_SetReconnectBufSize)>(
            in, "natsOptions_SetReconnectBufSize"),
        .set_send_at_once =
            function_in<decltype(natsOptions_SetSendAsap)>(in, "natsOptions_SetSendAsap"),
        .set_write_deadline =
            function_in<decltype(natsOptions_SetWriteDeadline)>(in, "natsOptions_SetWriteDeadline"),
        .set_shared_delivery = function_in<decltype(natsOptions_UseGlobalMessageDelivery)>(
            in, "natsOptions_UseGlobalMessageDelivery"),
        .set_retry = function_in<decltype(natsOptions_SetRetryOnFailedConnect)>(
            in, "natsOptions_SetRetryOnFailedConnect"),
        .set_disconnected = function_in<decltype(natsOptions_SetDisconnectedCB)>(
            in, "natsOptions_SetDisconnectedCB"),
        .set_reconnected =
            function_in<decltype(natsOptions_SetReconnectedCB)>(in, "natsOptions_SetReconnectedCB"),
        .set_error_handler =
            function_in<decltype(natsOptions_SetErrorHandler)>(in, "natsOptions_SetErrorHandler"),
        .connect = function_in<decltype(natsConnection_Connect)>(in, "natsConnection_Connect"),
        .destroy_connection =
            function_in<decltype(natsConnection_Destroy)>(in, "natsConnection_Destroy"),
        .most_payload_of =
            function_in<decltype(natsConnection_GetMaxPayload)>(in, "natsConnection_GetMaxPayload"),
        .publish = function_in<decltype(natsConnection_Publish)>(in, "natsConnection_Publish"),
        .publish_request = function_in<decltype(natsConnection_PublishRequest)>(
            in, "natsConnection_PublishRequest"),
        .subscribe =
            function_in<decltype(natsConnection_Subscribe)>(in, "natsConnection_Subscribe"),
        .destroy_subscription =
            function_in<decltype(natsSubscription_Destroy)>(in, "natsSubscription_Destroy"),
        .subject_of = function_in<decltype(natsMsg_GetSubject)>(in, "natsMsg_GetSubject"),
        .reply_of = function_in<decltype(natsMsg_GetReply)>(in, "natsMsg_GetReply"),
        .data_of = function_in<decltype(natsMsg_GetData)>(in, "natsMsg_GetData"),
        .length_of = function_in<decltype(natsMsg_GetDataLength)>(in, "natsMsg_GetDataLength"),
        .is_no_responders =
            function_in<decltype(natsMsg_IsNoResponders)>(in, "natsMsg_IsNoResponders"),
        .destroy_message = function_in<decltype(natsMsg_Destroy)>(in, "natsMsg_Destroy"),
    };
}

} // namespace

const nats_library& nats_library::get()
{
    static const nats_library loaded = load_nats();
    return loaded;
}

} // namespace thimble::service::bus
