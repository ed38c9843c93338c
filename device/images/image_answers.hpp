// Answers of the phone's image service.
#pragma once

#include "device/failure.hpp"
#include "device/images/blob.hpp"
#include "device/plist/property_list.hpp"

#include <string_view>
#include <vector>

namespace thimble::device::images {

/// Before the phone's own words, of what it refuses.
inline constexpr std::string_view refused_image = "The phone refused the developer image: ";

/// The failure that an answer with an `Error` stands for, with one of the causes phone_locked,
/// developer_mode_off, already_mounted and image_refused.
failure image_refusal(const plist::property_value& answer);

/// Of what is mounted, by an answer to LookupImage: of one image, or of several.
std::vector<blob> looked_up_signatures(const plist::property_value& answer);

/// By an answer to CopyDevices, which lists what is mounted: of images of this type.
std::vector<blob> listed_signatures(const plist::property_value& answer, std::string_view type);

} // namespace thimble::device::images
