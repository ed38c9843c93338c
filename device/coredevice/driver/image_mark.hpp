// A name for the developer image of a phone, by what it has brought along.
#pragma once

#include "device/coredevice/service_directory.hpp"

#include <string>

namespace thimble::device::coredevice {

/// Eight hexadecimal digits, by the names, versions and features of the services that belong to
/// the image. A phone names its image in no way that outlasts the mounting; two images with the
/// same services have one mark.
std::string image_mark(const service_directory& of);

} // namespace thimble::device::coredevice
