// A running service with a phone whose screen holds what a test says.
#pragma once

#include "tests/catch2.hpp"
#include "tests/service/service_with_phone.hpp"

#include <string>

namespace thimble::service::test {

inline link::phone_state able_to_see()
{
    auto able = phone("udid-1");
    for (const char* each :
         {"elements", "find", "settle", "selector.tree", "batch", "type", "type-ref", "tap",
          "tap-ref", "drag", "drag-ref", "home", "terminate-app"})
        able.capabilities.emplace_back(each);
    return able;
}

inline nlohmann::json
element(const std::string& label, int y, nlohmann::json more = nlohmann::json::object())
{
    nlohmann::json out{{"label", label},  {"type", "Button"},  {"x", 10},
                       {"y", y},          {"width", 100},      {"height", 40},
                       {"enabled", true}, {"actions", {"tap"}}};
    out.update(more);
    return out;
}

inline nlohmann::json screen_with(const nlohmann::json& elements)
{
    return {{"elements", elements},
            {"app", "Notes"},
            {"count", elements.size()},
            {"space", {{"width", 620}, {"height", 1344}, {"orientation", "portrait"}}}};
}

/// A phone whose screen holds what a test says.
struct with_screen : with_phone {
    with_screen()
    {
        running.attach(able_to_see());
        show({element("Save", 100), element("Back", 200)});
    }

    void show(const nlohmann::json& elements)
    {
        running.direct([elements](auto& desktop) {
            desktop.script = [elements](const link::command& what) {
                auto out = success(what);
                if (std::holds_alternative<link::elements>(what.what))
                    out.value = screen_with(elements);
                if (const auto* find = std::get_if<link::find_element>(&what.what)) {
                    auto fitting = nlohmann::json::array();
                    for (const auto& each : elements)
                        if (each.at("label") == find->selector)
                            fitting.push_back(each);
                    if (fitting.size() == 1) {
                        out.value = screen_with(nlohmann::json::array());
                        out.value["element"] = fitting.front();
                        out.value["element"]["source"] = "tree";
                        out.value["element"]["confidence"] = 1;
                        return out;
                    }
                    out = failure(what, "ELEMENT_NOT_FOUND", link::outcome::not_sent);
                    out.failure->context["reason"] = fitting.empty() ? "no_match" : "ambiguous";
                    out.failure->context["candidates"] = fitting;
                }
                if (std::holds_alternative<link::settle>(what.what))
                    out.value["settled"] = true;
                return out;
            };
        });
    }

    nlohmann::json read(const std::string& query = "")
    {
        const auto answer = client.get(path("elements") + query);
        INFO(answer.body);
        REQUIRE(answer.status == 200);
        return answer.json();
    }

    /// The ref of the element with this label.
    std::string ref_of(const std::string& label)
    {
        for (const auto& each : read().at("elements"))
            if (each.at("label") == label)
                return each.at("ref");
        FAIL("there is no " << label);
        return {};
    }

    link::action sent(const std::string& name, const nlohmann::json& body)
    {
        const auto answer = client.post(path(name), body.dump());
        INFO(answer.body);
        REQUIRE(answer.status == 200);
        return last_command().what;
    }

    /// Action that was sent for a touch by ref; fails the test where it was something else.
    link::touch_ref sent_touch(const std::string& name, const nlohmann::json& body)
    {
        const auto what = sent(name, body);
        REQUIRE(std::holds_alternative<link::touch_ref>(what));
        return std::get<link::touch_ref>(what);
    }

    /// "CODE reason-or-field".
    std::string refused(const std::string& name, const nlohmann::json& body)
    {
        const auto answer = client.post(path(name), body.dump());
        const auto context = answer.json().at("context");
        return answer.error() + " " + context.value("field", context.value("reason", ""));
    }
};

} // namespace thimble::service::test
