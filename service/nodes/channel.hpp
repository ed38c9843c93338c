// The way of one node to the others.
#pragma once

#include "bus/message_bus.hpp"
#include "service/nodes/envelope.hpp"

#include <boost/asio/awaitable.hpp>

#include <chrono>
#include <cstdint>
#include <expected>
#include <map>
#include <string>
#include <utility>

namespace thimble::service::nodes {

/// Home thread. Signs what goes out, and numbers the news.
class channel {
public:
    /// `key_mark`: a digest of the master key, which all nodes have to share.
    channel(bus::message_bus& over, std::string id, std::string key_mark)
        : bus_(over), id_(std::move(id)), key_mark_(std::move(key_mark))
    {
    }

    const std::string& id() const noexcept { return id_; }

    /// Numbers from 1 on: whoever misses one has missed something.
    void tell_all(envelope what)
    {
        if (ended_)
            return;
        what.more[number] = ++told_;
        publish(std::string(news_subject), std::move(what));
    }

    /// No news follows: whoever heard some would take this node for one that is there.
    void tell_last(envelope what)
    {
        tell_all(std::move(what));
        ended_ = true;
    }

    /// Of the sender of a beat.
    struct standing {
        bool has_lease = false;
        bool answers = false; // it is not cut off
        bool waits = false;   // requests for any phone wait there
    };

    /// To all, and no news: says how many there have been.
    void beat(std::int64_t beat_number, standing now)
    {
        if (ended_)
            return;
        envelope what{.kind = std::string(kinds::beat)};
        what.more[number] = told_;
        what.more[beat_member] = beat_number;
        what.more[lease_member] = now.has_lease;
        what.more[answers_member] = now.answers;
        if (now.waits)
            what.more[waits_member] = true;
        what.more[told_member] = told_to_;
        what.more[key_member] = key_mark_;
        publish(std::string(news_subject), std::move(what));
    }

    /// To that node alone. Beats say to each how many there have been.
    void tell(const std::string& node, envelope what)
    {
        what.more[told_number] = ++told_to_[node];
        publish(node_subject(node), std::move(what));
    }

    /// That node is gone.
    void forget(const std::string& node) { told_to_.erase(node); }

    /// False where nobody has got it. Else it may have been lost.
    bool publish(const std::string& subject, envelope what)
    {
        what.node = id_;
        return bus_.publish(subject, encode(std::move(what)));
    }

    /// Sent within the call.
    boost::asio::awaitable<std::expected<std::string, bus::no_reply>>
    request(std::string subject, envelope what, std::chrono::milliseconds deadline)
    {
        what.node = id_;
        return bus_.request(std::move(subject), encode(std::move(what)), deadline);
    }

    void reply(const bus::message& to, std::string_view kind)
    {
        reply(to, envelope{.kind = std::string(kind)});
    }

    void reply(const bus::message& to, envelope what)
    {
        what.node = id_;
        bus_.reply(to, encode(std::move(what)));
    }

    std::int64_t told() const noexcept { return told_; }
    const std::string& key_mark() const noexcept { return key_mark_; }

    static constexpr const char* number = "n";
    static constexpr const char* beat_member = "beat";
    static constexpr const char* told_number = "m";
    static constexpr const char* told_member = "told";
    static constexpr const char* lease_member = "lease";
    static constexpr const char* answers_member = "answers";
    static constexpr const char* waits_member = "waits";
    static constexpr const char* key_member = "key";

private:
    bus::message_bus& bus_;
    std::string id_;
    std::string key_mark_;
    std::int64_t told_ = 0;
    std::map<std::string, std::int64_t> told_to_; // by node
    bool ended_ = false;
};

} // namespace thimble::service::nodes
