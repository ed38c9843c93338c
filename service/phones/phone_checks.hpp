// Checks of a request once its phone is known: can the phone do it now?
#pragma once

#include "service/phones/phones.hpp"

#include <string_view>

namespace thimble::service {

/// Fails where the phone cannot do it now; LOCKED does not hinder what works on a locked phone.
result<void> check_ready(const known_phone& phone, const link::action& what);

/// True if a driver of the phone offers what has this name among the capabilities.
bool offers(const known_phone& phone, std::string_view capability);

/// The same of an action.
bool can_do(const known_phone& phone, const link::action& what);

/// Fails where nobody could see the effect of an action.
result<void> check_observable(const known_phone& phone);

/// UNSUPPORTED_ACTION.
failure unsupported(std::string_view capability, std::string_view what_would_enable_it);

/// PHONE_NOT_READY with what stands in the way.
failure not_ready(const known_phone& phone);

} // namespace thimble::service
