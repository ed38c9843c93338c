// usbmuxd of the virtual phones: requests, events, connections, and hosts that misbehave.
#include "tests/catch2.hpp"
#include "tests/virtualphone/mux/desk.hpp"
#include "tests/virtualphone/mux/mux_host.hpp"

#include <boost/asio/buffer.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>

#include <sys/stat.h>

namespace thimble::virtualphone::tests {
namespace {

namespace asio = boost::asio;

/// A port that sends back what it gets.
asio::awaitable<void> echo(stream connection)
{
    std::array<char, 256> buffer{};
    for (;;) {
        const std::size_t size =
            co_await connection.async_read_some(asio::buffer(buffer), asio::use_awaitable);
        co_await asio::async_write(connection, asio::buffer(buffer, size), asio::use_awaitable);
    }
}

asio::awaitable<std::string> echoed(stream& port, std::string text)
{
    co_await asio::async_write(port, asio::buffer(text), asio::use_awaitable);
    std::string back(text.size(), '\0');
    co_await asio::async_read(port, asio::buffer(back), asio::use_awaitable);
    co_return back;
}

} // namespace

TEST_CASE("a host finds the phones that are plugged in", "[virtualphone]")
{
    desk table;
    table.add("00008130-000000000000001A");
    table.add("00008130000000000000001B");
    table.run([&]() -> asio::awaitable<void> {
        mux_host host(table.connect());
        const auto answer = co_await host.ask(request_of("ListDevices"));
        const auto& devices = answer.at("DeviceList");
        REQUIRE(devices.size() == 2);
        const auto& first = devices[0].at("Properties");
        CHECK(first.at("SerialNumber") == "00008130-000000000000001A");
        CHECK(first.at("ConnectionType") == "USB");
        CHECK(first.at("DeviceID") == devices[0].at("DeviceID"));
        CHECK(devices[1].at("Properties").at("SerialNumber") == "00008130-000000000000001B");
    }());
}

TEST_CASE("a listening host hears of plugging, unplugging and pairing", "[virtualphone]")
{
    desk table;
    phone& device = table.add();
    table.run([&]() -> asio::awaitable<void> {
        mux_host host(table.connect());
        CHECK((co_await host.ask(request_of("Listen"))).at("Number") == 0);
        const auto first = co_await host.receive();
        CHECK(first.at("MessageType") == "Attached");
        CHECK(host.last_tag == 0);

        table.mux.detach(device);
        const auto gone = co_await host.receive();
        CHECK(gone.at("MessageType") == "Detached");
        CHECK(gone.at("DeviceID") == first.at("DeviceID"));

        table.mux.attach(device);
        const auto again = co_await host.receive();
        CHECK(again.at("MessageType") == "Attached");
        CHECK(again.at("DeviceID") != first.at("DeviceID"));

        mux_host pairing(table.connect());
        auto save = request_of("SavePairRecord");
        save["PairRecordID"] = device.os.who().udid;
        save["PairRecordData"] = plist::data(plist::bytes{1, 2, 3});
        save["DeviceID"] = again.at("DeviceID");
        CHECK((co_await pairing.ask(save)).at("Number") == 0);
        const auto paired = co_await host.receive();
        CHECK(paired.at("MessageType") == "Paired");
        CHECK(paired.at("DeviceID") == again.at("DeviceID"));
    }());
}

TEST_CASE("a listening host that asks for more is answered no and let go", "[virtualphone]")
{
    desk table;
    table.run([&]() -> asio::awaitable<void> {
        mux_host host(table.connect());
        co_await host.ask(request_of("Listen"));
        CHECK((co_await host.ask(request_of("ListDevices"))).at("Number") == 1);
        CHECK(co_await host.ended());
    }());
}

TEST_CASE("a connection becomes the stream to a port of the phone", "[virtualphone]")
{
    desk table;
    table.add().ports.open(1234, echo);
    table.run([&]() -> asio::awaitable<void> {
        mux_host host(table.connect());
        REQUIRE(co_await host.connect(1, 1234) == 0);
        stream port = host.release();
        CHECK(co_await echoed(port, "hello") == "hello");
    }());
}

TEST_CASE("a connection that cannot be made says why", "[virtualphone]")
{
    desk table;
    table.add();
    table.run([&]() -> asio::awaitable<void> {
        mux_host host(table.connect());
        CHECK(co_await host.connect(1, 4321) == 3); // nobody listens
        CHECK(co_await host.connect(7, 4321) == 2); // no such device
        CHECK((co_await host.ask(request_of("Connect"))).at("Number") == 1);
    }());
}

TEST_CASE("unplugging ends the connections of that phone and of no other", "[virtualphone]")
{
    desk table;
    phone& first = table.add("00008130-000000000000001A");
    phone& second = table.add("00008130-000000000000001B");
    first.ports.open(1234, echo);
    second.ports.open(1234, echo);
    table.run([&]() -> asio::awaitable<void> {
        mux_host to_first(table.connect());
        mux_host to_second(table.connect());
        REQUIRE(co_await to_first.connect(1, 1234) == 0);
        REQUIRE(co_await to_second.connect(2, 1234) == 0);
        table.mux.detach(first);
        CHECK(co_await to_first.ended());
        stream port = to_second.release();
        CHECK(co_await echoed(port, "still here") == "still here");
        mux_host late(table.connect());
        CHECK(co_await late.connect(1, 1234) == 2);
    }());
}

TEST_CASE("the mux dies with its socket and every connection, and comes back", "[virtualphone]")
{
    desk table;
    table.add().ports.open(1234, echo);
    const std::string path = (table.directory / "mux").string();
    table.run([&]() -> asio::awaitable<void> {
        mux_host listening(table.connect());
        co_await listening.ask(request_of("Listen"));
        mux_host connected(table.connect());
        REQUIRE(co_await connected.connect(1, 1234) == 0);
        table.mux.stop();
        CHECK_FALSE(std::filesystem::exists(path));
        CHECK(co_await listening.ended());
        CHECK(co_await connected.ended());
        REQUIRE(table.mux.start());
        mux_host host(table.connect());
        CHECK((co_await host.ask(request_of("ListDevices"))).at("DeviceList").size() == 1);
    }());
}

TEST_CASE("pair records are kept for the host", "[virtualphone]")
{
    desk table;
    table.run([&]() -> asio::awaitable<void> {
        mux_host host(table.connect());
        auto read = request_of("ReadPairRecord");
        read["PairRecordID"] = "some-phone";
        CHECK((co_await host.ask(read)).at("Number") == 2);
        auto save = request_of("SavePairRecord");
        save["PairRecordID"] = "some-phone";
        save["PairRecordData"] = plist::data(plist::bytes{9, 8, 7});
        CHECK((co_await host.ask(save)).at("Number") == 0);
        CHECK(plist::data_at(co_await host.ask(read), "PairRecordData") == plist::bytes{9, 8, 7});
        auto remove = request_of("DeletePairRecord");
        remove["PairRecordID"] = "some-phone";
        CHECK((co_await host.ask(remove)).at("Number") == 0);
        CHECK((co_await host.ask(read)).at("Number") == 2);
        CHECK((co_await host.ask(request_of("SavePairRecord"))).at("Number") == 22);
    }());
}

TEST_CASE("the host has one name, and listeners can be listed", "[virtualphone]")
{
    desk table;
    table.run([&]() -> asio::awaitable<void> {
        mux_host host(table.connect());
        const auto buid = (co_await host.ask(request_of("ReadBUID"))).at("BUID");
        CHECK((co_await host.ask(request_of("ReadBUID"))).at("BUID") == buid);
        CHECK(buid.get<std::string>().size() == 36);
        mux_host listening(table.connect());
        co_await listening.ask(request_of("Listen"));
        const auto list = (co_await host.ask(request_of("ListListeners"))).at("ListenerList");
        REQUIRE(list.size() == 1);
        CHECK(list[0].at("ProgName") == "test");
    }());
}

TEST_CASE("a host that speaks the binary version is served", "[virtualphone]")
{
    desk table;
    table.add().ports.open(1234, echo);
    table.run([&]() -> asio::awaitable<void> {
        mux_host listening(table.connect());
        co_await listening.send({16, 0, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 5, 0, 0, 0});
        const auto result = co_await listening.receive_bytes(20);
        CHECK(result == plist::bytes{20, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0});
        const auto attached = co_await listening.receive_bytes(16 + 4 + 2 + 256 + 2 + 4);
        CHECK(attached[8] == 4);
        CHECK(std::string(attached.begin() + 22, attached.begin() + 47) ==
              "00008130-000000000000001A");
        mux_host host(table.connect());
        co_await host.send({24, 0, 0, 0, 0,    0,    0, 0, 2, 0, 0, 0, 6, 0, 0, 0, //
                            1,  0, 0, 0, 0x04, 0xD2, 0, 0});
        CHECK((co_await host.receive_bytes(20))[16] == 0);
        stream port = host.release();
        CHECK(co_await echoed(port, "hello") == "hello");
    }());
}

TEST_CASE("hosts that misbehave lose their connection and nothing else", "[virtualphone]")
{
    desk table;
    const auto raw =
        GENERATE(plist::bytes{0, 0, 0, 0, 1, 0, 0, 0, 8, 0, 0, 0, 1, 0, 0, 0},
                 plist::bytes{0xFF, 0xFF, 0xFF, 0xFF, 1, 0, 0, 0, 8, 0, 0, 0, 1, 0, 0, 0},
                 plist::bytes{1, 0, 1, 0, 1, 0, 0, 0, 8, 0, 0, 0, 1, 0, 0, 0},
                 plist::bytes{16, 0, 0, 0, 9, 0, 0, 0, 8, 0, 0, 0, 1, 0, 0, 0});
    table.run([&]() -> asio::awaitable<void> {
        mux_host host(table.connect());
        co_await host.send(raw);
        CHECK(co_await host.ended());
        mux_host next(table.connect());
        CHECK((co_await next.ask(request_of("ListDevices"))).contains("DeviceList"));
    }());
}

TEST_CASE("requests that make no sense are answered no", "[virtualphone]")
{
    desk table;
    table.run([&]() -> asio::awaitable<void> {
        mux_host host(table.connect());
        CHECK((co_await host.ask(request_of("MakeTea"))).at("Number") == 1);
        CHECK((co_await host.ask(plist::value::array({1, 2}))).at("Number") == 1);
        co_await host.send({20, 0, 0, 0, 1, 0, 0, 0, 8, 0, 0, 0, 1, 0, 0, 0, 'j', 'u', 'n', 'k'});
        CHECK((co_await host.receive()).at("Number") == 1);
        auto read = request_of("ReadPairRecord");
        read["PairRecordID"] = 17;
        CHECK((co_await host.ask(read)).at("Number") == 22);
    }());
}

TEST_CASE("faults show in what usbmuxd answers about their phone", "[virtualphone]")
{
    desk table;
    phone& device = table.add();
    device.ports.open(8100, echo);
    table.run([&]() -> asio::awaitable<void> {
        mux_host host(table.connect());
        device.faults.set("wda", {fault_kind::refuse, 1});
        CHECK(co_await host.connect(1, 8100) == 3);
        device.faults.set("usbmux", {fault_kind::error, 1});
        CHECK(co_await host.connect(1, 8100) == 1);
        device.faults.set("usbmux", {fault_kind::trickle, 1, milliseconds(1)});
        CHECK((co_await host.ask(request_of("ListDevices"))).at("DeviceList").size() == 1);
        device.faults.set("usbmux", {fault_kind::cut, 1});
        co_await host.send(mux::encode(request_of("ListDevices"), 1));
        CHECK(co_await host.ended());
        mux_host next(table.connect());
        CHECK(co_await next.connect(1, 8100) == 0);
    }());
}

TEST_CASE("a socket that is in use is not taken away, a stale one is replaced", "[virtualphone]")
{
    desk table;
    const std::string path = (table.directory / "mux").string();
    struct stat status{};
    REQUIRE(::stat(path.c_str(), &status) == 0);
    CHECK((status.st_mode & 0777) == 0600);

    const auto taken = listen_socket::open(table.context.get_executor(), path);
    REQUIRE_FALSE(taken);
    CHECK(taken.error().find("in use") != std::string::npos);

    const std::string stale = (table.directory / "stale").string();
    asio::local::stream_protocol::acceptor(table.context, stale).close();
    CHECK(listen_socket::open(table.context.get_executor(), stale));

    CHECK_FALSE(listen_socket::open(table.context.get_executor(), "nowhere"));
    CHECK_FALSE(listen_socket::open(table.context.get_executor(), "127.0.0.1:99999"));
    const auto any_port = listen_socket::open(table.context.get_executor(), "127.0.0.1:0");
    REQUIRE(any_port);
    CHECK(any_port->address() != "127.0.0.1:0");
}

} // namespace thimble::virtualphone::tests
