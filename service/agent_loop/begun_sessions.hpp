// Map of live sessions to the keys and programs that began them.
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

    /// With an empty `key_id`: in a browser, or with the key of local mode. `grant_id`: of the
    /// program that asked, which somebody has let in; else empty.
    void note(const std::string& phone_id,
              std::string session_id,
              std::string key_id,
              std::string grant_id);

    /// Ids of sessions that have not ended, by the id of the key.
    std::multimap<std::string, std::string> live() const { return live_by(&beginning::key_id); }

    /// The same by the id of the program's grant.
    std::multimap<std::string, std::string> live_of_programs() const
    {
        return live_by(&beginning::grant_id);
    }

private:
    struct beginning {
        std::string session_id;
        std::string key_id;
        std::string grant_id;
    };

    std::multimap<std::string, std::string> live_by(std::string beginning::* whose) const;

    const agent_sessions& all_;
    std::map<std::string, beginning> latest_; // by phone
};

} // namespace thimble::service
