// Apps sent to a phone, installed on it and taken off it.
#include "device/lockdown/app_installer.hpp"
#include "device/lockdown/installation_catalog.hpp"
#include "device/lockdown/runner_apps.hpp"
#include "device/usbmux/handle.hpp"
#include "tests/device/fleet/attached_fleet.hpp"
#include "tests/device/packages/made_package.hpp"
#include "tests/e2e/eventually.hpp"
#include "tests/e2e/temporary_directory.hpp"

#include <libimobiledevice/afc.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <memory>
#include <optional>

namespace thimble::tests {
namespace {

constexpr auto runner_id = "org.example.WebDriverAgentRunner.xctrunner";

/// Signed for a month from now on, for this phone.
made_app runner_for(const e2e::virtual_phone& phone)
{
    const auto now = std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
    made_app app;
    app.profile =
        signed_profile({.phones = {phone.udid()}, .expires = now + std::chrono::days(30)});
    return app;
}

/// A phone in another process, a package on this computer, and the installer between them.
class installing_desk {
public:
    installing_desk() { REQUIRE(desk_.until_state(phone(), "DRIVER_NOT_INSTALLED")); }

    e2e::virtual_phone phone() const { return world_.at(0); }
    device::attachment where() const { return {.udid = phone().udid()}; }

    device::packages::app_package package(const made_app& app)
    {
        const auto file = place_.path() / "runner.ipa";
        std::ofstream(file, std::ios::binary) << zip_of(entries_of(app));
        auto read = device::packages::read_package(file);
        REQUIRE(read);
        return *read;
    }

    /// As WebDriverAgent's releases are: its files go one by one.
    device::packages::app_package zipped_folder(made_app app)
    {
        app.root = "Runner.app";
        auto entries = entries_of(app);
        entries.push_back({.path = "Runner.app/a/b/c",
                           .content = "content",
                           .link_target = {},
                           .is_folder = false});
        const auto file = place_.path() / "runner.zip";
        std::ofstream(file, std::ios::binary) << zip_of(entries);
        auto read = device::packages::read_package(file);
        REQUIRE(read);
        return *read;
    }

    device::packages::app_package folder(made_app app)
    {
        app.root = "Runner.app";
        auto entries = entries_of(app);
        entries.push_back({.path = "Runner.app/link",
                           .content = {},
                           .link_target = "Assets.car",
                           .is_folder = false});
        write_entries(entries, place_.path());
        auto read = device::packages::read_package(place_.path() / app.root);
        REQUIRE(read);
        return *read;
    }

    device::result<void> install(const device::packages::app_package& app)
    {
        device::app_installer installer(desk_.context().get_executor(), calls_, where());
        return run_until_done(desk_.context(), installer.install(app, [this](const auto& progress) {
            steps_.push_back(progress);
        }));
    }

    device::result<void> uninstall(const std::string& bundle_id)
    {
        device::app_installer installer(desk_.context().get_executor(), calls_, where());
        return run_until_done(desk_.context(), installer.uninstall(bundle_id, {}));
    }

    device::result<device::packages::app_package> read(const std::filesystem::path& file)
    {
        device::app_installer installer(desk_.context().get_executor(), calls_, where());
        return run_until_done(desk_.context(), installer.read(file, [this](const auto& progress) {
            steps_.push_back(progress);
        }));
    }

    /// The time from the moment at which the reader's caller goes to the end of the reading.
    std::chrono::steady_clock::duration leave_reading(const std::filesystem::path& file)
    {
        auto& context = desk_.context();
        device::app_installer installer(context.get_executor(), calls_, where());
        boost::asio::cancellation_signal gone;
        bool heard = false;
        bool left = false;
        boost::asio::co_spawn(
            context, installer.read(file, [&](const auto& progress) { heard = progress.done > 0; }),
            boost::asio::bind_cancellation_slot(
                gone.slot(),
                [&](const std::exception_ptr&,
                    const device::result<device::packages::app_package>&) { left = true; }));
        CHECK(desk_.until(std::chrono::seconds(10), [&] { return heard; }));
        const auto begun = std::chrono::steady_clock::now();
        gone.emit(boost::asio::cancellation_type::terminal);
        CHECK(desk_.until(std::chrono::seconds(10), [&] { return left && *calls_ == 0; }));
        return std::chrono::steady_clock::now() - begun;
    }

    std::filesystem::path large_package(const made_app& app, std::size_t bytes)
    {
        auto entries = entries_of(app);
        entries.push_back({.path = app.root + "/large",
                           .content = std::string(bytes, 'x'),
                           .link_target = {},
                           .is_folder = false});
        const auto file = place_.path() / "large.ipa";
        std::ofstream(file, std::ios::binary) << zip_of(entries);
        return file;
    }

