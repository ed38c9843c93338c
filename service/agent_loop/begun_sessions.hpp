// Map of live sessions to the keys that began them.
#pragma once

#include <map>
#include <string>

namespace thimble::service {

class agent_sessions;

/// Home thread. In memory alone, because no session outlives the service; one at most for each
/// phone.
class begun_sessions {
public:
    /// `all` outlives this.
    explicit begun_sessions(const agent_sessions& all) : all_(all) {}

    /// With an empty `key_id`: in a browser, or with the key of local mode.
    void note(const std::string& phone_id, std::string session_id, std::string key_id);

    /// Ids of sessions that have not ended, by the id of the key.
    std::multimap<std::string, std::string> live() const;

private:
    struct beginning {
        std::string session_id;
        std::string key_id;
    };

    const agent_sessions& all_;
    std::map<std::string, beginning> latest_; // by phone
};

} // namespace thimble::service
