// Names of kept pictures.
#pragma once

#include "screen/picture.hpp"

#include <string>
#include <string_view>

namespace thimble::service {

/// SHA-256 of a picture in hexadecimal: the same picture has the same name.
std::string picture_name(const screen::bytes& content);

/// The same of a text that a picture is known by, such as the ids of what it belongs to.
std::string picture_name(std::string_view known_by);

/// True of what the two can give. Nothing else is looked for: no name leads out of a folder.
bool is_picture_name(std::string_view text);

} // namespace thimble::service
