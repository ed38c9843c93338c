// One phone without a server of its own: actions by --debug, and what the phone then is.
#pragma once

#include "tests/daemon/cli/debug_command.hpp"

#include <filesystem>
#include <memory>
#include <set>

namespace thimble::e2e {

/// One phone, and the commands that a person types for it; each is a process of its own.
class debugged_phone {
public:
    explicit debugged_phone(const std::string& model = "iPhone 15 Pro,ios=18.5")
        : phones_({.phones = {model}, .device_time = "0"}), phone_(phones_.at(0)),
          thimbled_(phones_, *home_)
    {
    }

    /// A thimbled that drives the phone meanwhile.
    std::unique_ptr<thimble_system> start_daemon() const
    {
        auto daemon = std::make_unique<thimble_system>(phones_, home_);
        REQUIRE(daemon->until_ready(phone_, ready_limit));
        return daemon;
    }

    run_result run(const std::string& action, const environment& more = {}) const
    {
        return thimbled_.run({"--debug", action}, more);
    }

    /// The result of an action that succeeds.
    nlohmann::json act(const std::string& action)
    {
        names_.insert(action.substr(0, action.find(' ')));
        INFO(action);
        const auto record = done(run(action));
        return record.value("result", nlohmann::json());
    }

    /// Answer of `phones`, which is no action of a phone.
    nlohmann::json listed_phones()
    {
        names_.insert("phones");
        return record_of(run("phones")).at("phones");
    }

    void open(const std::string& bundle_id) const
    {
        phone_.make("open", {{"bundle_id", bundle_id}});
        REQUIRE(eventually(5s, [&] { return front_app() == bundle_id; }));
    }

    /// Gestures that the phone has recognised in the touches of this action, in their order.
    std::vector<std::string> gestures(const std::string& action)
    {
        const auto start = phone_.next_event();
        act(action);
        std::vector<std::string> names;
        for (const auto& event : phone_.events_of("gesture", start))
            names.push_back(event.at("name"));
        return names;
    }

    nlohmann::json fact(const std::string& name) const { return phone_.facts().at(name); }
    nlohmann::json state(const std::string& app, const std::string& what) const
    {
        return fact("apps").at(app).at(what);
    }
    std::string front_app() const { return fact("front_app"); }
    std::string surface() const { return state("com.apple.springboard", "surface"); }
    const virtual_phone& phone() const { return phone_; }
    const household& home() const { return *home_; }
    const std::set<std::string>& names() const { return names_; }

    /// The line to which `input` is given on standard input.
    run_result run_with_input(const std::string& action, const std::string& input) const
    {
        const auto program = e2e::find_program("thimbled").string();
        auto line = thimbled_.line({"--debug", action});
        line.insert(line.begin(), {"-c", R"(printf '%s\n' "$0" | "$@")", input, program});
        return e2e::run("sh", line, home_->variables(phones_), run_limit);
    }

private:
    virtual_phones phones_;
    virtual_phone phone_;
    std::shared_ptr<household> home_ = std::make_shared<household>();
    command thimbled_;
    std::set<std::string> names_;
};

} // namespace thimble::e2e
