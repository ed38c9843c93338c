// The note in front, with the focus and a text of ASCII in it that was typed.
#pragma once

#include "tests/e2e/effects/places.hpp"

#include <algorithm>
#include <string>

namespace thimble::e2e {

class note {
public:
    explicit note(const driven_phone& on, const std::string& text = "") : on_(on)
    {
        on_.open(app::notes);
        focus();
        erase();
        if (!text.empty())
            on_.act("type", {{"text", text}});
        REQUIRE(content() == text);
    }

    std::string content() const { return state().at("text").get<std::string>(); }
    std::size_t caret() const { return state().at("caret").get<std::size_t>(); }

    /// [from, to] in characters, or null.
    nlohmann::json selection() const { return state().at("selection"); }

    /// Some place in the first word.
    pixel first_word() const
    {
        const auto field = text_view();
        constexpr int inside = 40; // pixels: the margin and half a letter
        return {.x = field.at("x").get<int>() + inside, .y = field.at("y").get<int>() + inside};
    }

private:
    nlohmann::json state() const { return on_.state_of(app::notes); }

    nlohmann::json text_view() const
    {
        for (const auto& one : on_.shown())
            if (one.at("type") == "TextView")
                return one;
        FAIL("there is no note");
        return {};
    }

    void focus() const
    {
        if (on_.fact("keyboard_shown") == true)
            return;
        auto aside = first_word();
        aside.x += 160; // pixels: too far for a double tap at the word that comes soon after
        on_.act("tap", at(aside));
        REQUIRE(on_.fact("keyboard_shown") == true);
    }

    void erase() const
    {
        if (content().empty())
            return;
        on_.act("keypress", {{"key", "end"}});
        while (!content().empty()) {
            const auto before = content().size();
            on_.act("keypress",
                    {{"key", "backspace"}, {"repeat", std::min<std::size_t>(before, 100)}});
            REQUIRE(content().size() < before);
        }
    }

    const driven_phone& on_;
};

} // namespace thimble::e2e
