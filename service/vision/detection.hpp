// Detection of an element on a picture by a model: the request, and the use of its answer.
#pragma once

#include "models/prompt.hpp"
#include "screen/picture.hpp"
#include "selectors/screen_element.hpp"

#include <optional>
#include <string_view>

namespace thimble::service::vision {

/// The picture is shown as it is, its size declared.
models::prompt where_is(std::string_view selector, screen::picture shown);

/// An element that a model has seen.
struct detection {
    screen_element element; // within the picture
    double confidence = 0;  // as the model says, 0 to 1

    friend bool operator==(const detection&, const detection&) = default;
};

/// Below it, a touch would be a guess.
constexpr double good_confidence = 0.7;

/// Detection in the reply, one JSON object and nothing beside it. Nothing where it says that there
/// is no such element, or where the element does not lie within the picture, fills more than half
/// of it, or is not seen with good confidence; nothing for every other reply.
std::optional<detection> read_detection(std::string_view reply, screen::pixel_size shown);

} // namespace thimble::service::vision
