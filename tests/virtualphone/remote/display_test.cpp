// Answers of a phone of iOS 27 to hosts that want its picture as a stream.
#include "tests/virtualphone/remote/remote_desk.hpp"

namespace thimble::virtualphone::tests {
namespace {

constexpr std::int64_t value_not_found = 4865;
constexpr std::int64_t invalid_request_code = 9009;

/// A request without one of its members, or with another one of that name.
xpc::dictionary changed(const xpc::dictionary& request, std::string_view name, xpc::object to = {})
{
    xpc::dictionary result;
    for (const auto& [each, value] : request.members())
        if (each != name)
            result.add(each, value);
    if (!to.is_null())
        result.add(std::string(name), std::move(to));
    return result;
}

struct display_desk : remote_desk {
    using remote_desk::remote_desk;

    /// On a connection of its own.
    std::optional<xpc::dictionary> ask_display(std::string_view feature, xpc::dictionary input = {})
    {
        service_host display(host, port_of(display_service));
        return display.call(feature, std::move(input));
    }

    std::int64_t refusal_of(std::string_view name, xpc::object to = {})
    {
        return code_of(
            ask_display("startmediastream", changed(stream_request(), name, std::move(to))));
    }
};

} // namespace

TEST_CASE("a display says whether it can be streamed", "[remote]")
{
    display_desk desk;
    const auto new_one = desk.ask_display("getmediasupportinfo");
    REQUIRE(new_one);
    CHECK(*xpc::member<std::int64_t>(*new_one, "supportedFeatures") == 972);
    display_desk older("26");
    const auto old_one = older.ask_display("getmediasupportinfo");
    REQUIRE(old_one);
    CHECK(*xpc::member<std::int64_t>(*old_one, "supportedFeatures") == 0);
    CHECK(display_desk::code_of(older.ask_display("startmediastream", older.stream_request())) ==
          9021);
}

TEST_CASE("a stream begins, is told of, and is stopped", "[remote]")
{
    display_desk desk;
    service_host display(desk.host, desk.port_of(display_service));
    const auto answer = desk.start_stream(display);
    const auto* connection = xpc::member<xpc::dictionary>(answer, "connection");
    REQUIRE(connection != nullptr);
    const auto* config = xpc::member<xpc::dictionary>(*connection, "streamConfig");
    REQUIRE(config != nullptr);
    CHECK(*xpc::member<std::int64_t>(*config, "RxPayloadType") == 100);
    CHECK(*xpc::member<std::uint64_t>(*config, "RemoteSSRC") == 0x0102'0304);
    CHECK(*xpc::member<std::uint64_t>(*config, "CustomWidth") == 1088);
    CHECK(*xpc::member<std::uint64_t>(*config, "CustomHeight") == 2352);
    CHECK(*xpc::member<std::uint64_t>(*config, "TXMaxBitrate") == 6'000'000);
    CHECK(*xpc::member<double>(*config, "RTCPTimeoutInterval") == 20.0);

    auto status = desk.ask_display("getmediastreamserverstatus");
    REQUIRE(status);
    CHECK(*xpc::member<bool>(*status, "running"));
    CHECK(xpc::member<xpc::array>(*status, "sessions")->size() == 1);
    const auto stopped = desk.ask_display("stopmediastream", {{"stopAll", true}});
    REQUIRE(stopped);
    CHECK(*xpc::member<xpc::array>(*stopped, "stoppedStreams") ==
          xpc::array{std::uint64_t{0x0102'0304}});
    status = desk.ask_display("getmediastreamserverstatus");
    REQUIRE(status);
    CHECK_FALSE(*xpc::member<bool>(*status, "running"));
    CHECK_FALSE(display.ended());
}

TEST_CASE("nothing but a Bool stops a stream", "[remote]")
{
    display_desk desk;
    service_host display(desk.host, desk.port_of(display_service));
    desk.start_stream(display);
    CHECK(display_desk::code_of(desk.ask_display("stopmediastream")) == value_not_found);
    const auto number = desk.ask_display("stopmediastream", {{"stopAll", std::uint64_t{1}}});
    CHECK(display_desk::code_of(number) == 4864);
    CHECK(display_desk::code_of(desk.ask_display("stopmediastream", {{"stopAll", false}})) ==
          invalid_request_code);
    CHECK(desk.device.stream.running);
}

TEST_CASE("a request for a stream has members of exact types", "[remote]")
{
    display_desk desk;
    for (const char* name : {"clientSupportedFeatures", "direction", "type", "receiverIP",
                             "receiverPort", "timeout", "negotiatorOffer", "options"})
        CHECK(desk.refusal_of(name) == value_not_found);
    CHECK(desk.refusal_of("timeout", std::int64_t{20}) == value_not_found);
    CHECK(desk.refusal_of("receiverPort", std::uint64_t{0}) == invalid_request_code);
    CHECK(desk.refusal_of("receiverPort", std::uint64_t{65'536}) == invalid_request_code);
    CHECK(desk.refusal_of("senderIP") == 9014);
    CHECK(desk.refusal_of("senderIP", "fd00::1") == 49);
    CHECK(desk.refusal_of("receiverIP", "fd00::1") == 65);
    CHECK(desk.refusal_of("type", "audio") == 2);
    CHECK_FALSE(desk.device.stream.running);
}

TEST_CASE("an offer that the phone cannot use is refused", "[remote]")
{
    display_desk desk;
    const auto with = [&](xpc::bytes offer) {
        return desk.refusal_of("negotiatorOffer", std::move(offer));
    };
    CHECK(with(xpc::bytes(100, 0x5A)) == 32035);
    CHECK(with(offer_bytes({.hevc = false})) == 32035);
    CHECK(with(offer_bytes({.mode = 6})) == 32035);
    auto deflated = media::deflate(description_bytes({}));
    deflated.back() ^= 1U;
    CHECK(with(offer_around(deflated)) == 32035);
    CHECK(with(offer_bytes()) == 0);
}

TEST_CASE("no stream begins during a call", "[remote]")
{
    display_desk desk;
    desk.device.faults.set("media.call", {.kind = fault_kind::error, .count = 1});
    CHECK(display_desk::code_of(desk.ask_display("startmediastream", desk.stream_request())) ==
          9022);
    CHECK(display_desk::code_of(desk.ask_display("startmediastream", desk.stream_request())) == 0);
}

TEST_CASE("a phone may want a pause between streams, counted anew when it is asked", "[remote]")
{
    display_desk desk;
    desk.device.streaming.pause = std::chrono::hours(1);
    const auto begin = [&] {
        return display_desk::code_of(desk.ask_display("startmediastream", desk.stream_request()));
    };
    CHECK(begin() == 0);
    REQUIRE(desk.ask_display("stopmediastream", {{"stopAll", true}}));
    CHECK(begin() == invalid_request_code);
    desk.device.streaming.pause = std::chrono::seconds(0);
    CHECK(begin() == invalid_request_code); // the hour is not over, and the next pause is none
    CHECK(begin() == 0);
}

TEST_CASE("a second stream takes the place of the first", "[remote]")
{
    display_desk desk;
    service_host first(desk.host, desk.port_of(display_service));
    desk.start_stream(first);
    service_host second(desk.host, desk.port_of(display_service));
    REQUIRE(display_desk::code_of(second.call("startmediastream", desk.stream_request(60'002))) ==
            0);
    desk.host.datagrams.clear();
    REQUIRE(desk.host.run_until([&] { return desk.host.datagrams.size() > 20; }));
    CHECK(desk.host.datagrams.back().to == 60'002);
    CHECK(desk.device.stream.started == 2);
    CHECK(desk.device.stream.running);
}

TEST_CASE("a second request on the connection that has begun a stream ends both", "[remote]")
{
    display_desk desk;
    service_host display(desk.host, desk.port_of(display_service));
    desk.start_stream(display);
    display.invoke("getmediastreamserverstatus", {});
    CHECK(desk.host.run_until([&] { return display.ended(); }));
    CHECK_FALSE(desk.device.stream.running);
}

TEST_CASE("a stream outlives the connection that it was begun from", "[remote]")
{
    display_desk desk;
    {
        service_host display(desk.host, desk.port_of(display_service));
        desk.start_stream(display);
    }
    desk.host.run_for(std::chrono::milliseconds(100));
    CHECK(desk.pictures_come());
}

} // namespace thimble::virtualphone::tests
