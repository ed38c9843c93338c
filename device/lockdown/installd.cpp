#include "device/lockdown/installd.hpp"

#include "device/lockdown/install_refusal.hpp"
#include "device/lockdown/lockdown.hpp"
#include "device/lockdown/plist_value.hpp"
#include "device/usbmux/client_label.hpp"

#include <libimobiledevice/installation_proxy.h>

#include <algorithm>
#include <chrono>

namespace thimble::device {
namespace {

using installd_descriptor =
    owned<lockdownd_service_descriptor_t, lockdownd_service_descriptor_free>;
using answer_clock = std::chrono::steady_clock;

constexpr unsigned answer_wait = 1000;             // ms, between two looks at the watch
constexpr std::chrono::milliseconds too_soon{200}; // a wait that ends so was no wait
constexpr std::chrono::minutes longest_silence{5};

failure install_failure(std::string message, std::string cause, reached phone)
{
    return {.what = problem::refused,
            .phone = phone,
            .message = std::move(message),
            .cause = std::move(cause)};
}

failure installd_missing(const attachment& where)
{
    if (trust_missing(read_trust(where)))
        return {.what = problem::not_ready,
                .message = "The phone does not trust this computer. Unlock it and confirm that on "
                           "it.",
                .cause = "not_trusted"};
    return install_failure("The phone does not start its installation service. Unlock it and try "
                           "again.",
                           "no_service", reached::nothing);
}

installd_client start_installd(idevice_t phone)
{
    lockdown_client lockdown;
    installd_descriptor at;
    installd_client client;
    if (lockdownd_client_new_with_handshake(phone, adopt(lockdown), client_label) !=
        LOCKDOWN_E_SUCCESS)
        return client;
    if (lockdownd_start_service(lockdown.get(), INSTPROXY_SERVICE_NAME, adopt(at)) ==
        LOCKDOWN_E_SUCCESS)
        property_list_service_client_new(phone, at.get(), adopt(client));
    return client;
}

std::string answer_text(plist_t answer, const char* key)
{
    return string_of(plist_dict_get_item(answer, key)).value_or(std::string());
}

/// Follows installd's answers to one command until the last.
class installation {
public:
    installation(install_step step, const install_watch& watch) : step_(step), watch_(watch) {}

    result<void> run(property_list_service_client_t over, const property_list& command)
    {
        if (!watch_({.step = step_, .done = done_}))
            return std::unexpected(install_failure("It was cancelled before the phone was told.",
                                                   "cancelled", reached::nothing));
        if (property_list_service_send_xml_plist(over, command.get()) !=
            PROPERTY_LIST_SERVICE_E_SUCCESS)
            return std::unexpected(lost());
        auto heard = answer_clock::now();
        for (;;) {
            if (!watch_({.step = step_, .done = done_}))
                return std::unexpected(
                    install_failure("Nobody waited for the end; the phone goes on with it.",
                                    "cancelled", reached::perhaps));
            const auto asked = answer_clock::now();
            property_list answer;
            const auto received =
                property_list_service_receive_plist_with_timeout(over, adopt(answer), answer_wait);
            const auto now = answer_clock::now();
            if (received == PROPERTY_LIST_SERVICE_E_RECEIVE_TIMEOUT && now - asked > too_soon) {
                if (now - heard > longest_silence)
                    return std::unexpected(silent());
                continue;
            }
            if (received != PROPERTY_LIST_SERVICE_E_SUCCESS || !answer ||
                plist_get_node_type(answer.get()) != PLIST_DICT)
                return std::unexpected(lost());
            heard = now;
            if (const auto error = answer_text(answer.get(), "Error"); !error.empty())
                return std::unexpected(
                    install_refusal(error, answer_text(answer.get(), "ErrorDescription")));
            if (answer_text(answer.get(), "Status") == "Complete")
                return {};
            note_percent(answer.get());
        }
    }

private:
    void note_percent(plist_t answer)
    {
        constexpr double all = 100;
        if (const auto percent = integer_of(plist_dict_get_item(answer, "PercentComplete")))
            done_ = std::clamp(static_cast<double>(*percent) / all, done_, 1.0);
    }

    failure lost() const
    {
        const std::string doing = step_ == install_step::removing ? "removed" : "installed";
        return install_failure("The connection to the phone broke off while it " + doing +
                                   " the app. See what it has, and try again.",
                               "connection_lost", reached::perhaps);
    }

    static failure silent()
    {
        return {.what = problem::timed_out,
                .phone = reached::perhaps,
                .message = "The phone's installation service is silent. Restart the phone.",
                .cause = "service_silent"};
    }

    install_step step_;
    const install_watch& watch_;
    double done_ = 0;
};

} // namespace

result<installd_client> open_installd(idevice_t phone, const attachment& where)
{
    auto client = phone == nullptr ? nullptr : start_installd(phone);
    if (!client)
        return std::unexpected(installd_missing(where));
    return client;
}

result<void> follow_installation(const installd_client& over,
                                 const property_list& command,
                                 install_step step,
                                 const install_watch& watch)
{
    return installation(step, watch).run(over.get(), command);
}

} // namespace thimble::device
