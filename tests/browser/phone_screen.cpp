#include "tests/browser/phone_screen.hpp"

#include "tests/browser/dashboard_view.hpp"

namespace thimble::browser {

place place_of(page& in, int x, int y)
{
    const auto box =
        in.evaluate("(({ left, top, width, height }) => ({ left, top, width, height }))"
                    "(document.querySelector('canvas').getBoundingClientRect())");
    const auto edge = [&](const char* name) { return box.at(name).get<double>(); };
    return {.x = edge("left") + (x + 0.5) * edge("width") / 620,
            .y = edge("top") + (y + 0.5) * edge("height") / 1344};
}

bool says(page& in, const std::string& action)
{
    return in.until("document.querySelector('.did:not(.refusal)')?.textContent.startsWith('" +
                        action + ": ')",
                    timeout);
}

bool refuses(page& in, const std::string& words)
{
    return in.until(
        "document.querySelector('.did.refusal')?.textContent.startsWith('" + words + "')", timeout);
}

} // namespace thimble::browser
