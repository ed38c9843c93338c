#include "contract/remedy_docs.hpp"

#include <algorithm>
#include <array>

namespace thimble::service {

namespace {

constexpr std::array places{
    remedy_docs{.code = "USBMUXD_NOT_RUNNING", .place = "docs/iphone.md#the-cable"},
    remedy_docs{.code = "USB_PERMISSION", .place = "docs/iphone.md#the-cable"},
    remedy_docs{.code = "NOT_TRUSTED", .place = "docs/iphone.md#trust"},
    remedy_docs{.code = "TRUST_PENDING", .place = "docs/iphone.md#trust"},
    remedy_docs{.code = "TRUST_DENIED", .place = "docs/iphone.md#trust"},
    remedy_docs{.code = "LOCKED", .place = "docs/iphone.md#a-locked-phone"},
    remedy_docs{.code = "DEVELOPER_MODE_OFF", .place = "docs/iphone.md#developer-mode"},
    remedy_docs{.code = "DEVELOPER_IMAGE_MISSING", .place = "docs/iphone.md#the-developer-image"},
    remedy_docs{.code = "IOS_TOO_OLD", .place = "docs/iphone.md#what-each-ios-can-do"},
    remedy_docs{.code = "DRIVER_NOT_INSTALLED", .place = "docs/iphone.md#installing-the-runner"},
    remedy_docs{.code = "DRIVER_TOO_OLD", .place = "docs/iphone.md#installing-the-runner"},
    remedy_docs{.code = "DRIVER_NOT_TRUSTED", .place = "docs/iphone.md#the-runners-signature"},
    remedy_docs{.code = "DRIVER_EXPIRED", .place = "docs/iphone.md#the-runners-signature"},
    remedy_docs{.code = "DRIVER_EXPIRES", .place = "docs/iphone.md#the-runners-signature"},
    remedy_docs{.code = "UI_AUTOMATION_OFF", .place = "docs/iphone.md#ui-automation"},
    remedy_docs{.code = "UI_AUTOMATION_PASSCODE", .place = "docs/iphone.md#ui-automation"},
    remedy_docs{.code = "DRIVER_STARTING", .place = "docs/iphone.md#ui-automation"},
    remedy_docs{.code = "DRIVER_NOT_RUNNING", .place = "docs/iphone.md#the-running-runner"},
    remedy_docs{.code = "DRIVER_NOT_AUTHORIZED", .place = "docs/iphone.md#the-running-runner"},
};

constexpr std::string_view everything = "docs/iphone.md#when-it-does-not-work";

} // namespace

std::span<const remedy_docs> all_remedy_docs()
{
    return places;
}

std::string_view docs_of_remedy(std::string_view code)
{
    const auto* const found = std::ranges::find(places, code, &remedy_docs::code);
    return found == places.end() ? everything : found->place;
}

} // namespace thimble::service
