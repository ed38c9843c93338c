#include "tests/e2e/ways/way.hpp"

#include <filesystem>
#include <fstream>

namespace thimble::e2e {

namespace {

namespace fs = std::filesystem;

const std::string way_in_tunnel = "iPhone 15 Pro,ios=18.5";
const std::string way_in_lockdown = "iPhone SE 2,ios=16.7";
const std::string stopped = ",runner=dead"; // thimbled starts it

/// The phone is known to this computer, and comes back as it is.
void come_back(scene& of, const arguments& more = {})
{
    of.start(more);
    of.until_named();
    of.replug();
}

/// Apple's server takes an image for its own by this.
void distrust_image(const scene& of)
{
    const auto file = fs::path(of.images.path()) / "iOS_DDI" / "Restore" / "BuildManifest.plist";
    std::ifstream from(file);
    std::string text((std::istreambuf_iterator<char>(from)), {});
    const std::string trusted = "<key>Trusted</key><true/>";
    for (auto at = text.find(trusted); at != std::string::npos; at = text.find(trusted, at))
        text.replace(at, trusted.size(), "<key>Trusted</key><false/>");
    std::ofstream(file) << text;
}

void change_signature(const scene& of, const char* state)
{
    of.phone().make("app_trust",
                    {{"bundle_id", of.phone().facts().at("runner_id")}, {"state", state}});
}

void kill_runner(const scene& of)
{
    of.phone().make("runner", {{"state", "dead"}});
}

std::vector<blocker_way> ways_of_trust()
{
    return {
        {3, way_in_tunnel + ",trust=ask",
         [](scene& of) {
             of.start();
             of.until_event("pairing_refused");
         },
         "TRUST_PENDING", "Tap Trust"},
        {4, way_in_tunnel + ",trust=ask",
         [](scene& of) {
             of.start();
             of.until_reason("TRUST_PENDING");
             of.phone().make("trust", {{"state", "no"}});
         },
         "TRUST_DENIED", "plug it in again"},
        {5, way_in_tunnel + ",trust=ask", // one that trusts unasked has been paired with before
         [](scene& of) {
             of.fault("lockdown.pair");
             of.start();
             of.until_event("pairing_refused");
         },
         "NOT_TRUSTED", "Reset Location & Privacy"},
        {6, way_in_tunnel + ",passcode=1234",
         [](scene& of) {
             of.start();
             of.until_named();
             of.phone().make("reboot");
         },
         "LOCKED", "Unlock the phone"},
    };
}

std::vector<blocker_way> ways_of_developer_mode()
{
    const auto off = way_in_tunnel + stopped + ",developer_mode=off";
    return {
        {7, off, [](scene& of) { come_back(of); }, "DEVELOPER_MODE_OFF", "Privacy & Security"},
        {8, off,
         [](scene& of) {
             of.start();
             of.until_fact("developer_menu", true);
         },
         "DEVELOPER_MODE_OFF", "the phone restarts and asks once more.",
         [](const scene& of) {
             return eventually(10s, [&] {
                 const auto now = of.reason();
                 return now && !now->says("Xcode"); // the switch shows
             });
         }},
        {9, off,
         [](scene& of) {
             of.start();
             of.until_fact("developer_menu", true);
             of.phone().make("developer_mode", {{"state", "on"}});
         },
         "DEVELOPER_MODE_OFF", "asks once more",
         [](const scene& of) { return of.phone().facts().at("developer_question") == true; }},
    };
}

std::vector<blocker_way> ways_of_images()
{
    const auto without = stopped + ",image=none";
    return {
        {10, way_in_tunnel + without,
         [](scene& of) { come_back(of, {"--image-dir", of.home().state.path().string()}); },
         "DEVELOPER_IMAGE_MISSING", "BuildManifest.plist"},
        {11, way_in_lockdown + without,
         [](scene& of) {
             fs::remove_all(fs::path(of.images.path()) / "16.7");
             come_back(of, {"--image-dir", of.images.path()});
         },
         "DEVELOPER_IMAGE_MISSING", "named like the version"},
        {12, way_in_tunnel + without,
         [](scene& of) {
             distrust_image(of);
             of.server.emplace();
             come_back(of, {"--image-dir", of.images.path(), "--image-server", of.server->url()});
         },
         "DEVELOPER_IMAGE_MISSING", "status 94"},
        {13, way_in_tunnel + without,
         [](scene& of) {
             come_back(of, {"--image-dir", of.images.path(), "--image-server",
                            "http://127.0.0.1:1/TSS/controller?action=2"});
         },
         "DEVELOPER_IMAGE_MISSING", "--image-server"},
    };
}

std::vector<blocker_way> ways_of_runners()
{
    std::vector<blocker_way> ways{
        {15, way_in_tunnel + ",runner=absent", [](scene& of) { come_back(of); },
         "DRIVER_NOT_INSTALLED", "thimbled runner install"},
        {22, way_in_tunnel + ",wda=5.10.0", [](scene& of) { come_back(of); }, "DRIVER_TOO_OLD",
         "5.10.1"},
    };
    for (const auto& phone : {way_in_tunnel, way_in_lockdown}) {
        ways.push_back({23, phone + stopped,
                        [](scene& of) {
                            change_signature(of, "no");
                            of.start();
                            of.until_event("launch_refused");
                        },
                        "DRIVER_NOT_TRUSTED", "VPN & Device Management"});
        ways.push_back({24, phone + stopped,
                        [](scene& of) {
                            change_signature(of, "expired");
                            of.start();
                            of.until_event("launch_refused");
                        },
                        "DRIVER_EXPIRED", "Sign WebDriverAgentRunner anew"});
        ways.push_back({25, phone + stopped + ",automation=asked",
                        [](scene& of) {
                            of.start();
                            of.until_reason("DRIVER_STARTING");
                            of.until_event("runner_failed");
                        },
                        "UI_AUTOMATION_PASSCODE", "asked for its passcode"});
        ways.push_back({26, phone + stopped + ",automation=off",
                        [](scene& of) {
                            of.start();
                            of.until_event("runner_failed");
                        },
                        "UI_AUTOMATION_OFF", "Enable UI Automation"});
        ways.push_back({27, phone + stopped,
                        [](scene& of) {
                            of.fault("testmanagerd.configuration");
                            of.start();
                            of.until_event("runner_exited");
                        },
                        "DRIVER_NOT_AUTHORIZED", "testmanagerd"});
    }
    return ways;
}

std::vector<blocker_way> ways_of_running_runners()
{
    return {
        {28, way_in_tunnel + stopped,
         [](scene& of) {
             of.start({}, {{"THIMBLE_RUNNER_RESTARTS", "1"}});
             of.until_ready();
             kill_runner(of);
             of.until_runner_lost();
             of.until_ready();
             kill_runner(of);
         },
         "DRIVER_NOT_RUNNING", "again and again"},
        {29, way_in_tunnel,
         [](scene& of) {
             of.start();
             of.until_ready();
             of.phone().make("runner", {{"state", "hung"}});
         },
         "DRIVER_NOT_RUNNING", "hangs"},
        {30, way_in_tunnel,
         [](scene& of) {
             of.start_rival();
             of.start();
         },
         "DRIVER_NOT_RUNNING", "Another program"},
        {31, way_in_tunnel + stopped,
         [](scene& of) {
             of.start();
             of.until_ready();
             of.phone().make("volume_buttons");
         },
         "DRIVER_STARTING", "WebDriverAgentRunner is starting",
         [](const scene& of) { return of.is_ready_again(); }},
    };
}

} // namespace

std::vector<blocker_way> blocker_ways()
{
    std::vector<blocker_way> all;
    for (const auto& some : {ways_of_trust(), ways_of_developer_mode(), ways_of_images(),
                             ways_of_runners(), ways_of_running_runners()})
        all.insert(all.end(), some.begin(), some.end());
    return all;
}

} // namespace thimble::e2e
