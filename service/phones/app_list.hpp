// The apps of a phone, as they are listed, kept and looked up by name.
#pragma once

#include "contract/failure.hpp"

#include <nlohmann/json.hpp>

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

namespace thimble::service {

struct listed_app {
    std::string name; // as the home screen shows it
    std::string bundle_id;
    std::string version;
    bool system = false;

    friend bool operator==(const listed_app&, const listed_app&) = default;
};

/// Apps of a phone when it was asked.
struct app_list {
    std::vector<listed_app> apps; // sorted by name
    std::chrono::system_clock::time_point updated_at;
};

/// By name as a person sorts, by bundle id where names are the same.
void sort_by_name(std::vector<listed_app>& apps);

/// The app that is meant: by its bundle id, by its very name, by its name without regard to case
/// and accents, by the beginning of its name, whichever of these finds one first. APP_NOT_FOUND
/// with the nearest five where none does, or several are found the same way.
result<listed_app> find_app(const std::vector<listed_app>& apps, std::string_view meant);

/// {"name","bundle_id","version","type"}.
nlohmann::ordered_json app_record(const listed_app& app);

/// The apps of a list of such records; what is no app is left out, and what is more than a phone
/// holds.
std::vector<listed_app> read_apps(const nlohmann::json& records);

} // namespace thimble::service
