// A known phone as it is kept in the store.
#pragma once

#include "service/phones/phone_rows.hpp"
#include "service/phones/phones.hpp"

namespace thimble::service {

store::phone_row row_of(const known_phone& what);

/// Not attached, until a desktop says so.
phone_ptr read_phone(const store::phone_row& row);

} // namespace thimble::service
