// The provider of a model that says what a script tells it, and those who are to ask it.
#pragma once

#include "tests/e2e/kept_port.hpp"
#include "tests/e2e/program.hpp"
#include "tests/e2e/temporary_directory.hpp"
#include "tests/e2e/test_certificate.hpp"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace thimble::e2e {

/// Formats in which models are spoken to.
enum class wire : std::uint8_t { anthropic, openai };

/// At one address as long as it lives, whatever it plays.
class scripted_provider {
public:
    /// It listens on that address alone; with a certificate, which outlives it, by TLS. Beyond
    /// loopback nobody asks it without.
    explicit scripted_provider(wire spoken = wire::anthropic,
                               std::string address = "127.0.0.1",
                               const test_certificate* shown = nullptr)
        : spoken_(spoken), address_(std::move(address)), shown_(shown)
    {
    }

    /// Of requests that come to it by another address.
    std::string url_at(const std::string& host_and_port) const;

    std::uint16_t port() const noexcept { return port_.number(); }

    /// Environment that makes a program ask it. Each turn of a script costs a cent unless it says
    /// something else: it reads 9,000 tokens and writes 1,000, at a dollar for a million.
    environment variables() const;

    /// Plays a script from its beginning (scripted_model/script.hpp), in place of what it played.
    void play(const nlohmann::json& script);

    /// Nobody answers at its address.
    void leave() { model_.reset(); }

    /// Requests since it began to play: lines of its log, with the prompt in `body`.
    std::vector<nlohmann::json> requests() const;

private:
    wire spoken_;
    std::string address_;
    const test_certificate* shown_; // nullptr: not encrypted
    kept_port port_;
    temporary_directory directory_;
    std::optional<program> model_;
};

} // namespace thimble::e2e
