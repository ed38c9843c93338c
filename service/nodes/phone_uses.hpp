// Phones that are in use at some node: an action is under way, or a request has been given one.
#pragma once

#include "service/nodes/channel.hpp"

#include <functional>
#include <map>
#include <set>
#include <string>
#include <utility>

namespace thimble::service::nodes {

/// Home thread. What agents do is told by the news of their sessions.
class phone_uses {
public:
    /// Hears of phones that may be in use elsewhere now, or no more.
    using listener = std::function<void(const std::string& phone_id)>;

    phone_uses(channel& out, listener changed) : out_(out), changed_(std::move(changed)) {}

    /// Of this node; the others are told where it is another than before.
    void note(const std::string& phone_id, bool used);

    bool used_elsewhere(const std::string& phone_id) const { return others_.contains(phone_id); }

    /// Takes news of another node; the phone's id.
    std::string hear(const envelope& what);

    /// All of this node, for a node that has missed some news.
    void tell_to(const std::string& node);

    /// At that node no others are in use than these.
    void keep_only(const std::string& node, const std::set<std::string>& phone_ids);

    void forget(const std::string& node) { keep_only(node, {}); }

private:
    static envelope news_of(const std::string& phone_id, bool used);
    void drop(const std::string& node, const std::string& phone_id);

    channel& out_;
    listener changed_;
    std::set<std::string> here_;
    std::map<std::string, std::set<std::string>> others_; // nodes by phone
};

} // namespace thimble::service::nodes
