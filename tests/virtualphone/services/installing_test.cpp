// Files that hosts put on the phone over AFC, and apps that they install.
#include "tests/catch2.hpp"
#include "tests/device/packages/made_package.hpp"
#include "tests/virtualphone/services/file_host.hpp"

#include <algorithm>

namespace thimble::virtualphone::tests {
namespace {

namespace asio = boost::asio;
using thimble::tests::entries_of;
using thimble::tests::made_app;

enum : std::uint64_t {
    list_folder = 3,
    remove_path = 8,
    make_folder = 9,
    file_facts = 0x0A,
    device_facts_wanted = 0x0B
};

constexpr std::uint64_t remove_all = 0x22;
constexpr std::uint64_t not_found = 8;
constexpr std::uint64_t not_empty = 33;
constexpr auto runner_id = "org.example.WebDriverAgentRunner.xctrunner";
constexpr auto staged = "PublicStaging/org.example";

asio::awaitable<file_host> open_files(desk& table, const host_identity& host)
{
    co_return file_host(co_await open_service(table, host, "com.apple.afc"));
}

asio::awaitable<phone_client> open_installer(desk& table, const host_identity& host)
{
    co_return co_await open_service(table, host, "com.apple.mobile.installation_proxy");
}

/// Signed for a month from now on: the phone looks at the clock.
std::string good_package()
{
    const auto now = std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
    made_app app;
    app.profile = thimble::tests::signed_profile({.expires = now + std::chrono::days(30)});
    return thimble::tests::zip_of(entries_of(app));
}

/// With the package where install_command() has it installed from.
asio::awaitable<file_host> files_with_package(desk& table, const host_identity& host)
{
    file_host files = co_await open_files(table, host);
    co_await files.put(staged, good_package());
    co_return files;
}

plist::value install_command()
{
    plist::value command{{"Command", "Install"}, {"PackagePath", staged}};
    command["ClientOptions"] = plist::value::object();
    return command;
}

/// The last answer to the command; those before it tell of progress that grows.
asio::awaitable<plist::value> last_answer(phone_client& client, plist::value command)
{
    auto answer = co_await client.ask(std::move(command));
    for (int before = -1; answer.contains("PercentComplete"); answer = co_await client.receive()) {
        CHECK(answer.at("PercentComplete") > before);
        before = answer.at("PercentComplete").get<int>();
    }
    co_return answer;
}

asio::awaitable<plist::value> look_up(phone_client& client, std::string id)
{
    plist::value command{{"Command", "Lookup"}};
    command["ClientOptions"]["BundleIDs"] = plist::value::array({id});
    const auto answer = co_await client.ask(std::move(command));
    const auto& found = answer.at("LookupResult");
    co_return found.contains(id) ? found.at(id) : plist::value();
}

} // namespace

TEST_CASE("a host makes, reads and removes files", "[virtualphone]")
{
    desk table;
    table.add();
    table.run([&]() -> asio::awaitable<void> {
        const host_identity host = co_await paired_identity(table);
        file_host files = co_await open_files(table, host);
        const auto root = (co_await files.ask(list_folder, file_texts({"/"}))).texts();
        CHECK(std::ranges::find(root, "PublicStaging") != root.end());
        CHECK(root.at(0) == ".");
        CHECK(co_await files.status(make_folder, "PublicStaging/a") == 0);
        co_await files.put("PublicStaging/a/f", "content");
        const auto facts =
            (co_await files.ask(file_facts, file_texts({"PublicStaging/a/f"}))).texts();
        REQUIRE(facts.size() >= 2);
        CHECK(facts.at(0) == "st_size");
        CHECK(facts.at(1) == "7");
        CHECK(std::ranges::find(facts, "S_IFREG") != facts.end());
        CHECK((co_await files.ask(file_facts, file_texts({"none"}))).first == not_found);
        CHECK(co_await files.status(remove_path, "PublicStaging/a") == not_empty);
        CHECK(co_await files.status(remove_all, "PublicStaging/a") == 0);
        CHECK(co_await files.status(remove_all, "PublicStaging/a") == not_found);
        const auto storage = (co_await files.ask(device_facts_wanted, {})).texts();
        CHECK(std::ranges::find(storage, "iPhone16,1") != storage.end());
        CHECK(co_await files.status(0x99, "x") == 15); // an operation that there is not
        co_await files.client().send_raw(plist::bytes(40, 'x'));
        CHECK(co_await files.client().ended());
    }());
}

TEST_CASE("an app has a container, and only an app that is there", "[virtualphone]")
{
    desk table;
    table.add();
    table.run([&]() -> asio::awaitable<void> {
        const host_identity host = co_await paired_identity(table);
        phone_client refused = co_await open_service(table, host, "com.apple.mobile.house_arrest");
        CHECK((co_await refused.ask({{"Command", "VendContainer"}, {"Identifier", "none"}}))
                  .at("Error") == "ApplicationLookupFailed");
        CHECK(co_await refused.ended());
        phone_client client = co_await open_service(table, host, "com.apple.mobile.house_arrest");
        CHECK((co_await client.ask(
                   {{"Command", "VendContainer"}, {"Identifier", "com.thimble.sketch"}}))
                  .at("Status") == "Complete");
        file_host files(std::move(client));
        co_await files.put("tmp/x.xctestconfiguration", "content");
        const auto names = (co_await files.ask(list_folder, file_texts({"tmp"}))).texts();
        CHECK(names == std::vector<std::string>{".", "..", "x.xctestconfiguration"});
    }());
}

TEST_CASE("an app is installed, listed and removed", "[virtualphone]")
{
    desk table;
    table.add();
    table.run([&]() -> asio::awaitable<void> {
        const host_identity host = co_await paired_identity(table);
        file_host files = co_await files_with_package(table, host);
        phone_client client = co_await open_installer(table, host);
        CHECK((co_await last_answer(client, install_command())).at("Status") == "Complete");
        CHECK((co_await files.ask(file_facts, file_texts({staged}))).first == not_found);
        const auto app = co_await look_up(client, runner_id);
        REQUIRE(app.is_object());
        CHECK(app.at("CFBundleExecutable") == "WebDriverAgentRunner-Runner");
        CHECK(app.at("CFBundleVersion") == "42");
        CHECK(app.at("ApplicationType") == "User");
        CHECK(app.at("SignerIdentity") == "Apple Development: TEAM123456");
        const plist::value uninstall{{"Command", "Uninstall"},
                                     {"ApplicationIdentifier", runner_id}};
        CHECK((co_await last_answer(client, uninstall)).at("Status") == "Complete");
        CHECK((co_await look_up(client, runner_id)).is_null());
        CHECK((co_await last_answer(client, uninstall)).at("Status") == "Complete");
        const plist::value fixed{{"Command", "Uninstall"},
                                 {"ApplicationIdentifier", "com.apple.mobilenotes"}};
        CHECK((co_await last_answer(client, fixed)).at("Error") == "UninstallProhibited");
    }());
}

TEST_CASE("an app is refused for want of room, by rule and as one too many", "[virtualphone]")
{
    desk table;
    phone& device = table.add();
    table.run([&]() -> asio::awaitable<void> {
        const host_identity host = co_await paired_identity(table);
        file_host files = co_await files_with_package(table, host);
        phone_client client = co_await open_installer(table, host);
        const std::pair<const char*, const char*> refusals[]{
            {"installation_proxy.full", "APIInternalError"},
            {"installation_proxy.prohibited", "InstallProhibited"},
            {"installation_proxy.free_team", "ApplicationVerificationFailed"},
        };
        for (const auto& [fault_name, error] : refusals) {
            device.faults.set(fault_name, fault{fault_kind::error, 1});
            CHECK((co_await last_answer(client, install_command())).at("Error") == error);
            CHECK(device.log.since(0).at("events").back().at("kind") == "install_refused");
        }
        CHECK((co_await last_answer(client, install_command())).at("Status") == "Complete");
    }());
}

TEST_CASE("an app that the phone does not take changes nothing", "[virtualphone]")
{
    desk table;
    table.add("00008130-000000000000001B"); // not the one of the profile
    table.run([&]() -> asio::awaitable<void> {
        const host_identity host = co_await paired_identity(table);
        phone_client client = co_await open_installer(table, host);
        CHECK((co_await last_answer(client, install_command())).at("Error") ==
              "PackageInspectionFailed"); // nothing was sent
        file_host files = co_await files_with_package(table, host);
        const auto refused = co_await last_answer(client, install_command());
        CHECK(refused.at("Error") == "ApplicationVerificationFailed");
        CHECK(refused.contains("ErrorDescription"));
        CHECK((co_await look_up(client, runner_id)).is_null());
        CHECK((co_await last_answer(client, {{"Command", "Install"}})).at("Error") ==
              "MissingPackagePath");
    }());
}

} // namespace thimble::virtualphone::tests
