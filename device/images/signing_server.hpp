// The server that signs developer images for phones (TSS).
#pragma once

#include "device/failure.hpp"
#include "device/images/blob.hpp"

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>

namespace thimble::device::images {

/// Apple's. Its tickets are signed, and the phone checks that: nothing depends on who brought it.
inline constexpr auto usual_signing_server = "http://gs.apple.com/TSS/controller?action=2";

struct signing_server {
    std::string url = usual_signing_server;
    std::optional<std::filesystem::path> authority; // PEM, whom to believe over https
};

/// Asks for a ticket. Blocks for at most `limit`: for a worker.
result<blob> ask_for_ticket(const signing_server& where,
                            const std::string& request,
                            std::chrono::milliseconds limit);

/// The ticket in the text of an answer, or why there is none.
result<blob> ticket_in(const std::string& answer);

} // namespace thimble::device::images
