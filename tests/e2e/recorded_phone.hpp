// A phone whose conversation is recorded, and everything that a thimbled writes down of it.
#pragma once

#include "tests/e2e/driven_phone.hpp"
#include "tests/e2e/file_content.hpp"

#include <filesystem>

namespace thimble::e2e {

class recorded_phone {
    temporary_directory directory_; // made before, and gone after, the thimbled that writes there

public:
    explicit recorded_phone(const std::string& model = "iPhone 15 Pro,ios=18.5",
                            const std::string& device_time = action_time())
        : on(model, device_time, {"--record", file().string()})
    {
    }

    /// Requests to the phone so far, and its answers: a line of JSON each.
    std::string recording() const { return content_of(file()); }

    /// The recording, the log, the state; of the service too, where it is a program of its own.
    std::string written() const
    {
        const auto& process = on.daemon().process();
        return recording() + process.output() + process.errors() + on.daemon().home().kept();
    }

    driven_phone on;

private:
    std::filesystem::path file() const { return directory_.path() / "conversation.jsonl"; }
};

} // namespace thimble::e2e
