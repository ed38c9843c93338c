// The part of NATS' C library that is used, loaded when it is first needed.
#pragma once

#include <nats/nats.h>

namespace thimble::service::bus {

struct nats_library {
    decltype(&nats_SetMessageDeliveryPoolSize) set_delivery_threads;
    decltype(&natsStatus_GetText) text_of;
    decltype(&natsOptions_Create) create_options;
    decltype(&natsOptions_Destroy) destroy_options;
    decltype(&natsOptions_SetServers) set_servers;
    decltype(&natsOptions_SetUserInfo) set_user;
    decltype(&natsOptions_SetToken) set_token;
    decltype(&natsOptions_SetSecure) set_secure;
    decltype(&natsOptions_SetName) set_name;
    decltype(&natsOptions_SetTimeout) set_timeout;
    decltype(&natsOptions_SetPingInterval) set_ping_interval;
    decltype(&natsOptions_SetMaxPingsOut) set_most_pings;
    decltype(&natsOptions_SetMaxReconnect) set_most_reconnects;
    decltype(&natsOptions_SetReconnectWait) set_reconnect_wait;
    decltype(&natsOptions_SetReconnectJitter) set_reconnect_jitter;
    decltype(&natsOptions_SetReconnectBufSize) set_reconnect_buffer;
    decltype(&natsOptions_SetSendAsap) set_send_at_once;
    decltype(&natsOptions_SetWriteDeadline) set_write_deadline;
    decltype(&natsOptions_UseGlobalMessageDelivery) set_shared_delivery;
    decltype(&natsOptions_SetRetryOnFailedConnect) set_retry;
    decltype(&natsOptions_SetDisconnectedCB) set_disconnected;
    decltype(&natsOptions_SetReconnectedCB) set_reconnected;
    decltype(&natsOptions_SetErrorHandler) set_error_handler;
    decltype(&natsConnection_Connect) connect;
    decltype(&natsConnection_Destroy) destroy_connection;
    decltype(&natsConnection_GetMaxPayload) most_payload_of;
    decltype(&natsConnection_Publish) publish;
    decltype(&natsConnection_PublishRequest) publish_request;
    decltype(&natsConnection_Subscribe) subscribe;
    decltype(&natsSubscription_Destroy) destroy_subscription;
    decltype(&natsMsg_GetSubject) subject_of;
    decltype(&natsMsg_GetReply) reply_of;
    decltype(&natsMsg_GetData) data_of;
    decltype(&natsMsg_GetDataLength) length_of;
    decltype(&natsMsg_IsNoResponders) is_no_responders;
    decltype(&natsMsg_Destroy) destroy_message;

    /// Loaded by the first call, never unloaded. Throws std::runtime_error that says what to
    /// install. Any thread.
    static const nats_library& get();
};

} // namespace thimble::service::bus
