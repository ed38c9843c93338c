// The nodes that the store has heard of and the bus has not: a bus that has fallen in two.
#pragma once

#include "service/nodes/leases.hpp"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace thimble::service::nodes {

/// A value. Of two halves that both reach the store, the smaller one gives up, so that the other
/// may go on with what that has; of two that are as large, the one without the smallest id.
class witnessed_nodes {
public:
    witnessed_nodes(std::string self, std::chrono::milliseconds lease)
        : self_(std::move(self)), lease_(lease)
    {
    }

    /// `in_store` are the others whose rows are no older than a lease. False where this node has to
    /// give up. A node that has lost the bus lets its row grow old, which takes as long as its
    /// lease and one more: until then nobody gives up.
    bool look(const std::vector<std::string>& in_store,
              const std::function<bool(const std::string& node)>& heard,
              leases::clock::time_point now)
    {
        unheard_.clear();
        std::size_t here = 1;
        auto first = self_;
        for (const auto& each : in_store) {
            if (!heard(each)) {
                unheard_.insert(each);
                continue;
            }
            ++here;
            first = std::min(first, each);
        }
        if (unheard_.empty()) {
            apart_since_.reset();
            return true;
        }
        if (!apart_since_)
            apart_since_ = now;
        const auto there = unheard_.size();
        return now - *apart_since_ < 2 * lease_ || here > there ||
               (here == there && first < *unheard_.begin());
    }

    /// They may hold a lease all the same.
    bool is_unheard(const std::string& node) const { return unheard_.contains(node); }
    const std::set<std::string>& unheard() const noexcept { return unheard_; }

private:
    std::string self_;
    std::chrono::milliseconds lease_;
    std::set<std::string> unheard_ = {};
    std::optional<leases::clock::time_point> apart_since_ = {};
};

} // namespace thimble::service::nodes