    /// Takes the app off the phone behind an installation of it; the one who wanted that goes while
    /// it waits. Until the installation, and what has come behind it, has ended.
    void cancel_removal_behind(const device::packages::app_package& app)
    {
        auto& context = desk_.context();
        device::app_installer installer(context.get_executor(), calls_, where());
        boost::asio::cancellation_signal gone;
        std::optional<device::result<void>> installed;
        bool removal_left = false;
        boost::asio::co_spawn(context, installer.install(app, {}),
                              [&](const std::exception_ptr&, device::result<void> how) {
                                  installed = std::move(how);
                              });
        boost::asio::co_spawn(
            context, installer.uninstall(runner_id, {}),
            boost::asio::bind_cancellation_slot(
                gone.slot(), [&](const std::exception_ptr&, const device::result<void>&) {
                    removal_left = true;
                }));
        desk_.run_for(std::chrono::milliseconds(50));
        gone.emit(boost::asio::cancellation_type::terminal);
        CHECK(desk_.until(std::chrono::seconds(1), [&] { return removal_left; }));
        CHECK(desk_.until(std::chrono::seconds(20), [&] { return installed.has_value(); }));
        CHECK((installed && installed->has_value()));
        CHECK(run_until_done(context, installer.uninstall("org.example.none", {})));
    }

    /// An installation whose caller goes once it has heard of it. True where what has heard is gone
    /// then as well, while the call goes on.
    bool forgets_who_has_gone(const device::packages::app_package& app)
    {
        auto& context = desk_.context();
        device::app_installer installer(context.get_executor(), calls_, where());
        boost::asio::cancellation_signal gone;
        bool heard = false;
        bool left = false;
        auto kept = std::make_shared<int>();
        const std::weak_ptr<int> seen = kept;
        auto tell = [kept = std::move(kept), &heard](const device::install_progress&) {
            heard = true;
        };
        boost::asio::co_spawn(context, installer.install(app, std::move(tell)),
                              boost::asio::bind_cancellation_slot(
                                  gone.slot(), [&](const std::exception_ptr&,
                                                   const device::result<void>&) { left = true; }));
        CHECK(desk_.until(std::chrono::seconds(10), [&] { return heard; }));
        gone.emit(boost::asio::cancellation_type::terminal);
        CHECK(desk_.until(std::chrono::seconds(1), [&] { return left; }));
        const bool forgotten = seen.expired();
        CHECK(desk_.until(std::chrono::seconds(40), [&] { return *calls_ == 0; }));
        return forgotten;
    }

    /// A removal for which there is no room: as many were left behind as may be.
    device::result<void> removal_behind_those_left()
    {
        constexpr std::size_t most = device::blocking_client::stuck_limit;
        auto& context = desk_.context();
        device::app_installer installer(context.get_executor(), calls_, where());
        std::array<boost::asio::cancellation_signal, most> gone;
        std::size_t left = 0;
        for (auto& each : gone)
            boost::asio::co_spawn(context, installer.uninstall(runner_id, {}),
                                  boost::asio::bind_cancellation_slot(
                                      each.slot(), [&](const std::exception_ptr&,
                                                       const device::result<void>&) { ++left; }));
        desk_.run_for(std::chrono::milliseconds(50));
        for (auto& each : gone)
            each.emit(boost::asio::cancellation_type::terminal);
        CHECK(desk_.until(std::chrono::seconds(1), [&] { return left == most; }));
        auto refused = run_until_done(context, installer.uninstall(runner_id, {}));
        CHECK(desk_.until(std::chrono::seconds(40), [&] { return *calls_ == 0; }));
        return refused;
    }

    /// Names in the folder of the phone that apps are sent to.
    std::vector<std::string> staged() const
    {
        device::owned<afc_client_t, afc_client_free> files;
        char** names = nullptr;
        const auto handle = device::open_phone(where());
        REQUIRE(handle != nullptr);
        REQUIRE(afc_client_start_service(handle.get(), device::adopt(files), "thimble-test") ==
                AFC_E_SUCCESS);
        REQUIRE(afc_read_directory(files.get(), "PublicStaging", &names) == AFC_E_SUCCESS);
        const std::unique_ptr<char*, device::freed_by<afc_dictionary_free>> owner(names);
        std::vector<std::string> staged;
        for (; *names != nullptr; ++names)
            if (const std::string name = *names; name != "." && name != "..")
                staged.push_back(name);
        return staged;
    }

    bool has_runner() const
    {
        const auto runners = device::read_runner_apps(where());
        REQUIRE(runners);
        return std::ranges::find(*runners, runner_id) != runners->end();
    }

