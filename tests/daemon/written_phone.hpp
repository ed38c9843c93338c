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
    device::element_frame frame{.x = 20, .y = 100, .width = 350, .height = 40};
};

/// Home thread. Typed text stands at the end of the field; Command-V and the item of the menu that
/// holding the field shows put the clipboard there.
class written_phone final : public scripted_phone, public device::element_reader {
public:
    explicit written_phone(const boost::asio::any_io_executor& home);
    ~written_phone() override;

    // Set by the test.
    text_field field;
    std::string clipboard_text;
    std::vector<device::installed_app> installed;
    std::optional<std::string> stays_in_front; // whatever is opened
    std::optional<device::failure> typing_fails;
    std::optional<device::failure> keys_fail;
    std::optional<device::failure> clipboard_fails;
    std::optional<device::failure> opening_fails;
    bool loses_text = false; // typing succeeds, and nothing arrives
    bool takes_chords = true;
    bool lists_elements = true;
    std::string pasting_item = "Paste"; // as the menu has it; empty: no menu comes
    std::vector<device::element> on_screen;
    scripted_alert front_alert;

    // Read by the test.
    std::string app = "com.example.app"; // in front
    std::vector<std::string> opened;     // bundle ids and addresses
    int catalog_reads = 0;
    bool tells_apps = true; // lockdownd answers
    int typings = 0;
    int strokes = 0;
    bool menu_shows = false;

    device::text_typist* typing() override;
    device::key_presser* keys() override;
    device::clipboard* clipboard() override;
    device::app_launcher* launcher() override;
    device::app_catalog* apps() override;
    device::url_opener* urls() override;
    device::alert_reader* alerts() override { return &front_alert; }
    device::element_reader* elements() override { return lists_elements ? this : nullptr; }

    boost::asio::awaitable<device::result<device::element_list>> read() override;
    boost::asio::awaitable<device::result<void>> play(gesture::touch_path path,
                                                      screen::interface made_for) override;

private:
    struct drivers;
    std::unique_ptr<drivers> drivers_;
};

} // namespace thimble::daemon
