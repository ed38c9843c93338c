// A recording of a phone's services in memory, line by line as in a file.
#pragma once

#include "device/coredevice/service_recorder.hpp"

#include <nlohmann/json.hpp>

#include <memory>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace thimble::tests {

/// Outlives the connections that are recorded, and so the context in which they may end.
struct kept_recording {
    std::stringstream text;
    std::vector<nlohmann::json> lines;
    std::shared_ptr<device::coredevice::service_recorder> recorder =
        std::make_shared<device::coredevice::service_recorder>([this](const nlohmann::json& line) {
            lines.push_back(line);
            text << line.dump() << '\n';
        });

    std::vector<nlohmann::json> events(std::string_view name, std::string_view service) const
    {
        std::vector<nlohmann::json> result;
        for (const auto& each : lines)
            if (each.at("event") == name && each.at("service") == service)
                result.push_back(each);
        return result;
    }
};

} // namespace thimble::tests
