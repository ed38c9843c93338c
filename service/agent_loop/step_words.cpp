#include "service/agent_loop/step_words.hpp"

#include "link/cut_text.hpp"
#include "link/strict_json.hpp"
#include "service/agent/tool_table.hpp"
#include "text/lists.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <utility>

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

constexpr std::size_t longest_label = 16'384; // bytes
constexpr std::size_t read_for_each_byte = 4;

/// Lines of elements: of the texts of a hostile screen only so much is searched for secrets.
class element_lines {
public:
    element_lines(const sessions::text_filter& hide, std::size_t most) : hide_(hide), left_(most) {}

    bool has_read_enough() const noexcept { return left_ == 0; }

    std::string line_of(const json& element);

private:
    std::string text(const json& element, const char* name);

    const sessions::text_filter& hide_;
    std::size_t left_; // bytes to be read
};

std::string element_lines::text(const json& element, const char* name)
{
    const auto found = element.find(name);
    if (found == element.end() || !found->is_string())
        return {};
    const auto& all = found->get_ref<const std::string&>();
    left_ -= std::min(left_, all.size());
    return sessions::filtered_beginning(all, hide_, longest_label);
}

std::string element_lines::line_of(const json& element)
{
    const auto number = [&](const char* name) {
        const auto found = element.find(name);
        return found != element.end() && found->is_number() ? found->get<double>() : 0.0;
    };
    const bool enabled = !element.contains("enabled") || element.at("enabled") != false;
    return fmt::format("{} \"{}\" at ({:.0f}, {:.0f}), {:.0f} x {:.0f}{}\n", text(element, "type"),
                       text(element, "label"), number("x") + number("width") / 2,
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

step_result step_not_sent(std::string text)
{
    auto out = step_failed(std::move(text));
    out.more["outcome"] = link::to_string(link::outcome::not_sent);
    return out;
}

step_result step_not_begun()
{
    return step_not_sent("This was not carried out.");
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
    return joined(said, "\n");
}

std::string
words_of_elements(const json& value, const sessions::text_filter& hide, std::size_t limit)
{
    const auto found = value.find("elements");
    if (found == value.end() || !found->is_array() || found->empty())
        return "Nothing on the screen can be told apart.";
    std::string out = "Each with its middle and its size in pixels:\n";
    element_lines lines(hide, read_for_each_byte * limit);
    for (const auto& each : *found) {
        if (out.size() > limit || lines.has_read_enough())
            break;
        if (each.is_object())
            out += lines.line_of(each);
    }
    return link::cut_text(std::move(out), limit);
}

json use_data(const models::tool_use& what)
{
    json data{{"id", what.id}, {"name", what.name}, {"arguments", what.arguments}};
    if (what.arguments.size() > agent::tool_table::longest_arguments)
        return data; // which no tool reads
    if (auto given = link::parse_json(what.arguments.empty() ? "{}" : what.arguments))
        data["arguments"] = std::move(*given);
    return data;
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

json screenshot_data(const observation& what, const std::string& session_id)
{
    const auto& space = what.space();
    return {{"frame_id", what.frame_id()},
            {"job_id", what.job_id()},
            {"url", "/v1/sessions/" + session_id + "/pictures/" + what.job_id()},
            {"width", space.size.width},
            {"height", space.size.height},
            {"orientation", screen::to_string(space.turned)}};
}

} // namespace thimble::service
