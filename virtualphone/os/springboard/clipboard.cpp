#include "virtualphone/os/springboard/clipboard.hpp"

#include <utility>

namespace thimble::virtualphone {

void clipboard::paste(std::function<void(const std::string& text)> use)
{
    if (text_.empty())
        return;
    if (!asks_ || !from_outside_)
        return use(text_);
    ask_([this, use = std::move(use)](bool allowed) {
        if (allowed)
            use(text_);
    });
}

void clipboard::set(std::string text, bool from_outside)
{
    text_ = std::move(text);
    from_outside_ = from_outside;
    changed_(text_);
}

} // namespace thimble::virtualphone
