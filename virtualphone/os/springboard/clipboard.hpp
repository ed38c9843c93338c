// The system's clipboard, and the question whether an app may read it.
#pragma once

#include "virtualphone/os/text/pasteboard.hpp"

namespace thimble::virtualphone {

class clipboard : public pasteboard {
public:
    using answer = std::function<void(bool allowed)>;

    /// `asks`: text from outside is given to an app only after `ask` has been answered. `changed`
    /// is called with each new text.
    clipboard(bool asks,
              std::function<void(answer)> ask,
              std::function<void(const std::string&)> changed)
        : asks_(asks), ask_(std::move(ask)), changed_(std::move(changed))
    {
    }

    const std::string& text() const { return text_; }
    /// By a program that is not an app of this phone.
    void set_from_outside(std::string text) { set(std::move(text), true); }

    bool empty() const override { return text_.empty(); }
    void copy(std::string text) override { set(std::move(text), false); }
    void paste(std::function<void(const std::string& text)> use) override;

private:
    void set(std::string text, bool from_outside);

    bool asks_;
    std::function<void(answer)> ask_;
    std::function<void(const std::string&)> changed_;
    std::string text_;
    bool from_outside_ = false;
};

} // namespace thimble::virtualphone
