// Calculator: the four operations, one after the other.
#pragma once

#include "virtualphone/os/apps/app.hpp"

#include <string>

namespace thimble::virtualphone {

class calculator : public app {
public:
    app_identity who() const override;
    view show(const screen_layout& screen) override;
    bool dark() const override { return true; }
    nlohmann::json state() const override;

    /// `key` is what stands on the key: a digit, "." or one of AC, ±, %, ÷, ×, −, +, =.
    void press(std::string_view key);

private:
    void digit(std::string_view key);
    void operation(std::string_view key);
    double shown() const;

    std::string display_ = "0";
    double left_ = 0;
    std::string pending_; // the operation that waits for its right side; empty: none
    bool fresh_ = true;   // the next digit begins a new number
};

} // namespace thimble::virtualphone
