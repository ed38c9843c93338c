// go-ios's program that keeps tunnels to all phones, and questions through them.
#pragma once

#include "tests/e2e/program.hpp"
#include "tests/e2e/virtual_phones.hpp"

#include <cstdint>
#include <optional>

namespace thimble::judges {

/// Pairs with every phone first. The phones outlive it.
class go_ios_tunnels {
public:
    explicit go_ios_tunnels(const e2e::virtual_phones& phones);

    /// Within the time that go-ios allows itself for one.
    bool has_tunnel_to(const e2e::virtual_phone& phone) const;

    e2e::run_result ask(e2e::arguments what, const e2e::virtual_phone& of) const;

    /// The variables of programs that use the tunnels. Each has its home here.
    e2e::environment variables() const;

    std::uint16_t agent() const noexcept { return agent_; } // its HTTP port
    const std::filesystem::path& home() const { return home_.path(); }

private:
    const e2e::virtual_phones& phones_;
    e2e::temporary_directory home_;
    std::uint16_t agent_;
    std::optional<e2e::program> tunnels_;
};

} // namespace thimble::judges