    /// True where the phone's list of apps has it.
    bool lists(const std::string& bundle_id)
    {
        device::installation_catalog catalog(desk_.context().get_executor(), calls_, where());
        const auto apps = run_until_done(desk_.context(), catalog.read());
        REQUIRE(apps);
        return std::ranges::any_of(*apps,
                                   [&](const auto& each) { return each.bundle_id == bundle_id; });
    }

    const std::vector<device::install_progress>& steps() const { return steps_; }

private:
    e2e::temporary_directory place_;
    e2e::virtual_phones world_{{.phones = {"iPhone 15 Pro,ios=18.5,runner=absent"}}};
    attached_fleet desk_{world_};
    device::call_count calls_ = std::make_shared<std::atomic<std::size_t>>(0);
    std::vector<device::install_progress> steps_;
};

} // namespace

TEST_CASE("an app is sent, installed and removed again", "[device]")
{
    installing_desk desk;
    enum class form : std::uint8_t { ipa, zipped_folder, folder };
    const auto as = GENERATE(form::ipa, form::zipped_folder, form::folder);
    CAPTURE(static_cast<int>(as));
    const auto runner = runner_for(desk.phone());
    device::packages::app_package app;
    if (as == form::ipa)
        app = desk.package(runner);
    else
        app = as == form::folder ? desk.folder(runner) : desk.zipped_folder(runner);
    CHECK_FALSE(desk.has_runner());
    const auto installed = desk.install(app);
    INFO((installed ? "" : installed.error().message));
    REQUIRE(installed);
    CHECK(desk.has_runner());
    const auto& steps = desk.steps();
    CHECK(std::ranges::any_of(steps, [](const auto& each) {
        return each.step == device::install_step::sending && each.done == 1;
    }));
    CHECK(std::ranges::any_of(steps, [](const auto& each) {
        return each.step == device::install_step::installing && each.done > 0.5;
    }));
    REQUIRE(desk.install(app)); // over itself
    REQUIRE(desk.uninstall(runner_id));
    CHECK_FALSE(desk.has_runner());
}

TEST_CASE("the phone's refusal comes with its reason, and nothing is installed", "[device]")
{
    installing_desk desk;
    auto runner = runner_for(desk.phone());
    runner.profile = signed_profile({.phones = {"00008130-00000000000000FF"}});
    const auto refused = desk.install(desk.package(runner));
    REQUIRE_FALSE(refused);
    CHECK(refused.error().cause == "signature_refused");
    CHECK(refused.error().phone == device::reached::all);
    CHECK(refused.error().message.find("ApplicationVerificationFailed") != std::string::npos);
    CHECK(refused.error().message.find("0xe8008015") != std::string::npos);
    CHECK_FALSE(desk.has_runner());
    CHECK(desk.staged().empty());
}

TEST_CASE("the icon that a refused app leaves is no installed app", "[device]")
{
    installing_desk desk;
    auto runner = runner_for(desk.phone());
    runner.profile = signed_profile({.phones = {"00008130-00000000000000FF"}});
    desk.phone().make(
        "fault", {{"service", "installation_proxy.placeholder"}, {"kind", "error"}, {"count", 1}});
    REQUIRE_FALSE(desk.install(desk.package(runner)));
    CHECK_FALSE(desk.has_runner());
    CHECK_FALSE(desk.lists(runner_id));
    REQUIRE(desk.install(desk.package(runner_for(desk.phone()))));
    CHECK(desk.has_runner());
    CHECK(desk.lists(runner_id));
}

TEST_CASE("a package is read with progress, and no longer than it is wanted", "[device]")
{
    installing_desk desk;
    const auto runner = runner_for(desk.phone());
    const auto file = desk.large_package(runner, 48U << 20U);
    const auto app = desk.read(file);
    REQUIRE(app);
    CHECK(app->bundle_id == runner_id);
    const auto& steps = desk.steps();
    CHECK(std::ranges::all_of(
        steps, [](const auto& each) { return each.step == device::install_step::reading; }));
    CHECK(std::ranges::any_of(steps,
                              [](const auto& each) { return each.done > 0.3 && each.done < 0.7; }));
    CHECK(desk.read(file.parent_path() / "none.ipa").error().cause == "package_missing");
    CHECK(desk.leave_reading(file) < std::chrono::milliseconds(100) * e2e::slowdown());
}

TEST_CASE("an app that changed its team is told apart", "[device]")
{
    installing_desk desk;
    auto runner = runner_for(desk.phone());
    REQUIRE(desk.install(desk.package(runner)));
    const auto now = std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
    runner.profile = signed_profile({.team = "OTHERTEAM1",
                                     .app_id = "OTHERTEAM1.*",
                                     .phones = {desk.phone().udid()},
                                     .expires = now + std::chrono::days(30)});
    const auto refused = desk.install(desk.package(runner));
    REQUIRE_FALSE(refused);
    CHECK(refused.error().cause == "app_of_other_team");
}

TEST_CASE("a phone that does not take files, or breaks off, says so", "[device]")
{
    installing_desk desk;
    const auto app = desk.package(runner_for(desk.phone()));
    const auto cause = [&] {
        const auto installed = desk.install(app);
        return installed ? std::string() : installed.error().cause;
    };
    desk.phone().make("fault", {{"service", "afc"}, {"kind", "error"}});
    CHECK(cause() == "no_space");
    desk.phone().make("fault", {{"service", "afc"}, {"kind", "refuse"}});
    CHECK(cause() == "staging_refused");
    desk.phone().clear_faults();
    CHECK(desk.staged().empty());
    desk.phone().make("fault", {{"service", "installation_proxy"}, {"kind", "cut"}});
    const auto lost = desk.install(app);
    REQUIRE_FALSE(lost);
    CHECK(lost.error().cause == "connection_lost");
    CHECK(lost.error().phone == device::reached::perhaps);
    desk.phone().clear_faults();
    CHECK(desk.staged() == std::vector<std::string>{std::string(runner_id) + ".ipa"});
    CHECK(desk.install(desk.folder(runner_for(desk.phone())))); // in the other form
    CHECK(desk.staged().empty());
}

TEST_CASE("a package that has changed since it was read is not installed", "[device]")
{
    installing_desk desk;
    const auto app = desk.package(runner_for(desk.phone()));
    std::filesystem::last_write_time(app.file, std::filesystem::last_write_time(app.file) -
                                                   std::chrono::seconds(2));
    const auto refused = desk.install(app);
    REQUIRE_FALSE(refused);
    CHECK(refused.error().cause == "package_changed");
    CHECK(refused.error().phone == device::reached::nothing);
    CHECK_FALSE(desk.has_runner());
    CHECK(desk.staged().empty());
}

TEST_CASE("sending ends when it is not wanted any more, and leaves nothing", "[device]")
{
    installing_desk desk;
    const auto app = desk.package(runner_for(desk.phone()));
    const auto stopped =
        device::install_app(desk.where(), app, [](const device::install_progress& progress) {
            return progress.step == device::install_step::sending && progress.done < 1;
        });
    REQUIRE_FALSE(stopped);
    CHECK(stopped.error().cause == "cancelled");
    CHECK(stopped.error().phone == device::reached::nothing);
    CHECK_FALSE(desk.has_runner());
    CHECK(desk.staged().empty());
}

TEST_CASE("what is not wanted any more when its turn comes does not touch the phone", "[device]")
{
    installing_desk desk;
    REQUIRE(desk.install(desk.package(runner_for(desk.phone()))));
    int asked = 0;
    const auto left =
        device::uninstall_app(desk.where(), runner_id, [&](const device::install_progress&) {
            return ++asked < 2; // gone before it is sent
        });
    REQUIRE_FALSE(left);
    CHECK(left.error().cause == "cancelled");
    CHECK(left.error().phone == device::reached::nothing);
    CHECK(desk.has_runner());
    const auto not_begun = device::uninstall_app(
        {.udid = "nobody"}, runner_id, [](const device::install_progress&) { return false; });
    REQUIRE_FALSE(not_begun);
    CHECK(not_begun.error().cause == "cancelled");
}

TEST_CASE("a removal that is cancelled behind another call removes nothing", "[device]")
{
    installing_desk desk;
    const auto app = desk.package(runner_for(desk.phone()));
    REQUIRE(desk.install(app));
    desk.phone().make("fault", {{"service", "installation_proxy"}, {"kind", "delay"}, {"ms", 200}});
    desk.cancel_removal_behind(app);
    desk.phone().clear_faults();
    CHECK(desk.has_runner());
}

TEST_CASE("what hears of the progress ends with its caller, not with the call", "[device]")
{
    installing_desk desk;
    const auto app = desk.package(runner_for(desk.phone()));
    desk.phone().make("fault", {{"service", "installation_proxy"}, {"kind", "delay"}, {"ms", 200}});
    CHECK(desk.forgets_who_has_gone(app));
    desk.phone().clear_faults();
}

TEST_CASE("a call for which there is no room has not reached the phone", "[device]")
{
    installing_desk desk;
    desk.phone().make("fault", {{"service", "lockdown"}, {"kind", "delay"}, {"ms", 1500}});
    const auto refused = desk.removal_behind_those_left();
    desk.phone().clear_faults();
    REQUIRE_FALSE(refused);
    CHECK(refused.error().what == device::problem::timed_out);
    CHECK(refused.error().phone == device::reached::nothing);
}

} // namespace thimble::tests
