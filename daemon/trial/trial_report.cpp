#include "daemon/trial/trial_report.hpp"

#include "daemon/report/version.hpp"
#include "daemon/trial/known_causes.hpp"
#include "program/private_file.hpp"
#include "text/iso_time.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace thimble::daemon {

using nlohmann::ordered_json;

namespace {

constexpr std::size_t longest_code = 64;

/// True for what is written by a program for a program: LOCKED, app_not_installed, iPhone16,1.
bool is_code(std::string_view text)
{
    return text.size() <= longest_code && std::ranges::all_of(text, [](char one) {
               return (one >= 'a' && one <= 'z') || (one >= 'A' && one <= 'Z') ||
                      (one >= '0' && one <= '9') || one == '_' || one == '.' || one == ',' ||
                      one == '-';
           });
}

ordered_json code_in(const ordered_json& of)
{
    return of.is_string() && is_code(of.get_ref<const std::string&>()) ? of : ordered_json();
}

ordered_json code_of(std::string_view text)
{
    return is_code(text) && !text.empty() ? ordered_json(text) : ordered_json();
}

ordered_json member(const ordered_json& of, std::string_view name)
{
    const auto found = of.is_object() ? of.find(name) : of.end();
    return of.is_object() && found != of.end() ? *found : ordered_json();
}

/// Codes, numbers and truths of the members that are named; null for anything else.
template <std::size_t Count>
ordered_json members(const ordered_json& of, const std::array<std::string_view, Count>& named)
{
    if (!of.is_object())
        return {};
    ordered_json out = ordered_json::object();
    for (const auto name : named) {
        const auto value = member(of, name);
        out[std::string(name)] = value.is_number() || value.is_boolean() ? value : code_in(value);
    }
    return out;
}

/// The numbers of elements of a result's lists.
ordered_json counts(const ordered_json& result)
{
    ordered_json out = ordered_json::object();
    if (result.is_object())
        for (const auto& [name, value] : result.items())
            if (value.is_array() && is_code(name))
                out[name] = value.size();
    return out;
}

/// A driver passes on what the phone says, which may be a word of its owner's.
ordered_json cause_of(const ordered_json& record)
{
    const auto cause = member(member(record, "context"), "cause");
    return cause.is_string() && is_known_cause(cause.get_ref<const std::string&>())
               ? cause
               : ordered_json();
}

std::string_view spoken(word what)
{
    switch (what) {
    case word::yes:
        return "yes";
    case word::no:
        return "no";
    case word::unsure:
    case word::leave:
    case word::unknown:
        break;
    }
    return "unsure";
}

ordered_json head_of(const trial& what, std::string_view state)
{
    ordered_json out = ordered_json::object();
    out["trial"] = what.id;
    out["point"] = what.point;
    out["state"] = state;
    return out;
}

} // namespace

ordered_json trial_step(std::string_view action, const control_answer& answer)
{
    constexpr std::array<std::string_view, 1> of_failure{"outcome"};
    constexpr std::array<std::string_view, 4> of_receipt{"driver", "effect", "verified", "shaped"};
    constexpr std::array<std::string_view, 2> of_timing{"queued_ms", "device_ms"};
    constexpr std::array<std::string_view, 3> of_picture{"format", "width", "height"};
    constexpr std::array<std::string_view, 1> of_ending{"was_running"};
    const auto& record = answer.record;
    ordered_json out = ordered_json::object();
    out["action"] = action.substr(0, action.find(' '));
    out["error"] = code_in(member(record, "error"));
    if (answer.failed()) {
        out["context"] = members(member(record, "context"), of_failure);
        out["context"]["cause"] = cause_of(record);
    }
    out["receipt"] = members(member(record, "receipt"), of_receipt);
    out["timing"] = members(member(record, "timing"), of_timing);
    out["counts"] = counts(member(record, "result"));
    if (!member(member(record, "result"), of_ending.front()).is_null())
        out["result"] = members(member(record, "result"), of_ending);
    if (!answer.picture.empty()) {
        out["picture"] = members(record, of_picture);
        out["picture"]["bytes"] = answer.picture.size();
    }
    return out;
}

ordered_json trial_time(std::string_view what, std::optional<std::chrono::milliseconds> taken)
{
    ordered_json out = ordered_json::object();
    out["seen"] = what;
    out["ms"] = taken ? ordered_json(taken->count()) : ordered_json();
    return out;
}

std::expected<trial_report, std::string> trial_report::create(std::filesystem::path file)
{
    std::error_code ignored;
    if (std::filesystem::exists(std::filesystem::symlink_status(file, ignored)))
        return std::unexpected(file.string() + " is there already. Name another file.");
    trial_report made(std::move(file));
    if (auto written = made.write(); !written)
        return std::unexpected(std::move(written.error()));
    return made;
}

trial_report::trial_report(std::filesystem::path file) : file_(std::move(file))
{
    content_["report"] = "thimbled try";
    content_["form"] = 1;
    content_["thimbled"] = version;
    content_["begun_at"] = service::iso_time(std::chrono::system_clock::now());
    content_["phone"] = nullptr;
    content_["trials"] = ordered_json::array();
}

void trial_report::set_phone(const link::phone_state& phone)
{
    ordered_json out = ordered_json::object();
    out["product_type"] = code_of(phone.product_type);
    out["os_version"] = code_of(phone.os_version);
    out["driver_version"] = phone.driver_version ? code_of(*phone.driver_version) : ordered_json();
    if (phone.screenshot_size) {
        out["width"] = phone.screenshot_size->width;
        out["height"] = phone.screenshot_size->height;
    }
    for (const auto& [name, list] :
         {std::pair("blockers", &phone.blockers), std::pair("warnings", &phone.warnings)}) {
        out[name] = ordered_json::array();
        for (const auto& each : *list)
            out[name].push_back(code_of(each.code));
    }
    out["capabilities"] = ordered_json::array();
    for (const auto& each : phone.capabilities)
        out["capabilities"].push_back(code_of(each));
    content_["phone"] = std::move(out);
}

void trial_report::add(const trial& what, ordered_json steps)
{
    const bool failed = std::ranges::any_of(steps, [](const ordered_json& each) {
        return !member(each, "error").is_null() || (each.contains("ms") && each.at("ms").is_null());
    });
    auto out = head_of(what, failed ? "failed" : "done");
    out["answer"] = nullptr;
    out["steps"] = std::move(steps);
    content_["trials"].push_back(std::move(out));
}

void trial_report::set_answer(word answer)
{
    content_["trials"].back()["answer"] = spoken(answer);
}

void trial_report::add_skipped(const trial& what)
{
    content_["trials"].push_back(head_of(what, "skipped"));
}

bool trial_report::holds_a_try() const
{
    return std::ranges::any_of(content_.at("trials"), [](const ordered_json& each) {
        return each.at("state") != "skipped";
    });
}

void trial_report::remove() const
{
    std::error_code ignored; // it is no worse than the file that is left
    std::filesystem::remove(file_, ignored);
}

std::expected<void, std::string> trial_report::write() const
{
    return service::write_private_file(
        file_, content_.dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n");
}

} // namespace thimble::daemon
