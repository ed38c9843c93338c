// Map of live sessions to those who began them.
#pragma once

#include "service/accounts/actor.hpp"

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>

namespace thimble::service {

class agent_sessions;

/// Home thread. In memory alone, at each node; one at most for each phone.
class begun_sessions {
public:
    /// `all` outlives this.
    explicit begun_sessions(const agent_sessions& all) : all_(all) {}

    void note(const std::string& phone_id, std::string session_id, actor by);

    /// The same of one that was begun at another node of the service.
    void hear(const std::string& phone_id, std::string session_id, actor by)
    {
        latest_.insert_or_assign(
            phone_id, beginning{.session_id = std::move(session_id), .by = std::move(by)});
    }

    /// Called with each one that is begun here: for the other nodes.
    void when_noted(std::function<void(const std::string& session_id, const actor& by)> then)
    {
        when_noted_ = std::move(then);
    }

    /// Ids of sessions that have not ended, by the id of the key.
    std::multimap<std::string, std::string> live() const { return live_by(actor_kind::key); }

    /// The same by the id of the program's grant.
    std::multimap<std::string, std::string> live_of_programs() const
    {
        return live_by(actor_kind::program);
    }

    /// Nothing where that is not known.
    std::optional<actor> beginner_of(const std::string& phone_id,
                                     const std::string& session_id) const;

    /// The id of a session of the phone that has not ended, unless `who` began it.
    std::optional<std::string> live_of_others(const std::string& phone_id, const actor& who) const;

private:
    struct beginning {
        std::string session_id;
        actor by;
    };

    std::multimap<std::string, std::string> live_by(actor_kind kind) const;

    const agent_sessions& all_;
    std::map<std::string, beginning> latest_;                          // by phone
    std::function<void(const std::string&, const actor&)> when_noted_; // may be empty
};

} // namespace thimble::service
