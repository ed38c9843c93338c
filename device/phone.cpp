#include "device/phone.hpp"

namespace thimble::device {

std::string_view to_string(blocker_code code)
{
    switch (code) {
    case blocker_code::not_trusted:
        return "NOT_TRUSTED";
    case blocker_code::trust_pending:
        return "TRUST_PENDING";
    case blocker_code::trust_denied:
        return "TRUST_DENIED";
    case blocker_code::locked:
        return "LOCKED";
    case blocker_code::developer_mode_off:
        return "DEVELOPER_MODE_OFF";
    case blocker_code::developer_image_missing:
        return "DEVELOPER_IMAGE_MISSING";
    case blocker_code::driver_not_installed:
        return "DRIVER_NOT_INSTALLED";
    case blocker_code::driver_not_running:
        return "DRIVER_NOT_RUNNING";
    case blocker_code::driver_starting:
        return "DRIVER_STARTING";
    case blocker_code::driver_not_trusted:
        return "DRIVER_NOT_TRUSTED";
    case blocker_code::driver_expired:
        return "DRIVER_EXPIRED";
    case blocker_code::driver_too_old:
        return "DRIVER_TOO_OLD";
    case blocker_code::driver_not_authorized:
        return "DRIVER_NOT_AUTHORIZED";
    case blocker_code::ui_automation_off:
        return "UI_AUTOMATION_OFF";
    case blocker_code::ui_automation_passcode:
        return "UI_AUTOMATION_PASSCODE";
    case blocker_code::ios_too_old:
        return "IOS_TOO_OLD";
    case blocker_code::usbmuxd_not_running:
        return "USBMUXD_NOT_RUNNING";
    case blocker_code::usb_permission:
        return "USB_PERMISSION";
    }
    return "UNKNOWN";
}

std::string_view to_string(warning_code code)
{
    switch (code) {
    case warning_code::driver_expires:
        return "DRIVER_EXPIRES";
    }
    return "UNKNOWN";
}

} // namespace thimble::device
