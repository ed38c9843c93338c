// The kinds of XPC objects by their numbers on the wire.
#pragma once

#include <cstdint>

namespace thimble::device::coredevice::xpc {

enum class wire_kind : std::uint32_t {
    null = 0x1000,
    boolean = 0x2000,
    int64 = 0x3000,
    uint64 = 0x4000,
    real = 0x5000,
    date = 0x7000,
    data = 0x8000,
    string = 0x9000,
    uuid = 0xa000,
    array = 0xe000,
    dictionary = 0xf000,
    file_transfer = 0x1a000,
};

} // namespace thimble::device::coredevice::xpc
