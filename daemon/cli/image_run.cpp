#include "daemon/cli/image_run.hpp"

#include "daemon/cli/progress_line.hpp"
#include "daemon/control/ownership.hpp"
#include "daemon/control/runtime_directory.hpp"
#include "device/images/mounted_image.hpp"
#include "device/lockdown/developer_image.hpp"
#include "device/lockdown/lockdown.hpp"
#include "device/lockdown/pair_record.hpp"
#include "device/os_version.hpp"
#include "device/usbmux/attached_list.hpp"

#include <nlohmann/json.hpp>
#include <spdlog/fmt/fmt.h>

#include <iostream>
#include <unistd.h>

namespace thimble::daemon {

using nlohmann::ordered_json;

namespace {

/// State of one phone, for a person.
struct image_report {
    std::string udid;
    std::string name;
    std::string os_version;
    bool mounted = false;
    device::images::image_match match = device::images::image_match::unknown; // what is mounted
    std::string problem; // a sentence with the remedy; empty where there is none
};

std::string other_than(const std::filesystem::path& wanted)
{
    return fmt::format("The developer image that is mounted is not the one on this computer ({}): "
                       "thimbled image mount replaces it.",
                       wanted.string());
}

void compare(const device::attachment& where, const options& given, image_report& report)
{
    const auto seen = device::images::look_at_mounted(where, report.os_version, given.images);
    report.match = seen.match;
    if (seen.match == device::images::image_match::other)
        report.problem = other_than(seen.wanted);
}

/// A phone that does not trust this computer is not asked to: that is for whoever drives it.
std::vector<image_report> look_at(const options& given)
{
    std::vector<image_report> all;
    for (const auto& where : device::list_attached()) {
        if (given.phone && *given.phone != where.udid)
            continue;
        image_report report{.udid = where.udid, .name = {}, .os_version = {}, .problem = {}};
        if (device::has_pair_record(where.udid) != true) {
            report.problem = "The phone does not trust this computer. Start thimbled, unlock the "
                             "phone and tap Trust.";
            all.push_back(std::move(report));
            continue;
        }
        const auto told = device::read_lockdown(where, device::lock_hint::none);
        report.name = told.name;
        report.os_version = told.os_version;
        switch (device::read_image_state(where, device::major_version(told.os_version))) {
        case device::image_state::mounted:
            report.mounted = true;
            compare(where, given, report);
            break;
        case device::image_state::missing:
            report.problem = "The developer image is not mounted: thimbled image mount.";
            break;
        case device::image_state::phone_locked:
            report.problem = "The phone is locked. Unlock it.";
            break;
        case device::image_state::unknown:
            report.problem = "The phone does not say whether it has a developer image. Unlock it "
                             "and try again.";
            break;
        }
        all.push_back(std::move(report));
    }
    return all;
}

ordered_json word_for(device::images::image_match match)
{
    switch (match) {
    case device::images::image_match::same:
        return true;
    case device::images::image_match::other:
        return false;
    case device::images::image_match::unknown:
        break;
    }
    return nullptr;
}

ordered_json record_of(const image_report& what)
{
    ordered_json record;
    record["unique_id"] = what.udid;
    record["name"] = what.name;
    record["os_version"] = what.os_version;
    record["mounted"] = what.mounted;
    record["current"] = word_for(what.match);
    record["problem"] = what.problem.empty() ? ordered_json() : ordered_json(what.problem);
    return record;
}

int tell(const std::vector<image_report>& all, bool json)
{
    auto list = ordered_json::array();
    bool well = !all.empty();
    for (const auto& each : all) {
        well = well && each.problem.empty();
        list.push_back(record_of(each));
        if (!json)
            std::cout << fmt::format("{}  {} (iOS {}): {}\n", each.udid, each.name, each.os_version,
                                     each.problem.empty() ? "the developer image is mounted"
                                                          : each.problem);
    }
    if (json)
        std::cout << ordered_json{{"phones", list}}.dump(-1, ' ', false,
                                                         ordered_json::error_handler_t::replace)
                  << '\n';
    else if (all.empty())
        std::cout << "No phone is attached.\n";
    std::cout.flush();
    return well ? service::exit_ok : service::exit_failed;
}

int list_images(const options& given)
{
    const auto found = device::images::find_images(given.images.folders);
    auto list = ordered_json::array();
    for (const auto& each : found) {
        const auto* const whom = "iOS 17 and later";
        const auto name = each.version.empty() ? std::string(whom) : "iOS " + each.version;
        list.push_back({{"for", name}, {"path", each.place().string()}});
        if (!given.json)
            std::cout << fmt::format("{}  {}\n", name, each.place().string());
    }
    if (given.json)
        std::cout << ordered_json{{"images", list}}.dump() << '\n';
    else if (found.empty()) {
        std::cout << "No developer image in:\n";
        for (const auto& each : given.images.folders)
            std::cout << fmt::format("  {}\n", each.string());
    }
    std::cout.flush();
    return found.empty() ? service::exit_failed : service::exit_ok;
}

std::string mounted_by(const owner& who)
{
    return fmt::format("thimbled (process {}) drives this phone and mounts the image itself; "
                       "thimbled status says what keeps it from that.",
                       who.process);
}

std::string replaced_by(const owner& who)
{
    return fmt::format("Another developer image is mounted than the one on this computer. thimbled "
                       "(process {}) drives this phone: end it, and thimbled image mount replaces "
                       "the image.",
                       who.process);
}

bool is_mounted(const device::attachment& where, const std::string& os_version)
{
    return device::read_image_state(where, device::major_version(os_version)) ==
           device::image_state::mounted;
}

/// A person's request is carried out, whatever uses the image that is mounted.
void mount_on(const device::attachment& where, const options& given, image_report& report)
{
    progress_line line(report.udid);
    const auto tell_progress = [&line](std::string_view what, double done) { line(what, done); };
    const bool replaces = report.mounted;
    const auto outcome =
        replaces
            ? device::images::replace_image(where, report.os_version, given.images, tell_progress)
            : device::images::mount_image(where, report.os_version, given.images, tell_progress);
    report.problem = outcome ? std::string() : outcome.error().message;
    report.mounted = outcome || (replaces && is_mounted(where, report.os_version));
    if (outcome)
        compare(where, given, report);
    else if (!report.mounted)
        report.match = device::images::image_match::unknown;
}

/// Two at once would disturb each other in the middle of the upload.
int mount_images(const options& given, const std::filesystem::path& runtime_directory)
{
    const ownership rights(runtime_directory, {});
    auto all = look_at(given);
    for (auto& each : all) {
        const bool is_other = each.match == device::images::image_match::other;
        if ((each.mounted && !is_other) || each.os_version.empty())
            continue;
        const auto right = rights.claim(each.udid);
        const auto other = right ? std::nullopt : rights.owner_of(each.udid);
        if (other && other->mounts_images) {
            each.problem = is_other ? replaced_by(*other) : mounted_by(*other);
            continue;
        }
        for (const auto& where : device::list_attached())
            if (where.udid == each.udid)
                mount_on(where, given, each);
    }
    return tell(all, given.json);
}

} // namespace

int run_image(const options& given, const service::environment& variables)
{
    if (given.image_action == "list")
        return list_images(given);
    if (given.image_action == "mount") {
        const auto directory = runtime_directory::open(variables);
        if (directory)
            return mount_images(given, directory->path());
        std::cerr << "thimbled: " << directory.error() << '\n';
        return service::exit_cannot_create;
    }
    return tell(look_at(given), given.json);
}

} // namespace thimble::daemon
