// A phone as an agent has it in hand: it looks, acts and reads, until it is called off.
#pragma once

#include "service/agent_loop/agent_dependencies.hpp"
#include "service/agent_loop/live_session.hpp"
#include "service/agent_loop/observation.hpp"
#include "service/agent_loop/shared_agent_state.hpp"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace thimble::service {

using observation_ptr = std::shared_ptr<observation>;

/// Home thread; one session's. Each action is a job like any other, sent once and never again. When
/// the session is called off the action under way is cancelled, so that no finger stays down.
class agent_phone {
public:
    /// All outlive it.
    agent_phone(const agent_dependencies& with,
                live_session& whose,
                phone_ptr phone,
                shared_agent_state& in);

    /// Outcome of an action.
    struct outcome {
        job_ptr work;                 // has ended, unless the session has
        observation_ptr shown = {};   // what the screen showed then, where that was seen
        bool refused_picture = false; // it was seen, and the account holds too many pictures
        std::chrono::steady_clock::time_point sent_at = {};
    };

    /// A fresh picture, which is a job's as well.
    boost::asio::awaitable<result<observation_ptr>> look();

    /// Acts on what was seen, and looks at what comes of it.
    boost::asio::awaitable<result<outcome>> act(link::action what, const observation& seen);

    /// Reads something that is on the phone: elements, apps, the front app.
    boost::asio::awaitable<result<nlohmann::json>> read(link::action what);

    /// Why nothing can be done with it now.
    std::optional<failure> why_unavailable() const;

    /// The apps that are known of the phone.
    std::vector<listed_app> apps() const;

private:
    result<order> to_order(link::action what) const;
    boost::asio::awaitable<result<outcome>> perform(order what);

    const agent_dependencies& with_;
    live_session& whose_;
    phone_ptr phone_;
    shared_agent_state& in_;
};

} // namespace thimble::service
