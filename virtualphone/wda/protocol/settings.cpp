#include "virtualphone/wda/protocol/settings.hpp"

#include "virtualphone/wda/protocol/cast_arguments.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <expected>
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

/// The value as the setting takes it; nearly everything is cast.
std::expected<json, refusal> cast_setting(const std::string& name, const json& value)
{
    const json& ordinary = defaults().at(name);
    if (ordinary.is_boolean()) {
        const auto flag = bool_value(value);
        return flag ? json(*flag)
                    : std::expected<json, refusal>(
                          std::unexpected(unrecognized(value, "boolValue")));
    }
    if (ordinary.is_number()) {
        const auto number = double_value(value);
        return number ? json(std::clamp(*number, -largest_number, largest_number))
                      : std::expected<json, refusal>(
                            std::unexpected(unrecognized(value, "doubleValue")));
    }
    if (!value.is_string())
        return std::unexpected(unrecognized(value, "length"));
    const auto& text = value.get_ref<const std::string&>();
    if ((name == "screenshotOrientation" && !is_screenshot_orientation(text)) ||
        (name == "activeAppDetectionPoint" && !is_point(text)))
        return std::unexpected(refusal{errors::invalid_argument,
                                       "The value of the setting '" + name + "' is not valid"});
    return value;
}

milliseconds waiting_time(double seconds)
{
    return milliseconds(1000 * std::clamp(seconds, 0.0, longest_wait));
}

} // namespace

settings::settings() : values_(defaults()) {}

std::optional<refusal> settings::apply(const json& values)
{
    json changed = values_;
    for (const auto& [name, value] : values.items()) {
        if (!values_.contains(name))
            continue;
        auto cast = cast_setting(name, value);
        if (!cast)
            return std::move(cast.error());
        changed[name] = *std::move(cast);
    }
    values_ = std::move(changed);
    return std::nullopt;
}

void settings::reset()
{
    for (const auto& [name, value] : defaults().items()) {
        if (!name.starts_with("mjpeg") && values_.contains(name))
            values_[name] = value;
    }
}

double settings::number(const char* name) const
{
    return values_.at(name).get<double>();
}

milliseconds settings::wait_for_idle_timeout() const
{
    return waiting_time(number("waitForIdleTimeout"));
}

milliseconds settings::animation_cool_off_timeout() const
{
    return waiting_time(number("animationCoolOffTimeout"));
}

std::string settings::default_active_application() const
{
    return values_.at("defaultActiveApplication").get<std::string>();
}

double settings::typing_frequency() const
{
    return std::max(1.0, number("maxTypingFrequency"));
}

int settings::snapshot_depth() const
{
    return static_cast<int>(number("snapshotMaxDepth"));
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
