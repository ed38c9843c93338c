// A phone for an agent, its twin to rehearse on, and the model that plays the agent.
#pragma once

#include "tests/e2e/sessions/rehearsal.hpp"
#include "tests/e2e/sessions/script.hpp"
#include "tests/e2e/sessions/scripted_provider.hpp"
#include "tests/e2e/sessions/session_client.hpp"

#include <memory>
#include <optional>
#include <string>

namespace thimble::e2e {

/// Time for a session of a test that does not ask for one.
inline constexpr std::chrono::seconds session_limit{120};

/// For a state that is about to come.
inline constexpr std::chrono::seconds soon{10};

struct agent_setting {
    wire spoken = wire::anthropic;
    std::string phone = "iPhone SE 2,ios=18.5"; // small pictures
    std::string device_time = "0";
    environment more = {};
};

/// Both phones are ready when it is made.
class agent_phone {
public:
    explicit agent_phone(const agent_setting& how = {});

    rehearsal rehearse() const { return {*system_, phones_.at(1)}; }

    /// A session on the phone, whose agent says this. `more`: fields of the order.
    session_client begin(const agent_script& plays,
                         const std::string& instruction = "Do what the script says.",
                         const nlohmann::json& more = nlohmann::json::object());

    /// The same, to its end; fails the test when that does not come.
    session_client run(const agent_script& plays,
                       const std::string& instruction = "Do what the script says.",
                       const nlohmann::json& more = nlohmann::json::object());

    virtual_phone phone() const { return phones_.at(0); }
    virtual_phone twin() const { return phones_.at(1); }

    /// Control's facts about an app of the phone, and about its log.
    nlohmann::json state_of(const std::string& app) const;
    bool finger_is_down() const;

    thimble_system& system() noexcept { return *system_; }
    const thimble_system& system() const noexcept { return *system_; }
    scripted_provider& model() noexcept { return model_; }
    household& home() noexcept { return *home_; }

    /// Starts the programs anew, where they were.
    void restart();

private:
    void start();
    bool is_known(const virtual_phone& which) const;

    scripted_provider model_;
    virtual_phones phones_;
    std::shared_ptr<household> home_ = std::make_shared<household>();
    std::optional<thimble_system> system_;
};

} // namespace thimble::e2e
