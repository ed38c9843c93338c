// Reading what is on a phone's screen, for endpoints that remember it.
#pragma once

#include "service/rest/phones/perform.hpp"

namespace thimble::service::api {

/// State of a phone's inputs now; to be asked before its screen is read.
reading_mark mark_of(const services& in, const known_phone& phone);

/// Remembers what a desktop has told, within the account's share. It has a frame id also where
/// nothing but a space is known; nothing where not even that is.
const shown_screen* remember_screen(services& in,
                                    known_phone& phone,
                                    const nlohmann::json& value,
                                    const reading_mark& read);

/// The same of the `element` that a desktop has found. Its record has the ref by which it can be
/// touched, or null where it stands on the picture alone.
nlohmann::ordered_json remember_element(services& in,
                                        known_phone& phone,
                                        const nlohmann::json& value,
                                        const reading_mark& read);

} // namespace thimble::service::api
