// Goes through the trials with a person: says, asks, does, asks again, writes down.
#pragma once

#include "daemon/phone_view/phone_view.hpp"
#include "daemon/trial/answers.hpp"
#include "daemon/trial/trial_report.hpp"

#include <chrono>
#include <optional>
#include <ostream>
#include <string>

namespace thimble::daemon {

struct trial_options {
    std::optional<std::string> phone;      // its name or UDID; nothing: the only one
    std::chrono::seconds attachment{60};   // in which a phone has to be there, and known
    std::chrono::seconds person_limit{60}; // for what a person does with cable and button
    std::chrono::milliseconds survey{500}; // of the attached phones, where none was named
};

/// Home thread. Everything that it is given outlives it.
class trial_run {
public:
    enum class end : std::uint8_t {
        done,     // to the end of the list, or as far as the person wanted
        no_phone, // that is meant, or several
        left,     // whoever drives the phone has ended
        not_written,
    };

    trial_run(trial_options options, trial_report& report, answers& person, std::ostream& to);

    /// Nothing is tried that the person has not agreed to.
    boost::asio::awaitable<end> go(phone_view& view);

    /// After a go() that was cancelled: what its trial has changed is put back, once.
    boost::asio::awaitable<void> put_back(phone_view& view);

private:
    enum class wish : std::uint8_t { try_it, skip, leave };

    boost::asio::awaitable<std::optional<link::phone_state>> state(phone_view& view);
    boost::asio::awaitable<bool> find(phone_view& view);

    /// False: several are meant.
    bool
    choose(const phones_seen& seen, std::chrono::steady_clock::duration waited, phone_view& view);

    boost::asio::awaitable<wish> ask_for(const trial& what);
    boost::asio::awaitable<word> ask(std::string_view question, std::string_view choices);
    boost::asio::awaitable<std::optional<end>> try_one(const trial& what, phone_view& view);
    boost::asio::awaitable<nlohmann::ordered_json> take(const trial& what, phone_view& view);
    boost::asio::awaitable<nlohmann::ordered_json> act(std::string_view action, phone_view& view);
    boost::asio::awaitable<control_answer> perform(std::string line, phone_view& view);
    boost::asio::awaitable<nlohmann::ordered_json> time_locking(phone_view& view);
    boost::asio::awaitable<nlohmann::ordered_json> time_replugging(phone_view& view);

    /// The time until the phone's state is that; nothing where it is not within the limit.
    template <class Condition>
    boost::asio::awaitable<std::optional<std::chrono::milliseconds>> until(phone_view& view,
                                                                           Condition holds);

    void say(std::string_view what);

    /// False where the file cannot be written, which is said.
    bool written();

    trial_options options_;
    trial_report& report_;
    answers& person_;
    std::ostream& to_;
    std::string udid_;
    std::string_view to_put_back_; // by this action; empty: nothing may have been changed
    bool left_ = false;
    bool wanted_ = true; // what comes next: the person has not left the list
};

} // namespace thimble::daemon
