// Pairing and sessions: whom a phone trusts, and how it makes sure.
#include "tests/catch2.hpp"
#include "tests/virtualphone/lockdown/phone_client.hpp"

#include <boost/system/system_error.hpp>

namespace thimble::virtualphone::tests {
namespace {

namespace asio = boost::asio;

asio::awaitable<std::string> pairing_error(desk& table, const host_identity& as)
{
    phone_client lockdown = co_await open_lockdown(table);
    const auto answer = co_await lockdown.ask(pair_request(as));
    co_return plist::string_at(answer, "Error").value_or("");
}

asio::awaitable<std::string> session_error(desk& table, const host_identity& as)
{
    phone_client lockdown = co_await open_lockdown(table);
    auto request = lockdown_request("StartSession");
    request["HostID"] = as.host_id;
    request["SystemBUID"] = as.system_buid;
    const auto answer = co_await lockdown.ask(std::move(request));
    co_return plist::string_at(answer, "Error").value_or("");
}

} // namespace

TEST_CASE("a paired host gets a session, with either of its certificates", "[virtualphone]")
{
    desk table;
    table.add();
    table.run([&]() -> asio::awaitable<void> {
        const host_identity host = co_await paired_identity(table);
        for (const bool present_root : {false, true}) {
            phone_client session = co_await open_session(table, host, present_root);
            auto request = lockdown_request("GetValue");
            request["Key"] = "SerialNumber";
            const auto answer = co_await session.ask(std::move(request));
            CHECK(answer.at("Value").get<std::string>().size() == 10);
        }
    }());
}

TEST_CASE("a certificate that is not the paired host's ends the session", "[virtualphone]")
{
    desk table;
    table.add();
    table.run([&]() -> asio::awaitable<void> {
        const host_identity host = co_await paired_identity(table);
        host_identity impostor = co_await new_identity(table);
        impostor.host_id = host.host_id;
        impostor.system_buid = host.system_buid;
        bool refused = false;
        try {
            phone_client session = co_await open_session(table, impostor);
            co_await session.ask(lockdown_request("QueryType"));
        } catch (const boost::system::system_error&) {
            refused = true;
        }
        CHECK(refused);
    }());
}

TEST_CASE("a host that the phone does not know gets no session", "[virtualphone]")
{
    desk table;
    table.add();
    table.run([&]() -> asio::awaitable<void> {
        const host_identity stranger = co_await new_identity(table);
        CHECK(co_await session_error(table, stranger) == "InvalidHostID");
    }());
}

TEST_CASE("the person with the phone decides about trust", "[virtualphone]")
{
    desk table;
    phone& device = table.add();
    device.os.unlock(device.clock.now());
    lockdown_service& lockdown = table.lockdown_of(device);
    table.run([&]() -> asio::awaitable<void> {
        const host_identity host = co_await new_identity(table);
        device.trust = trust::no;
        CHECK(co_await pairing_error(table, host) == "UserDeniedPairing");

        device.trust = trust::ask;
        lockdown.trust_changed();
        CHECK(co_await pairing_error(table, host) == "PairingDialogResponsePending");
        REQUIRE(device.os.alert());
        CHECK(device.os.alert()->title == "Trust This Computer?");
        CHECK(co_await pairing_error(table, host) == "PairingDialogResponsePending");

        device.trust = trust::yes;
        lockdown.trust_changed();
        CHECK_FALSE(device.os.alert());
        CHECK(co_await pairing_error(table, host) == "");
        CHECK(co_await session_error(table, host) == "");

        device.trust = trust::ask;
        lockdown.trust_changed();
        CHECK(co_await session_error(table, host) == "InvalidHostID");
    }());
}

TEST_CASE("a phone may refuse a host and ask nobody", "[virtualphone]")
{
    desk table;
    phone& device = table.add();
    device.os.unlock(device.clock.now());
    device.faults.set("lockdown.pair", fault{fault_kind::error, 1});
    table.run([&]() -> asio::awaitable<void> {
        const host_identity host = co_await new_identity(table);
        CHECK(co_await pairing_error(table, host) == "PairingProhibitedOverThisConnection");
        CHECK_FALSE(device.os.alert());
        CHECK(device.log.since(0).at("events").back().at("kind") == "pairing_refused");
        CHECK(co_await pairing_error(table, host) == "");
    }());
}

TEST_CASE("the buttons of the trust dialog answer it", "[virtualphone]")
{
    desk table;
    phone& device = table.add();
    device.os.unlock(device.clock.now());
    device.trust = trust::ask;
    table.run([&]() -> asio::awaitable<void> {
        const host_identity host = co_await new_identity(table);
        co_await pairing_error(table, host);
        REQUIRE(device.os.answer_alert("Don’t Trust", device.clock.now()));
        CHECK(co_await pairing_error(table, host) == "UserDeniedPairing");
        CHECK(co_await pairing_error(table, host) == "PairingDialogResponsePending");
        REQUIRE(device.os.answer_alert("Trust", device.clock.now()));
        CHECK(co_await pairing_error(table, host) == "");
    }());
}

TEST_CASE("a locked phone does not pair with new hosts", "[virtualphone]")
{
    desk table;
    phone& device = table.add("00008130-000000000000001A", "18.5", "123456");
    table.run([&]() -> asio::awaitable<void> {
        const host_identity host = co_await new_identity(table);
        CHECK(co_await pairing_error(table, host) == "PasswordProtected");
        device.os.unlock(device.clock.now());
        CHECK(co_await pairing_error(table, host) == "");
        device.os.lock(device.clock.now());
        CHECK(co_await pairing_error(table, host) == ""); // it is no new host any more
    }());
}

TEST_CASE("pair records that prove nothing are refused", "[virtualphone]")
{
    desk table;
    table.add();
    table.run([&]() -> asio::awaitable<void> {
        const host_identity host = co_await new_identity(table);
        const auto error_of = [&](auto change) -> asio::awaitable<std::string> {
            auto request = pair_request(host);
            change(request);
            phone_client lockdown = co_await open_lockdown(table);
            const auto answer = co_await lockdown.ask(std::move(request));
            co_return plist::string_at(answer, "Error").value_or("");
        };
        CHECK(co_await error_of([](plist::value& r) { r.erase("PairRecord"); }) ==
              "MissingPairRecord");
        CHECK(co_await error_of([](plist::value& r) { r["PairRecord"].erase("HostID"); }) ==
              "MissingHostID");
        CHECK(co_await error_of([](plist::value& r) {
                  r["PairRecord"]["HostCertificate"] = plist::data(plist::bytes(100, 'x'));
              }) == "InvalidPairRecord");
        CHECK(co_await error_of([](plist::value& r) {
                  r["PairRecord"]["DeviceCertificate"] = r["PairRecord"]["HostCertificate"];
              }) == "InvalidPairRecord");
    }());
}

TEST_CASE("pairing is validated and undone", "[virtualphone]")
{
    desk table;
    table.add();
    table.run([&]() -> asio::awaitable<void> {
        const host_identity host = co_await paired_identity(table);
        phone_client lockdown = co_await open_lockdown(table);
        auto request = pair_request(host);
        request["Request"] = "ValidatePair";
        CHECK_FALSE((co_await lockdown.ask(request)).contains("Error"));
        request["Request"] = "Unpair";
        CHECK_FALSE((co_await lockdown.ask(request)).contains("Error"));
        CHECK((co_await lockdown.ask(request)).at("Error") == "InvalidHostID");
        CHECK(co_await session_error(table, host) == "InvalidHostID");
    }());
}

} // namespace thimble::virtualphone::tests
