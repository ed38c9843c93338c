#include "setup/step_texts.hpp"

#include "text/marked_commands.hpp"

namespace thimble::setup {
namespace {

constexpr int first_with_wired_accessories = 26;
constexpr int first_with_vpn_in_device_management = 15;

step cable(int ios)
{
    std::string where = "Settings > Face ID & Passcode (with a home button: Touch ID & Passcode) > "
                        "Accessories";
    if (ios == 0)
        where += ", from iOS 26 on Settings > Privacy & Security > Wired Accessories";
    else if (ios >= first_with_wired_accessories)
        where = "Settings > Privacy & Security > Wired Accessories";
    return {.title = "Cable",
            .thimble = "Looks for the phone at this computer's USB ports.",
            .person = "Connect the phone with a cable that carries data, and unlock it. If it asks "
                      "to allow the accessory, tap Allow; whether it asks is said by " +
                      where + ".",
            .why = "Everything goes through the cable.",
            .duration = "a few seconds"};
}

step unlock()
{
    return {.title = "Unlock",
            .thimble = "Asks the phone whether it is locked.",
            .person =
                "Unlock the phone with its passcode, and keep it unlocked until the set-up is "
                "done.",
            .why = "A locked phone answers no computer that it does not know, mounts no image and "
                   "starts no app.",
            .duration = "a few seconds"};
}

step trust()
{
    return {.title = "Trust",
            .thimble = "Asks the phone to trust this computer, and keeps its answer.",
            .person = "Tap Trust when the phone asks Trust This Computer?, and enter its passcode.",
            .why = "A phone tells computers that it does not trust little more than its name.",
            .duration = "a few seconds"};
}

step developer_mode()
{
    return {
        .title = "Developer Mode",
        .thimble = "Has Settings show the switch, and switches it on itself where the phone has "
                   "no passcode and you agree.",
        .person = "Open Settings > Privacy & Security > Developer Mode, near the end of that "
                  "page; switch it on and tap Restart. After the restart unlock the phone, tap "
                  "Turn On and enter the passcode.",
        .why = "From iOS 16 on developers' services, and apps that developers have signed, need "
               "it.",
        .duration = "about 2 minutes, with the restart"};
}

step developer_image()
{
    return {.title = "Developer image",
            .thimble = "Finds the image on this computer, has it signed for this phone where its "
                       "iOS asks for that, and mounts it; again after each restart.",
            .person = "Keep the phone connected and unlocked.",
            .why = "It brings the services by which a phone can be driven and tested.",
            .duration = "5 to 60 seconds"};
}

step without_runner()
{
    return {.title = "What this iOS can do by itself",
            .thimble = "Opens the phone's own services and tries each of them.",
            .why = "Those need nothing else on the phone.",
            .duration = "a few seconds"};
}

step runner_installed(std::string_view computer_name)
{
    const std::string computer = computer_name.empty()
                                     ? std::string()
                                     : ", " + service::without_marks(std::string(computer_name));
    return {.title = "WebDriverAgentRunner",
            .thimble = "Looks for WebDriverAgentRunner among the apps of the phone.",
            .person =
                "Get WebDriverAgentRunner-Runner.app, signed for this phone: build it with "
                "Xcode on a Mac, or sign its release with a certificate of your own. Then, on "
                "the computer that the phone is plugged into" +
                computer + ", run: `thimbled runner install WebDriverAgentRunner-Runner.app`",
            .why = "It is the app on the phone that touches, types and reads the elements of the "
                   "screen for Thimble.",
            .duration = "10 minutes the first time"};
}

step certificate_trusted(int ios)
{
    return {.title = "Certificate",
            .thimble = "Learns it from the phone when WebDriverAgentRunner is started.",
            .person =
                "Open " + certificate_settings(ios) +
                ", tap the developer's name below DEVELOPER APP, then Trust, twice. The phone "
                "needs the internet for that.",
            .why = "Apps of a developer whom nobody has trusted do not start.",
            .duration = "half a minute"};
}

step ui_automation()
{
    return {.title = "UI Automation",
            .thimble = "Learns it from WebDriverAgentRunner when that has been started.",
            .person = "Switch on Settings > Developer > Enable UI Automation, and enter the "
                      "passcode when the phone asks for it.",
            .why = "Without it iOS lets no program touch the screen.",
            .duration = "half a minute"};
}

step runner_started()
{
    return {.title = "WebDriverAgentRunner started",
            .thimble = "Starts WebDriverAgentRunner, and asks it until it answers.",
            .person = "Keep the phone unlocked.",
            .why = "WebDriverAgentRunner is what touches the screen.",
            .duration = "5 to 30 seconds"};
}

step first_look()
{
    return {.title = "First look",
            .thimble = "Takes a picture of the screen.",
            .why = "It shows that pictures come through.",
            .duration = "a second"};
}

step first_tap()
{
    return {.title = "First tap",
            .thimble = "Goes to the home screen, taps the icon of an app that has come with the "
                       "phone, such as Settings, looks whether the app opens, and goes home again. "
                       "It taps once.",
            .person = "Leave the screen alone for a moment, and watch.",
            .why = "It shows that touches arrive.",
            .duration = "a few seconds"};
}

step advice()
{
    return {
        .title = "Advice",
        .person =
            "Settings > Display & Brightness > Auto-Lock > Never keeps the phone from "
            "locking itself. On a phone that does nothing else, Turn Passcode Off in "
            "Settings > Face ID & Passcode (with a home button: Touch ID & Passcode) lets "
            "it be unlocked from here. WebDriverAgentRunner listens on ports 8100 and 9100 of the "
            "phone's Wi-Fi as well, without a password: let the phone into no network "
            "that you share with strangers.",
        .why = "A phone that stays open can be driven at any time, and only by you."};
}

step texts_of(step_code code, int ios, std::string_view computer_name)
{
    switch (code) {
    case step_code::cable:
        return cable(ios);
    case step_code::unlock:
        return unlock();
    case step_code::trust:
        return trust();
    case step_code::developer_mode:
        return developer_mode();
    case step_code::developer_image:
        return developer_image();
    case step_code::without_runner:
        return without_runner();
    case step_code::runner_installed:
        return runner_installed(computer_name);
    case step_code::certificate_trusted:
        return certificate_trusted(ios);
    case step_code::ui_automation:
        return ui_automation();
    case step_code::runner_started:
        return runner_started();
    case step_code::first_look:
        return first_look();
    case step_code::first_tap:
        return first_tap();
    case step_code::advice:
        return advice();
    }
    return {};
}

std::string_view docs_of(step_code code)
{
    switch (code) {
    case step_code::cable:
        return "docs/iphone.md#the-cable";
    case step_code::unlock:
        return "docs/iphone.md#a-locked-phone";
    case step_code::trust:
        return "docs/iphone.md#trust";
    case step_code::developer_mode:
        return "docs/iphone.md#developer-mode";
    case step_code::developer_image:
        return "docs/iphone.md#the-developer-image";
    case step_code::without_runner:
        return "docs/iphone.md#what-each-ios-can-do";
    case step_code::runner_installed:
        return "docs/iphone.md#installing-the-runner";
    case step_code::certificate_trusted:
        return "docs/iphone.md#the-runners-signature";
    case step_code::ui_automation:
        return "docs/iphone.md#ui-automation";
    case step_code::runner_started:
    case step_code::first_look:
    case step_code::first_tap:
        return "docs/iphone.md#the-running-runner";
    case step_code::advice:
        return "docs/iphone.md#what-has-to-be-done-again";
    }
    return {};
}

} // namespace

std::string certificate_settings(int major_ios)
{
    if (major_ios > 0 && major_ios < first_with_vpn_in_device_management)
        return "Settings > General > Device Management";
    return "Settings > General > VPN & Device Management";
}

step described_step(step_code code, int major_ios, std::string_view computer_name)
{
    step described = texts_of(code, major_ios, computer_name);
    described.code = code;
    described.docs = docs_of(code);
    return described;
}

} // namespace thimble::setup
