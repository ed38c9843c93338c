// Those who want to be told of something, for as long as they keep what add() gives them.
#pragma once

#include <functional>
#include <memory>
#include <utility>
#include <vector>

namespace thimble::async {

/// Keeps one listener told; nothing is called any more once it has gone.
using subscription = std::shared_ptr<const void>;

/// Home thread. May go before its subscriptions.
class listeners {
public:
    [[nodiscard]] subscription add(std::function<void()> then)
    {
        std::erase_if(all_, [](const auto& each) { return each.expired(); });
        auto made = std::make_shared<const std::function<void()>>(std::move(then));
        all_.push_back(made);
        return made;
    }

    /// Calls those who were there before; one that another ends meanwhile is not called.
    void tell()
    {
        const auto before = all_;
        for (const auto& each : before)
            if (const auto still = each.lock())
                (*still)();
    }

private:
    std::vector<std::weak_ptr<const std::function<void()>>> all_;
};

} // namespace thimble::async
