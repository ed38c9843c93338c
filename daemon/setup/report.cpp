#include "daemon/setup/report.hpp"

#include "setup/step_record.hpp"
#include "text/json_member.hpp"

#include <spdlog/fmt/fmt.h>

#include <utility>

namespace thimble::daemon {

using nlohmann::ordered_json;
using service::text_or_null;
using setup::step_state;

namespace {

std::string line_of(const ordered_json& record)
{
    return record.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
}

} // namespace

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
    auto record = setup::step_record("step", what);
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
