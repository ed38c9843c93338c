// A screen by its elements, as a desktop has told of it.
#pragma once

#include "link/command.hpp"
#include "link/seen_element.hpp"

#include <nlohmann/json.hpp>

#include <optional>
#include <string>
#include <vector>

namespace thimble::service {

struct shown_element {
    std::string label; // as it is shown: else its identifier, or its value
    std::string type;
    int x = 0; // pixels of the screenshot
    int y = 0;
    int width = 0;
    int height = 0;
    bool enabled = true;
    std::string value;
    std::string identifier;
    std::string placeholder;
    bool focused = false;
    bool selected = false;
    std::optional<bool> on; // of a switch
    std::vector<std::string> traits;
    std::vector<std::string> actions;
    bool unnamed = false; // the label is none of its own
    bool unique = true;   // no other was alike
    bool covered = false; // by an alert
    std::string ref;      // empty until it is remembered

    /// Compares what it shows, apart from its ref.
    bool shows_the_same_as(const shown_element& other) const;

    std::size_t bytes() const;
};

struct shown_screen {
    std::string frame_id; // empty until it is remembered
    link::coordinate_space space;
    std::string app; // as the tree calls the one in front
    bool keyboard = false;
    std::size_t count = 0; // of the elements that there were, told or not
    std::vector<shown_element> elements;

    std::size_t bytes() const;
};

/// So many are read of a screen.
inline constexpr int most_elements = 1000;

/// From the result of a command; older desktops tell less. Malformed fields are left out, and texts
/// are cut. Nothing where the space is not told, as the oldest desktops do not.
std::optional<shown_screen> read_screen(const nlohmann::json& value);

/// One element of it; nothing where it has no place.
std::optional<shown_element> read_element(const nlohmann::json& record);

/// The space that elements are in.
std::optional<link::coordinate_space> read_space(const nlohmann::json& value);

/// As the REST contract has it.
nlohmann::ordered_json element_record(const shown_element& one);

/// For whoever is to find it again.
link::seen_element seen(const shown_element& one, const std::string& app);

} // namespace thimble::service
