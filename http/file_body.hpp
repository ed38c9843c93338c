// Part of a file as the body of an answer, read as it is sent.
#pragma once

#include "http/byte_range.hpp"
#include "http/open_body.hpp"
#include "http/response.hpp"
#include "http/upgraded_connection.hpp"

#include <chrono>
#include <filesystem>
#include <string_view>

namespace thimble::service::http {

/// Home thread; the disk is waited for on a thread of its own. The connection is closed after it:
/// a body that breaks off is shorter than the answer's head says.
class file_body final : public upgraded_connection {
public:
    /// `time`: for the client to take a piece of it.
    file_body(std::filesystem::path file, byte_range what, std::chrono::milliseconds time);

    boost::asio::awaitable<void> run(stream with, request first) override;
    void drain() override { draining_ = true; }

private:
    std::filesystem::path file_;
    byte_range what_;
    std::chrono::milliseconds time_;
    bool draining_ = false;
};

/// Head of an answer that becomes such a body; its media type and status are left to the caller.
response file_head(const byte_range& what);

} // namespace thimble::service::http
