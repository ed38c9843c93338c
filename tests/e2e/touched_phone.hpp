// One phone with an app in front, and touches at it by REST.
#pragma once

#include "tests/catch2.hpp"
#include "tests/e2e/campaign.hpp"
#include "tests/e2e/eventually.hpp"
#include "tests/e2e/local_thimbled.hpp"

#include <algorithm>

namespace thimble::e2e {

namespace app {
inline constexpr auto maps = "com.apple.Maps";
inline constexpr auto files = "com.apple.DocumentsApp";
inline constexpr auto notes = "com.apple.mobilenotes";
inline constexpr auto settings = "com.apple.Preferences";
inline constexpr auto sketch = "com.thimble.sketch";

} // namespace app

/// A pixel of the screenshot.
struct pixel {
    int x = 0;
    int y = 0;
};

/// One phone, ready, which takes no time unless told.
class touched_phone {
public:
    explicit touched_phone(const std::string& model, const std::string& device_time = action_time())
        : phones_({.phones = {model}, .device_time = device_time}), phone_(phones_.at(0)),
          daemon_(phones_)
    {
        REQUIRE(daemon_.until_ready(phone_, ready_limit));
    }

    void open(const std::string& app)
    {
        phone_.make("open", {{"bundle_id", app}});
        REQUIRE(eventually(5s, [&] { return phone_.facts().at("front_app") == app; }));
    }

    /// Turned, and known to be.
    void turn(const std::string& to)
    {
        phone_.make("rotate", {{"orientation", to}});
        REQUIRE(eventually(30s, [&] {
            const auto picture = daemon_.api().get(path("screenshot"));
            return picture.header("X-Screen-Orientation") == to;
        }));
    }

    /// What the job says; fails the test when the action failed.
    nlohmann::json act(const std::string& name, const nlohmann::json& body) const
    {
        const auto answer = daemon_.api().post(path(name), body.dump());
        INFO(name << " " << body.dump() << ": " << answer.body);
        REQUIRE(answer.status == 200);
        return answer.json();
    }

    http_answer attempt(const std::string& name, const nlohmann::json& body) const
    {
        return daemon_.api().post(path(name), body.dump());
    }

    nlohmann::json elements() const
    {
        const auto answer = daemon_.api().get(path("elements"));
        INFO(answer.body);
        REQUIRE(answer.status == 200);
        return answer.json();
    }

    /// The middle of the element with this label.
    pixel middle_of(const std::string& label) const
    {
        const auto seen = elements();
        for (const auto& one : seen.at("elements"))
            if (one.at("label") == label)
                return {.x = one.at("x").get<int>() + one.at("width").get<int>() / 2,
                        .y = one.at("y").get<int>() + one.at("height").get<int>() / 2};
        FAIL("no element '" << label << "' among " << seen.dump());
        return {};
    }

    pixel middle() const
    {
        const auto record = daemon_.record_of(phone_);
        return {.x = record.at("width").get<int>() / 2, .y = record.at("height").get<int>() / 2};
    }

    nlohmann::json state_of(const std::string& app) const
    {
        return phone_.facts().at("apps").at(app);
    }

    std::string clipboard() const { return phone_.facts().at("clipboard").get<std::string>(); }

    std::size_t now() const { return phone_.next_event(); }

    /// Whether the phone has recognised this gesture since then.
    bool recognised(const std::string& name, std::size_t since) const
    {
        return std::ranges::any_of(
            phone_.events_of("gesture", since),
            [&](const nlohmann::json& event) { return event.at("name") == name; });
    }

    std::vector<nlohmann::json> touches_since(std::size_t since) const
    {
        return phone_.events_of("touch", since);
    }

    std::size_t fingers_since(std::size_t since) const { return phone_.fingers_down(since).size(); }

private:
    std::string path(const std::string& rest) const { return daemon_.path(phone_, "/" + rest); }

    virtual_phones phones_;
    virtual_phone phone_;
    local_thimbled daemon_;
};

/// A phone with a home button, one without, and an iPad: the test runs once with each.
inline const char* any_model()
{
    return GENERATE("iPhone SE 2,ios=16.7", "iPhone 15 Pro,ios=18.5", "iPad 9,ios=17.5");
}

} // namespace thimble::e2e
