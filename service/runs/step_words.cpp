#include "service/runs/step_words.hpp"

#include "link/cut_text.hpp"
#include "link/strict_json.hpp"

#include <spdlog/fmt/fmt.h>

namespace thimble::service {

using nlohmann::json;

namespace {

std::string words_of_effect(const link::receipt& what)
{
    std::string out;
    if (what.seen == link::effect::unchanged)
        out += " Nothing on the screen has changed.";
    if (what.seen == link::effect::changed)
        out += " The screen has changed";
    if (what.frame && what.frame->region) {
        const auto& at = *what.frame->region;
        out += fmt::format(" between ({}, {}) and ({}, {})", at.x, at.y, at.x + at.width - 1,
                           at.y + at.height - 1);
    }
    if (what.seen == link::effect::changed)
        out += '.';
    if (what.frame && !what.frame->settled)
        out += " It has not come to rest yet.";
    return out;
}

std::string words_of_success(const link::result& what)
{
    std::string out = "Done.";
    if (!what.receipt)
        return out;
    out += words_of_effect(*what.receipt);
    if (what.receipt->shaped)
        out += " The gesture was bent to stay on the screen.";
    if (what.receipt->verified == false)
        out += " It was not seen to have had the effect that it should; look.";
    return out;
}

std::string_view words_of_outcome(link::outcome what)
{
    switch (what) {
    case link::outcome::done:
        return " It was done all the same.";
    case link::outcome::not_sent:
        return " Nothing was done.";
    case link::outcome::unknown:
        return " Whether anything was done is not known: look at the screen, and do not repeat it "
               "blindly.";
    }
    return {};
}

std::string words_of_failure(const failure& why, link::outcome outcome)
{
    return why.code + ": " + why.message + std::string(words_of_outcome(outcome));
}

std::string line_of(const json& element)
{
    const auto number = [&](const char* name) {
        const auto found = element.find(name);
        return found != element.end() && found->is_number() ? found->get<double>() : 0.0;
    };
    const auto text = [&](const char* name) {
        const auto found = element.find(name);
        return found != element.end() && found->is_string() ? found->get<std::string>() : "";
    };
    const bool enabled = !element.contains("enabled") || element.at("enabled") != false;
    return fmt::format("{} \"{}\" at ({:.0f}, {:.0f}), {:.0f} x {:.0f}{}\n", text("type"),
                       text("label"), number("x") + number("width") / 2,
                       number("y") + number("height") / 2, number("width"), number("height"),
                       enabled ? "" : ", disabled");
}

} // namespace

step_result step_done(std::string text)
{
    return {.text = std::move(text)};
}

step_result step_failed(std::string text)
{
    return {.text = std::move(text), .failed = true};
}

step_result step_not_begun()
{
    return step_failed("This was not carried out.");
}

step_result step_refused(const failure& why)
{
    auto out = step_failed(words_of_failure(why, link::outcome::not_sent));
    out.more["error"] = why.code;
    return out;
}

step_result step_of(const job& ended)
{
    if (!ended.has_result())
        return step_failed("It was called off." +
                           std::string(words_of_outcome(link::outcome::unknown)));
    const auto& came = ended.result();
    step_result out = came.failure ? step_failed(words_of_failure(*came.failure, came.outcome))
                                   : step_done(words_of_success(came));
    out.more["job_id"] = ended.id();
    out.more["outcome"] = link::to_string(came.outcome);
    if (came.failure)
        out.more["error"] = came.failure->code;
    if (came.receipt && came.receipt->frame && came.receipt->frame->changed)
        out.more["changed"] = *came.receipt->frame->changed;
    return out;
}

std::string words_of_user(const std::vector<std::string>& said)
{
    std::string out;
    for (const auto& each : said)
        out += (out.empty() ? "" : "\n") + each;
    return out;
}

std::string words_of_elements(const json& value, std::size_t limit)
{
    const auto found = value.find("elements");
    if (found == value.end() || !found->is_array() || found->empty())
        return "Nothing on the screen can be told apart.";
    std::string out = "Each with its middle and its size in pixels:\n";
    for (const auto& each : *found)
        if (each.is_object())
            out += line_of(each);
    return link::cut_text(std::move(out), limit);
}

json use_data(const models::tool_use& what)
{
    auto given = link::parse_json(what.arguments.empty() ? "{}" : what.arguments);
    return {{"id", what.id},
            {"name", what.name},
            {"arguments", given ? std::move(*given) : json(what.arguments)}};
}

json result_data(const models::tool_use& of, const step_result& what)
{
    json out = what.more;
    out["id"] = of.id;
    out["name"] = of.name;
    out["failed"] = what.failed;
    out["text"] = what.text;
    return out;
}

json screenshot_data(const sight& what)
{
    const auto& space = what.space();
    return {{"frame_id", what.frame_id()},
            {"job_id", what.job_id()},
            {"url", "/v1/jobs/" + what.job_id() + "/download"},
            {"width", space.size.width},
            {"height", space.size.height},
            {"orientation", screen::to_string(space.turned)}};
}

} // namespace thimble::service
