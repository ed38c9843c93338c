// A known phone as it is kept in the store.
#pragma once

#include "service/phones.hpp"
#include "service/store/phone_rows.hpp"

namespace thimble::service {

store::phone_row row_of(const known_phone& what);

/// Not attached, until a desktop says so.
phone_ptr read_phone(const store::phone_row& row);

} // namespace thimble::service
