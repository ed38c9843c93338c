// The numbered ways of docs/iphone.md in which it goes wrong, as they are made on a virtual phone.
#pragma once

#include "tests/e2e/app_desk.hpp"
#include "tests/e2e/ways/scene.hpp"

#include <functional>
#include <string>
#include <vector>

namespace thimble::e2e {

/// One that ends in a blocker.
struct blocker_way {
    int number = 0;
    std::string phone; // its description

    /// Lets it happen; ends when the phone has refused.
    std::function<void(scene&)> happens;

    std::string code;
    std::string words; // of the message or the remedy

    /// True of the phone besides; may be empty.
    std::function<bool(const scene&)> afterwards{};
};

/// One that `thimbled doctor` finds, while no thimbled runs.
struct doctor_way {
    int number = 0;
    std::string phone;
    std::function<void(scene&)> happens;
    std::string finding; // its code, or the beginning of its name
    std::string words;
};

/// One in which `thimbled runner install` fails.
struct package_way {
    int number = 0;
    std::function<std::string(const app_desk&)> package; // the file
    std::string code; // of the failure, or of one of the problems
    std::string words;
    bool sent = true; // it is the phone that refuses
};

/// One that no virtual phone can show.
struct way_apart {
    int number = 0;
    std::string why;
};

std::vector<blocker_way> blocker_ways();
std::vector<doctor_way> doctor_ways();
std::vector<package_way> package_ways();
std::vector<way_apart> ways_apart();

} // namespace thimble::e2e
