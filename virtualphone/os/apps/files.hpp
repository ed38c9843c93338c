// Files: folders that open, and files that a long press lifts and a drag moves into a folder.
#pragma once

#include "virtualphone/os/apps/app.hpp"
#include "virtualphone/os/text/pasteboard.hpp"

#include <optional>
#include <string>
#include <vector>

namespace thimble::virtualphone {

class files : public app, private drag_source {
public:
    /// `clipboard` has to live as long as the app.
    explicit files(pasteboard& clipboard);

    app_identity who() const override;
    view show(const screen_layout& screen) override;
    bool advance(milliseconds now) override { return scroll_.advance(now); }
    bool dismiss() override;
    void leave() override { put_back(); }
    nlohmann::json state() const override;

private:
    struct folder {
        std::string name;
        std::vector<std::string> files;
    };
    struct shown_folder {
        std::size_t number = 0; // in folders_
        rectangle frame;
    };

    // drag_source: of the file that is lifted
    void carry_to(place where) override;
    void drop(place where) override;
    void put_back() override;

    bool at_the_top() const { return open_folder_ == 0; }
    view grid(const rectangle& area, const screen_layout& screen);
    view folder_cell(std::size_t number, const rectangle& frame);
    view file_cell(const std::string& name, const rectangle& frame);
    view carried_file() const;
    view preview(const std::string& name, const rectangle& area) const;
    void add_menu(view& page, const screen_layout& screen);
    void lift(const std::string& name);
    void remove(const std::string& name);
    std::optional<std::size_t> folder_under(place where) const;

    pasteboard& clipboard_;
    std::vector<folder> folders_; // the first one holds the others
    std::size_t open_folder_ = 0;
    std::optional<std::string> open_file_;
    scroller scroll_{axis::vertical};

    std::vector<shown_folder> folders_shown_; // where a file can be dropped
    rectangle lifted_frame_;
    std::optional<std::string> lifted_; // the file that a finger holds or the menu is about
    std::optional<place> carried_to_;   // where the finger is with it
};

} // namespace thimble::virtualphone
