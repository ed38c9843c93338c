#include "daemon/setup/report.hpp"

#include <spdlog/fmt/fmt.h>

#include <utility>

namespace thimble::daemon {

using nlohmann::ordered_json;
using setup::step_state;

namespace {

ordered_json text_or_null(const std::string& text)
{
    return text.empty() ? ordered_json() : ordered_json(text);
}

std::string line_of(const ordered_json& record)
{
    return record.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
}

} // namespace

ordered_json setup_step_record(const setup::step& what)
{
    ordered_json record;
    record["step"] = setup::to_string(what.code);
    record["state"] = setup::to_string(what.state);
    record["title"] = what.title;
    record["thimble"] = text_or_null(what.thimble);
    record["person"] = text_or_null(what.person);
    record["why"] = text_or_null(what.why);
    record["duration"] = text_or_null(what.duration);
    record["problem"] = text_or_null(what.problem);
    record["docs"] = text_or_null(what.docs);
    record["blocker"] = text_or_null(what.blocker);
    return record;
}

/// A step that is done is told once in a row; one that waits is told to scripts alone.
void setup_report::show(const setup::checklist& list, const std::string& udid)
{
    for (const auto& each : list.steps) {
        const bool is_current = each.state == step_state::current;
        const shown now{.state = each.state,
                        .problem = is_current ? each.problem : std::string(),
                        .person = is_current ? each.person : std::string()};
        const auto known = shown_.find(each.code);
        if (known != shown_.end() && known->second == now)
            continue;
        const auto before = std::exchange(shown_[each.code], now);
        if (json_)
            show_for_script(each, udid);
        else
            show_for_person(each, before);
    }
}

void setup_report::show_for_person(const setup::step& what, const shown& before)
{
    const auto line = [this](std::string_view label, const std::string& text) {
        if (!text.empty())
            write(fmt::format("       {:<9}{}", label, text));
    };
    switch (what.state) {
    case step_state::done:
        write(fmt::format("[done] {}", what.title));
        if (what.code == setup::step_code::advice)
            line("", what.person);
        break;
    case step_state::not_needed:
        write(fmt::format("[ -- ] {}: not needed", what.title));
        break;
    case step_state::waiting:
    case step_state::unknown: // to others: the guide takes looks and touches itself
        break;
    case step_state::current:
        if (before.state != step_state::current) {
            write(fmt::format("[    ] {}", what.title));
            line("Why:", what.why);
            line("Thimble:", what.thimble);
            line("Takes:", what.duration);
            line("More:", what.docs);
        }
        if (before.state != step_state::current || before.person != what.person)
            line("You:", what.person);
        line("Now:", what.problem);
        break;
    }
}

void setup_report::show_for_script(const setup::step& what, const std::string& udid)
{
    auto record = setup_step_record(what);
    record["phone"] = text_or_null(udid);
    write(line_of(record));
}

void setup_report::ask(std::string_view what)
{
    if (json_)
        write(line_of({{"question", what}}));
    else
        to_ << "       " << what << " [y/N] " << std::flush;
}

void setup_report::say(std::string_view what)
{
    write(json_ ? line_of({{"note", what}}) : fmt::format("       {}", what));
}

void setup_report::end(bool ready, std::string_view what, const std::string& udid)
{
    write(json_ ? line_of({{"ready", ready}, {"message", what}, {"phone", text_or_null(udid)}})
                : std::string(what));
}

void setup_report::write(std::string_view line)
{
    to_ << line << std::endl; // NOLINT(performance-avoid-endl): seen at once
}

} // namespace thimble::daemon
