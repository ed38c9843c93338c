#include "device/dtx/malformed.hpp"

namespace thimble::device::dtx {

std::string_view to_string(malformed what)
{
    switch (what) {
    case malformed::not_a_message:
        return "not_a_message";
    case malformed::bad_fragment:
        return "bad_fragment";
    case malformed::too_large:
        return "too_large";
    case malformed::too_much:
        return "too_much";
    case malformed::truncated:
        return "truncated";
    case malformed::bad_length:
        return "bad_length";
    case malformed::compressed:
        return "compressed";
    case malformed::unknown_kind:
        return "unknown_kind";
    case malformed::too_many:
        return "too_many";
    case malformed::too_deep:
        return "too_deep";
    case malformed::cyclic:
        return "cyclic";
    case malformed::bad_reference:
        return "bad_reference";
    case malformed::not_an_archive:
        return "not_an_archive";
    case malformed::not_a_selector:
        return "not_a_selector";
    }
    return "";
}

} // namespace thimble::device::dtx
