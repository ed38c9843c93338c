// The picture in an answer of GET /screenshot: base64 of a PNG, in JSON.
#pragma once

#include "device/failure.hpp"
#include "device/wda/runner/connection.hpp"
#include "screen/picture.hpp"

namespace thimble::device::wda {

/// Takes tens of milliseconds on a large picture: not for the home thread. The failure is
/// `capture`.
result<screen::picture> picture_of(const response& answer);

} // namespace thimble::device::wda
