// Safari: an address bar, the page of the address, and the way back to the pages before it.
#pragma once

#include "virtualphone/os/apps/app.hpp"
#include "virtualphone/os/apps/app_host.hpp"
#include "virtualphone/os/apps/web_page.hpp"
#include "virtualphone/os/text/text_field.hpp"

#include <string>
#include <vector>

namespace thimble::virtualphone {

class safari : public app {
public:
    static constexpr std::size_t longest_history = 100;

    /// `host` has to live as long as the app.
    explicit safari(app_host& host);

    app_identity who() const override;
    view show(const screen_layout& screen) override;
    bool advance(milliseconds now) override;
    text_editor* focus() override { return bar_.focus(); }
    bool opens(std::string_view scheme) const override;
    void open_url(std::string_view url) override { follow(std::string(url)); }
    bool dismiss() override;
    void leave() override { stop_editing(); }

    /// `url`: of the page, or empty; `history`: the pages that lead here, this one last.
    nlohmann::json state() const override;

private:
    std::string url() const { return history_.empty() ? std::string() : history_.back(); }
    void follow(std::string url);
    void load(std::string url);
    void leave_for(const std::string& url);
    void back();
    void stop_editing();
    void show_current();
    view top(const screen_layout& screen);
    view back_button(const rectangle& frame);
    view page(const rectangle& area, const screen_layout& screen);

    app_host& host_;
    text_field bar_;
    std::vector<std::string> history_;
    web_page page_; // of the current address; the favourites when there is none
    scroller scroll_{axis::vertical};
};

} // namespace thimble::virtualphone
