#include "virtualphone/wda/settings.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <string>
#include <string_view>

namespace thimble::virtualphone::wda {

namespace {

using nlohmann::json;

constexpr double longest_wait = 300; // seconds
constexpr double largest_number = 1e6;

const json& defaults()
{
    static const json values{
        {"waitForIdleTimeout", 10},
        {"animationCoolOffTimeout", 2},
        {"accessibilityDeadline", 0},
        {"maxTypingFrequency", 60},
        {"screenshotQuality", 3},
        {"screenshotOrientation", "auto"},
        {"mjpegServerScreenshotQuality", 25},
        {"mjpegServerFramerate", 10},
        {"mjpegScalingFactor", 100},
        {"mjpegFixOrientation", false},
        {"snapshotMaxDepth", 50},
        {"useFirstMatch", false},
        {"boundElementsByIndex", false},
        {"enforceCustomSnapshots", false},
        {"shouldUseCompactResponses", true},
        {"elementResponseAttributes", "type,label"},
        {"defaultActiveApplication", "auto"},
        {"activeAppDetectionPoint", "64.00,64.00"},
        {"defaultAlertAction", ""},
        {"acceptAlertButtonSelector", ""},
        {"dismissAlertButtonSelector", ""},
        {"autoClickAlertSelector", ""},
        {"respectSystemAlerts", false},
        {"keyboardAutocorrection", false},
        {"keyboardPrediction", false},
        {"useClearTextShortcut", true},
        {"limitXPathContextScope", true},
        {"includeHittableInPageSource", false},
        {"includeNativeFrameInPageSource", false},
        {"includeMinMaxValueInPageSource", false},
        {"includeCustomActionsInPageSource", false},
    };
    return values;
}

bool same_type(const json& left, const json& right)
{
    return left.is_number() == right.is_number() && left.is_boolean() == right.is_boolean() &&
           left.is_string() == right.is_string();
}

bool is_screenshot_orientation(std::string_view value)
{
    static constexpr std::array<std::string_view, 5> known{"auto", "portrait", "portraitUpsideDown",
                                                           "landscapeRight", "landscapeLeft"};
    return std::ranges::find(known, value) != known.end();
}

/// "x,y" in points.
bool is_point(const std::string& text)
{
    const char* const begin = text.c_str();
    char* comma = nullptr;
    std::strtod(begin, &comma);
    if (comma == begin || *comma != ',')
        return false;
    char* end = nullptr;
    std::strtod(comma + 1, &end);
    return end != comma + 1 && *end == '\0';
}

bool acceptable(const std::string& name, const json& value)
{
    if (!same_type(value, defaults().at(name)))
        return false;
    if (name == "screenshotOrientation")
        return is_screenshot_orientation(value.get_ref<const std::string&>());
    if (name == "activeAppDetectionPoint")
        return is_point(value.get_ref<const std::string&>());
    if (!value.is_number())
        return true;
    const bool seconds = name.ends_with("Timeout") || name.ends_with("Deadline");
    const double number = value.get<double>();
    return number >= 0 && number <= (seconds ? longest_wait : largest_number);
}

} // namespace

settings::settings() : values_(defaults()) {}

std::optional<refusal> settings::apply(const json& values)
{
    json changed = values_;
    for (const auto& [name, value] : values.items()) {
        if (!defaults().contains(name))
            continue;
        if (!acceptable(name, value)) {
            return refusal{errors::invalid_argument,
                           "The value of the setting '" + name + "' is not valid"};
        }
        changed[name] = value;
    }
    values_ = std::move(changed);
    return std::nullopt;
}

void settings::reset()
{
    for (const auto& [name, value] : defaults().items()) {
        if (!name.starts_with("mjpeg"))
            values_[name] = value;
    }
}

double settings::number(const char* name) const
{
    return values_.at(name).get<double>();
}

milliseconds settings::wait_for_idle_timeout() const
{
    return milliseconds(1000 * number("waitForIdleTimeout"));
}

milliseconds settings::animation_cool_off_timeout() const
{
    return milliseconds(1000 * number("animationCoolOffTimeout"));
}

double settings::typing_frequency() const
{
    return std::max(1.0, number("maxTypingFrequency"));
}

int settings::stream_quality() const
{
    return static_cast<int>(std::clamp(number("mjpegServerScreenshotQuality"), 1.0, 100.0));
}

double settings::stream_framerate() const
{
    constexpr double fastest = 60;
    const double wanted = number("mjpegServerFramerate");
    return wanted < 1 || wanted > fastest ? fastest : wanted;
}

int settings::stream_scaling() const
{
    return static_cast<int>(std::clamp(number("mjpegScalingFactor"), 1.0, 100.0));
}

bool settings::stream_fixes_orientation() const
{
    return values_.at("mjpegFixOrientation").get<bool>();
}

} // namespace thimble::virtualphone::wda
