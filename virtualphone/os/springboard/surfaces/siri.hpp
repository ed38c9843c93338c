// Siri: the words that were said to it, over whatever is in front.
#pragma once

#include "virtualphone/os/springboard/surfaces/surface.hpp"

#include <string>
#include <utility>

namespace thimble::virtualphone {

class siri : public surface {
public:
    explicit siri(surface_host& host) : host_(host) {}

    std::string_view name() const override { return "siri"; }
    /// Nothing was said: it listens.
    void hear(std::string words) { heard_ = std::move(words); }
    void close() override { heard_.clear(); }
    view show(const screen_layout& screen) override;

private:
    surface_host& host_;
    std::string heard_;
};

} // namespace thimble::virtualphone
