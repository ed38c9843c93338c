// Messages: people, and behind each of them what was sent and a field for what will be.
#pragma once

#include "virtualphone/os/apps/app.hpp"
#include "virtualphone/os/text/text_view.hpp"
#include "virtualphone/os/toolkit/grouped_list.hpp"

#include <optional>
#include <string>
#include <vector>

namespace thimble::virtualphone {

class messages : public app {
public:
    /// `clipboard` has to live as long as the app.
    explicit messages(pasteboard& clipboard);

    app_identity who() const override;
    view show(const screen_layout& screen) override;
    bool advance(milliseconds now) override;
    text_editor* focus() override { return draft_.focus(); }
    bool dismiss() override { return draft_.dismiss(); }
    void leave() override { draft_.close_menu(); } // the field keeps the focus

    /// `with`: whose messages are open, or empty; `draft`; `sent`: a list of `to` and `text`.
    nlohmann::json state() const override;

private:
    struct message {
        std::string to;
        std::string text;
    };

    std::vector<list_group> people();
    void show_messages(view& page, const rectangle& area);
    void show_draft(view& page, const rectangle& area);
    void open(const std::string& name);
    void close();
    void send();
    void clear_draft();

    std::vector<message> sent_;     // the newest last
    std::optional<std::string> to_; // whose messages are open
    text_view draft_;
    scroller scroll_{axis::vertical};
};

} // namespace thimble::virtualphone
