// One phone with a thimbled of its own: actions by REST, and what the phone then is.
#pragma once

#include "tests/catch2.hpp"
#include "tests/e2e/campaign.hpp"
#include "tests/e2e/eventually.hpp"
#include "tests/e2e/thimble_system.hpp"

#include <memory>
#include <string>
#include <vector>

namespace thimble::e2e {

namespace app {
inline constexpr auto calculator = "com.apple.calculator";
inline constexpr auto files = "com.apple.DocumentsApp";
inline constexpr auto home_screen = "com.apple.springboard";
inline constexpr auto maps = "com.apple.Maps";
inline constexpr auto notes = "com.apple.mobilenotes";
inline constexpr auto photos = "com.apple.mobileslideshow";
inline constexpr auto safari = "com.apple.mobilesafari";
inline constexpr auto settings = "com.apple.Preferences";
inline constexpr auto shortcuts = "com.apple.shortcuts";
inline constexpr auto sketch = "com.thimble.sketch";

} // namespace app

/// A pixel of the screenshot.
struct pixel {
    int x = 0;
    int y = 0;
};

/// An action that was asked for and what came of it, in the words of docs/without-a-runner.md:
/// "seen", "unknown", "done", "by text", or the refusal as refused() words it.
struct noted_answer {
    std::string action;
    std::string word;
};

/// Ready when it is made. It takes no time for what it does unless told.
///
/// With `runner=absent` in its model it is driven by its own services, as from iOS 27 on. Their
/// inputs are not acknowledged: an action that was done has reached the phone when act() returns.
class driven_phone {
public:
    /// `variables` are of the programs.
    explicit driven_phone(const std::string& model = "iPhone 15 Pro,ios=18.5",
                          const std::string& device_time = action_time(),
                          const arguments& more = {},
                          const environment& variables = {});

    /// Brings an app to the front as a person would; the service knows then how it is turned.
    void open(const std::string& app) const;

    /// Turns the phone in the hand: what can turn has, and the service knows.
    void turn(const std::string& to) const;

    /// Waits until the service has noticed how the interface is turned.
    void wait_until_known() const;
    void wait_until_named() const;

    /// Record of the job; fails the test when the action failed.
    nlohmann::json act(const std::string& name,
                       const nlohmann::json& body = nlohmann::json::object()) const;

    /// Waits until what was sent has reached a phone whose services acknowledge nothing.
    void wait_until_arrived() const;

    /// The answer, whatever it is.
    http_answer attempt(const std::string& name,
                        const nlohmann::json& body = nlohmann::json::object()) const;

    /// The code, and after a blank the cause if there is one; fails the test when the action did
    /// not.
    std::string refused(const std::string& name,
                        const nlohmann::json& body = nlohmann::json::object()) const;

    http_answer get(const std::string& rest) const;
    nlohmann::json elements() const;

    /// Elements that show, with a type, a label and a frame in pixels of the screenshot: by
    /// `elements`, or as the phone itself knows it where nobody drives it who could tell.
    nlohmann::json shown() const;

    /// The middle of what shows with this label; fails the test when there is none.
    pixel middle_of(const std::string& label) const;
    pixel middle() const;

    /// Control's facts about the phone, and about one app.
    nlohmann::json fact(const std::string& name) const { return phone_.facts().at(name); }
    nlohmann::json state_of(const std::string& app) const { return fact("apps").at(app); }
    std::string front_app() const { return fact("front_app").get<std::string>(); }
    bool is_a(const std::string& model) const;

    /// False for one that its own services drive.
    bool has_runner() const noexcept { return has_runner_; }

    /// Draws lines in Sketch until it is known how touches land, each of them once. Only where
    /// there is no runner, or nothing would be found out.
    void find_how_touches_land() const;

    /// Answers to this action since they were forgotten, each word once.
    std::string answers_to(std::string_view action) const;
    void forget_answers() const { answers_->clear(); }
    void forget_last_answer() const { answers_->pop_back(); }

    /// Of the screenshot, in pixels, as the service knows it.
    std::size_t width() const { return record().at("width").get<std::size_t>(); }
    std::size_t height() const { return record().at("height").get<std::size_t>(); }

    /// The index that the phone's next event will have.
    std::size_t now() const { return phone_.next_event(); }
    bool recognised(const std::string& gesture, std::size_t since) const;
    std::vector<nlohmann::json> touches_since(std::size_t since) const;
    std::size_t fingers_since(std::size_t since) const { return phone_.fingers_down(since).size(); }

    const virtual_phone& phone() const noexcept { return phone_; }
    const thimble_system& daemon() const noexcept { return daemon_; }

private:
    nlohmann::json record() const { return daemon_.record_of(phone_); }
    std::string path(const std::string& rest) const { return daemon_.path(phone_, "/" + rest); }

    bool has_runner_;
    std::shared_ptr<std::vector<noted_answer>> answers_ =
        std::make_shared<std::vector<noted_answer>>();
    virtual_phones phones_;
    virtual_phone phone_;
    thimble_system daemon_;
};

} // namespace thimble::e2e
