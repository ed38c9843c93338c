// Refusals of the phone's installation service, in words for a person.
#pragma once

#include "device/failure.hpp"

#include <string_view>

namespace thimble::device {

/// By the error that installd names ("ApplicationVerificationFailed"), and what it says about it,
/// which may be empty. The cause is a word of this project's own, or install_refused for an error
/// that is not known here; the message holds the remedy and the phone's own words.
failure install_refusal(std::string_view error, std::string_view description);

} // namespace thimble::device
