#include "device/launch_refusal.hpp"

#include <algorithm>
#include <initializer_list>

namespace thimble::device {

namespace {

bool says_any(const std::string& text, std::initializer_list<std::string_view> words)
{
    return std::ranges::any_of(words, [&](std::string_view each) { return text.contains(each); });
}

} // namespace

failure explained_launch(failure what, bool missing)
{
    if (says_any(what.message, {"could not be, unlocked", "=Locked", "(Locked)", "is locked"})) {
        what.message = "The phone is locked; unlock it first.";
        what.cause = "locked";
    } else if (says_any(what.message, {"not been explicitly trusted", "not trusted",
                                       "invalid code signature", "inadequate entitlements"})) {
        what.message = "The phone does not trust the app's developer, or the app's signature has "
                       "expired. Trust it in Settings > General > VPN & Device Management, or "
                       "install the app again.";
        what.cause = "app_not_trusted";
    } else if (missing) {
        what.message = "The phone has no such app.";
        what.cause = "app_not_installed";
    } else {
        return what;
    }
    what.phone = reached::nothing;
    return what;
}

std::optional<failure> refusal_to_end(std::string_view bundle_id)
{
    if (bundle_id != "com.apple.springboard" && !bundle_id.ends_with(".xctrunner"))
        return std::nullopt;
    return failure{.what = problem::refused,
                   .message = "This app is what the phone is driven with; it is not ended.",
                   .cause = "app_is_needed"};
}

} // namespace thimble::device
