#include "tests/e2e/faults/tunnel_fault.hpp"

#include <utility>

namespace thimble::e2e {

namespace {

using std::chrono::milliseconds;
using std::chrono_literals::operator""s;

// Some faults leave something that will never be answered, and nothing tells that it will not. It
// is waited for as long as the design has it (docs/coredevice.md, and the limits in device/), and
// holds up the phone's next action until then.

/// A connection that is silent is asked after 10 s whether it lives, and is dead 5 s later.
constexpr milliseconds silence_noticed = 15s;

/// CDTunnel's answer, and the directory, are each waited for as long.
constexpr milliseconds opening_limit = 10s;

/// Of all questions a launch is waited for longest.
constexpr milliseconds longest_question = 30s;

/// A phone that was replugged has to be found and asked first.
constexpr milliseconds found_again = 3s;

/// All of that, where nothing is in the way of the tunnel.
constexpr milliseconds back_after_replug = 2s;

constexpr int until_cleared = -1;

void set_fault(const virtual_phone& phone, const char* service, const char* kind, int count)
{
    phone.make("fault", {{"service", service}, {"kind", kind}, {"count", count}});
}

/// At its next packet, so that the next one meets another fault.
void end_tunnel(const virtual_phone& phone)
{
    set_fault(phone, "tunnel", "cut", 1);
}

remedy clearing(const virtual_phone& phone)
{
    return [phone] { phone.clear_faults(); };
}

/// Shows again and again until it is cleared, or `count` times.
tunnel_fault inside(std::string name,
                    const char* service,
                    const char* kind,
                    int count = until_cleared,
                    milliseconds besides = {})
{
    return {.name = std::move(name),
            .strike =
                [=](const virtual_phone& phone, milliseconds /*held*/) {
                    set_fault(phone, service, kind, count);
                    return clearing(phone);
                },
            .besides = besides};
}

/// In the way of the next tunnel, while the last one ends.
tunnel_fault in_the_way(std::string name,
                        const char* service,
                        const char* kind,
                        int count = until_cleared,
                        milliseconds besides = {})
{
    return {.name = std::move(name),
            .strike =
                [=](const virtual_phone& phone, milliseconds /*held*/) {
                    set_fault(phone, service, kind, count);
                    end_tunnel(phone);
                    return clearing(phone);
                },
            .besides = besides};
}

/// A phone whose tunnels come and go refuses others for a time, which is the cause here.
tunnel_fault churn()
{
    return {.name = "refused after churn",
            .strike = [](const virtual_phone& phone, milliseconds held) {
                phone.make("fault", {{"service", "tunnel.churn"},
                                     {"kind", "refuse"},
                                     {"count", 1},
                                     {"ms", held.count()}});
                end_tunnel(phone);
                return clearing(phone);
            }};
}

tunnel_fault replugged()
{
    return {.name = "replugged",
            .strike =
                [](const virtual_phone& phone, milliseconds /*held*/) {
                    phone.make("unplug");
                    return [phone] { phone.make("plug"); };
                },
            .within = back_after_replug};
}

/// The service "tunnel" shows one fault at a time, so that the tunnel ends in another way.
tunnel_fault closed_port()
{
    return {.name = "replugged, port closed",
            .strike =
                [](const virtual_phone& phone, milliseconds /*held*/) {
                    phone.make("unplug");
                    set_fault(phone, "tunnel", "refuse", until_cleared);
                    phone.make("plug");
                    return clearing(phone);
                },
            .besides = found_again};
}

std::vector<tunnel_fault> faults_of_packets()
{
    return {
        inside("tunnel cut", "tunnel", "cut"),
        inside("tunnel garbled", "tunnel", "corrupt"),
        inside("tunnel silent", "tunnel", "hang", 1, silence_noticed),
        churn(),
        replugged(),
        closed_port(),
        in_the_way("handshake cut", "tunnel.handshake", "cut"),
        in_the_way("handshake garbled", "tunnel.handshake", "corrupt"),
        in_the_way("handshake unanswered", "tunnel.handshake", "hang", 1, opening_limit),
    };
}

std::vector<tunnel_fault> faults_of_connections()
{
    return {
        inside("connections reset", "tunnel.tcp", "cut"),
        inside("connections refused", "tunnel.tcp", "refuse"),
        inside("connection half-open", "tunnel.tcp", "hang", 1, silence_noticed),
        inside("checksums wrong", "tunnel.tcp", "corrupt", 3), // repaired by repetition
        inside("window closed for ever", "tunnel.window", "hang", 1, longest_question),
    };
}

std::vector<tunnel_fault> faults_of_messages()
{
    return {
        inside("HTTP/2: GOAWAY", "tunnel.http2", "cut"),
        inside("HTTP/2: message lost", "tunnel.http2", "hang", 1, longest_question),
        inside("HTTP/2: garbage", "tunnel.http2", "corrupt"),
        inside("HTTP/2: RST_STREAM", "tunnel.http2", "error"),
        inside("XPC: reset", "tunnel.xpc", "cut"),
        inside("XPC: message lost", "tunnel.xpc", "hang", 1, longest_question),
        inside("XPC: garbage", "tunnel.xpc", "corrupt"),
        inside("XPC: a body that is none", "tunnel.xpc", "error"),
        inside("replies out of order", "tunnel.order", "hang", 1, longest_question),
        in_the_way("directory closed", "rsd", "cut"),
        in_the_way("directory garbled", "rsd", "corrupt"),
        in_the_way("directory refused", "rsd", "refuse"),
        in_the_way("directory silent", "rsd", "hang", 1, opening_limit),
    };
}

} // namespace

std::vector<tunnel_fault> tunnel_faults()
{
    auto all = faults_of_packets();
    for (auto& some : {faults_of_connections(), faults_of_messages()})
        all.insert(all.end(), some.begin(), some.end());
    return all;
}

} // namespace thimble::e2e
