// A running thimble-phone, and what a test asks of it through its control address.
#pragma once

#include "tests/e2e/http_client.hpp"
#include "tests/e2e/program.hpp"

#include <nlohmann/json.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace thimble::e2e {

/// One of the phones. Valid as long as the virtual_phones that gave it.
class virtual_phone {
public:
    virtual_phone(http_client control, std::string udid);

    const std::string& udid() const noexcept { return udid_; }

    /// The control's whole record of the phone.
    nlohmann::json facts() const;

    /// The log from `since` on.
    std::vector<nlohmann::json> events(std::size_t since = 0) const;

    /// The same, of one kind only ("touch", "button", …).
    std::vector<nlohmann::json> events_of(const std::string& kind, std::size_t since = 0) const;

    /// The moments in which a finger touched the glass.
    std::vector<nlohmann::json> fingers_down(std::size_t since = 0) const;

    /// Elements that show, in points of the upright interface: type, label and frame of each.
    nlohmann::json shown() const;

    /// Numbers of requests to its runner: "main_queue" and "beside_queue", by route.
    nlohmann::json requests() const;

    /// The index that the next event will have.
    std::size_t next_event() const;

    /// The panel now as PNG.
    std::string frame() const;

    /// Something the world does: "unplug", "lock", "rotate" with its arguments, …
    void make(const std::string& what, const nlohmann::json& body = nlohmann::json::object()) const;
    void clear_faults() const;

private:
    std::string path(const std::string& rest) const;

    http_client control_;
    std::string udid_;
};

/// The folder of pair records that all tests of a build share.
std::string shared_pair_records();

struct phone_shop {
    /// One each: "iPhone 15 Pro,ios=18.5".
    std::vector<std::string> phones{"iPhone 15 Pro,ios=18.5"};
    std::string device_time = "1";
    std::string runner_times = "quick";

    /// Phones that trust hosts unasked have been paired with by a test before, if there was one:
    /// making a pair record's keys costs a processor most of a second.
    std::string pair_records = shared_pair_records(); // a folder, or none
};

class virtual_phones {
public:
    /// Ready when it returns.
    explicit virtual_phones(const phone_shop& wanted = {});

    virtual_phone at(std::size_t index) const;
    std::size_t size() const noexcept { return udids_.size(); }

    /// Environment that makes a program look for phones here instead of at the system's usbmuxd.
    environment variables() const;
    std::filesystem::path socket() const { return directory_.path() / "usbmuxd"; }

    void stop_mux() const;
    void start_mux() const;

    program& process() noexcept { return process_; }

private:
    temporary_directory directory_;
    http_client control_;
    program process_;
    std::vector<std::string> udids_;
};

} // namespace thimble::e2e
