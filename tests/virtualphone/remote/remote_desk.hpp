// A virtual phone of iOS 27, a tunnel to it, and what hosts say to its display and its surfaces.
#pragma once

#include "tests/catch2.hpp"
#include "tests/virtualphone/hid/report_bytes.hpp"
#include "tests/virtualphone/media/offer_bytes.hpp"
#include "tests/virtualphone/media/units.hpp"
#include "tests/virtualphone/remote/service_host.hpp"
#include "virtualphone/coredevice/directory.hpp"
#include "virtualphone/media/protocol/picture_loop.hpp"

namespace thimble::virtualphone::tests {

using thimble::tests::from_hex;
using thimble::tests::key_bytes;
using thimble::tests::touch_bytes;

inline constexpr auto display_service = "com.apple.coredevice.displayservice";
inline constexpr auto hid_service = "com.apple.coredevice.hid.universalhidservice";
inline constexpr auto sketch = "com.thimble.sketch";

/// Its own waits cost no time. It plays a loop of empty slices, so that nothing has to be encoded.
struct remote_desk {
    explicit remote_desk(const char* ios = "27", const char* model = "iPhone 13 mini")
        : device(*find_model(model), *find_ios_profile(ios), {"U", "Test Phone", {}, false}, 0),
          host(context,
               tunnel::addresses_of("U"),
               coredevice::listeners_of(device, shared, {}),
               device.faults)
    {
        device.loop = media::picture_loop::from(
                          stream_of({video_parameters, sequence_parameters, picture_parameters,
                                     key_slice(3'000), next_slice(), next_slice(), next_slice()}))
                          .value();
    }

    /// 0: the directory does not name it.
    std::uint16_t port_of(std::string_view service) const
    {
        const auto directory = coredevice::directory_of(device, {});
        const auto* services = xpc::member<xpc::dictionary>(directory, "Services");
        const auto* entry = xpc::member<xpc::dictionary>(*services, service);
        if (entry == nullptr)
            return 0;
        return static_cast<std::uint16_t>(std::stoi(*xpc::member<std::string>(*entry, "Port")));
    }

    /// The input by which a host starts a stream to one of its ports.
    xpc::dictionary stream_request(std::uint16_t port = 60'000) const
    {
        const auto wrapped = [](const char* type, xpc::object value) {
            return xpc::dictionary{{type, std::move(value)}};
        };
        const xpc::dictionary options{
            {"AVCMediaStreamNegotiatorAccessNetworkType", wrapped("int", std::int64_t{1})},
            {"AVCMediaStreamNegotiatorTransportProtocolType", wrapped("int", std::int64_t{2})},
            {"CoreDeviceVideoDisplayMode", wrapped("string", "DisplayByID")},
            {"VideoStreamForDisplayID", wrapped("int", std::int64_t{1})},
            {"avcMediaStreamOptionClientSessionID", wrapped("uuid", xpc::uuid{{1, 2, 3}})}};
        return {{"clientSupportedFeatures", std::uint64_t{140}},
                {"direction", "output"},
                {"type", "video"},
                {"receiverIP", tunnel::to_text(host.granted().host)},
                {"receiverPort", std::uint64_t{port}},
                {"senderIP", tunnel::to_text(host.granted().phone)},
                {"timeout", report_timeout},
                {"negotiatorOffer", offer_bytes()},
                {"options", options}};
    }

    /// Throws away what has come before.
    xpc::dictionary start_stream(service_host& display)
    {
        host.datagrams.clear();
        const auto answer = display.call("startmediastream", stream_request());
        REQUIRE(answer);
        REQUIRE(xpc::member<xpc::bytes>(*answer, "negotiatorAnswer") != nullptr);
        return *answer;
    }

    bool pictures_come()
    {
        host.datagrams.clear();
        return host.run_until([this] { return host.datagrams.size() > 5; });
    }

    /// The number of the error in an answer, and 0 when it is none.
    static std::int64_t code_of(const std::optional<xpc::dictionary>& answer)
    {
        REQUIRE(answer);
        const auto* code = xpc::member<std::int64_t>(*answer, "code");
        return code == nullptr ? 0 : *code;
    }

    /// Its kind, in the order in which they happened.
    std::vector<nlohmann::json> events(std::string_view kind) const
    {
        std::vector<nlohmann::json> result;
        const auto log = device.log.since(0);
        for (const auto& each : log.at("events"))
            if (each.at("kind") == kind)
                result.push_back(each);
        return result;
    }

    boost::asio::io_context context{1}; // outlives the timers of the others
    phone device;
    coredevice::shared_state shared;
    tunnel_host host;
    std::uint64_t report_timeout = 20; // seconds, of the streams that are asked for
};

/// {featureIdentifier, messageType, payload} around one case of a request.
inline xpc::dictionary hid_request(const char* name, xpc::dictionary what)
{
    return {{"featureIdentifier", "com.apple.coredevice.feature.remote.universalhidservice"},
            {"messageType", "Request"},
            {"payload", xpc::dictionary{{name, std::move(what)}}}};
}

inline xpc::dictionary hid_report(const thimble::tests::report_bytes& report,
                                  std::uint64_t surface = 257)
{
    return hid_request("send", {{"_0", report}, {"_1", surface}});
}

} // namespace thimble::virtualphone::tests
