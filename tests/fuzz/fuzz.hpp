// Entry point of a fuzzer, and its way to say that something does not hold.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <string_view>

/// Called with one input after another, by the fuzzer and by the replay of the corpus.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace thimble::fuzz {

inline std::string_view text_of(const std::uint8_t* data, std::size_t size)
{
    return {reinterpret_cast<const char*>(data), size};
}

/// Ends the process when it does not hold, which is what a fuzzer looks for.
inline void require(bool holds, std::string_view what)
{
    if (holds)
        return;
    std::cerr << "does not hold: " << what << '\n';
    std::abort();
}

} // namespace thimble::fuzz
