// A scripted phone with a text field, a clipboard and apps.
#pragma once

#include "tests/daemon/scripted_alert.hpp"
#include "tests/daemon/scripted_phone.hpp"

#include <memory>

namespace thimble::daemon {

/// The field that text goes to.
struct text_field {
    bool focused = true;
    bool shown = true; // a field for passwords is not
    std::string content;
};

/// Home thread. What is typed stands at the end of the field; Command-V puts the clipboard there.
class written_phone final : public scripted_phone {
public:
    explicit written_phone(const boost::asio::any_io_executor& home);
    ~written_phone() override;

    // What the test sets.
    text_field field;
    std::string clipboard_text;
    std::vector<device::installed_app> installed;
    std::optional<std::string> stays_in_front; // whatever is opened
    std::optional<device::failure> typing_fails;
    std::optional<device::failure> keys_fail;
    std::optional<device::failure> clipboard_fails;
    std::optional<device::failure> opening_fails;
    bool loses_text = false; // typing succeeds, and nothing arrives
    scripted_alert front_alert;

    // What the test reads.
    std::string app = "com.example.app"; // in front
    std::vector<std::string> opened;     // bundle ids and addresses
    int catalog_reads = 0;
    int typings = 0;

    device::text_typist* typing() override;
    device::key_presser* keys() override;
    device::clipboard* clipboard() override;
    device::app_launcher* launcher() override;
    device::app_catalog* apps() override;
    device::url_opener* urls() override;
    device::alert_reader* alerts() override { return &front_alert; }

private:
    struct drivers;
    std::unique_ptr<drivers> drivers_;
};

} // namespace thimble::daemon
