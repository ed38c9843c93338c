// The panel's picture as an encoder wants it: brightness and colours in planes of their own.
#pragma once

#include "virtualphone/media/protocol/nal_units.hpp"
#include "virtualphone/os/model/model.hpp"
#include "virtualphone/os/model/phone_values.hpp"

namespace thimble::virtualphone::media {

/// The size of a phone's coded pictures: its panel and some more on the right and at the bottom,
/// which nothing in the stream tells apart.
picture_size coded_size(const model& hardware);

/// The size that the phone tells in its answer to an offer.
picture_size told_size(const model& hardware);

/// A frame of YUV4MPEG2 with its line in front: 4:2:0, BT.709, from 16 to 235. The picture lies as
/// the panel does, whatever the interface; beyond the panel its last pixels are repeated. Any
/// thread.
bytes frame_of(const raw_picture& upright, turned interface, picture_size size);

/// The line in front of all frames.
bytes stream_header(picture_size size);

} // namespace thimble::virtualphone::media
