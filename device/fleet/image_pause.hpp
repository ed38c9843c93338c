// The pause between two attempts to mount a phone's developer image.
#pragma once

#include "device/failure.hpp"
#include "device/growing_pause.hpp"

#include <optional>
#include <string>

namespace thimble::device {

/// Attempts that fail in the same way come less and less often: each may ask the server that signs
/// images, and send the whole image to the phone.
class image_pause {
public:
    /// After an attempt with this outcome.
    std::chrono::milliseconds after(const std::optional<failure>& problem)
    {
        if (!problem || problem->message != said_ || is_cheap(*problem))
            again_.reset();
        said_ = problem ? problem->message : std::string();
        return problem ? again_.after_failure() : until_told;
    }

private:
    static constexpr std::chrono::seconds until_told{5}; // by the phone, that it is mounted
    static constexpr std::chrono::seconds shortest{15};  // somebody has to do something
    static constexpr std::chrono::minutes longest{15};

    /// Found out on this computer, or by one short question; nothing was sent to the phone.
    static bool is_cheap(const failure& what)
    {
        return what.cause == "image_missing" || what.cause == "phone_locked" ||
               what.cause == "signing_server_unreachable";
    }

    growing_pause again_{shortest, longest};
    std::string said_;
};

} // namespace thimble::device
