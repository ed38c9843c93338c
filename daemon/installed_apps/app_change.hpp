// An app put on a phone or taken off it, as everything here does that: checked, sent, remembered.
#pragma once

#include "daemon/installed_apps/app_record.hpp"
#include "device/lockdown/app_installer.hpp"
#include "device/packages/package_check.hpp"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace thimble::daemon {

/// The phone that an app is for, as it has told of itself.
struct target_phone {
    device::attachment where;
    std::string name; // printable
    device::packages::phone_facts facts;
};

/// Asks a phone that trusts this computer; one that does not is not asked to. Failures:
/// not_trusted, phone_silent. Blocks: for a worker.
device::result<target_phone> look_at_phone(const device::attachment& where);

/// A package that was read, and what it is wanted for.
struct offered_app {
    device::packages::app_package app;
    device::packages::app_use use = device::packages::app_use::any;
    bool follows_file = false; // a newer file is installed by itself from then on
    bool keeps_file = true;    // it stays where it is, and is remembered
};

/// Problems of the package on this phone, now. Empty or warnings alone: it may be sent.
std::vector<device::packages::package_problem> check_offered(const offered_app& what,
                                                             const target_phone& phone);

/// Outcome of a change.
struct app_change {
    std::vector<device::packages::package_problem> problems; // of the package
    std::optional<device::failure> failure;                  // nothing: it was done
    std::string note; // a sentence about the record, where that is damaged or cannot be written

    bool done() const { return !failure; }
};

/// `[{"code","severity","message"}]`, of the severities error and warning.
nlohmann::json problem_records(const app_change& outcome);

/// Changes of apps on the phones of this computer. No right to drive the phone is needed for one:
/// it goes past whatever drives the phone, and no touch is made. Two at once on one phone would
/// remove each other's files, so that each holds a lock file of the runtime directory meanwhile.
/// Blocks, for minutes: for a worker.
class app_changes {
public:
    app_changes(app_record record, std::filesystem::path runtime_directory);

    /// Failures beside those of install_app: package_refused, where the problems say why, and
    /// phone_busy, where another process changes apps of the phone. Nothing has been sent in
    /// either.
    app_change install(const target_phone& phone,
                       const offered_app& what,
                       const device::install_watch& watch) const;

    app_change remove(const device::attachment& where,
                      const std::string& bundle_id,
                      const device::install_watch& watch) const;

    const app_record& record() const { return record_; }

private:
    void remember(app_change& outcome,
                  const std::function<void(device::packages::install_record&)>& how) const;

    app_record record_;
    std::filesystem::path runtime_directory_;
};

/// A file that is wanted on a phone, by whoever does not look at either before.
struct wanted_installation {
    std::string udid;
    std::filesystem::path file;
    device::packages::app_use use = device::packages::app_use::any;
    bool follows_file = false;
    bool keeps_file = true;
    std::string bundle_id; // that it has to be; empty: any
};

struct installed_file {
    app_change outcome;
    std::optional<device::packages::app_package> app; // nothing: it could not be read
};

/// Reads the file, looks at the phone, and installs. More failures: phone_not_attached,
/// app_of_other_id, and those of read_package and look_at_phone. Blocks, for minutes: for a worker.
installed_file install_file(const app_changes& changes,
                            const wanted_installation& what,
                            const device::install_watch& watch);

} // namespace thimble::daemon
