// The numbers by which XPC objects and messages are told apart on the wire.
#pragma once

#include <cstdint>

namespace thimble::virtualphone::xpc::wire {

inline constexpr std::uint32_t body_magic = 0x42133742;
inline constexpr std::uint32_t body_version = 5;
inline constexpr std::uint32_t message_magic = 0x29B00B92;

enum class kind : std::uint32_t {
    null = 0x1000,
    boolean = 0x2000,
    int64 = 0x3000,
    uint64 = 0x4000,
    real = 0x5000,
    date = 0x7000,
    data = 0x8000,
    string = 0x9000,
    uuid = 0xA000,
    array = 0xE000,
    dictionary = 0xF000,
};

} // namespace thimble::virtualphone::xpc::wire
