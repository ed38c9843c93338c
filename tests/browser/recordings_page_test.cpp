// Recordings on a phone's page in a real browser.
#include "tests/browser/dashboard_view.hpp"
#include "tests/catch2.hpp"

namespace thimble::browser {

namespace {

/// Script: a recording is listed in that state, and its row says that.
std::string listed(const std::string& status, const std::string& text)
{
    return "[...document.querySelectorAll('.recordings [data-status=" + status +
           "]')].some((each) => each.textContent.includes('" + text + "'))";
}

} // namespace

TEST_CASE("a recording is begun, ended, played and removed on a phone's page", "[dashboard]")
{
    const dashboard_view on;
    auto page = on.phone_page();
    press_button(page, "Record");
    CHECK(page.until(listed("recording", "Recording"), timeout)); // it has a picture
    CHECK(page.until("document.querySelector('.rail .recording')?.title === 'Stop recording'",
                     timeout));
    press_button(page, "Stop recording");
    CHECK(page.until(listed("completed", "Ended"), timeout));
    CHECK(page.until("document.querySelector('#panel-activity:not([hidden])')", timeout));
    press_button(page, "Play");
    CHECK(page.until("document.querySelector('.film canvas')?.height > "
                     "document.querySelector('.film canvas')?.width",
                     timeout));
    // Both presses at one go, as the question is taken back after a while.
    page.evaluate("(({ lastChild: remove }) => { remove.click(); remove.click(); })"
                  "(document.querySelector('.recordings .row'))");
    CHECK(page.until("!document.querySelector('.recordings') && !document.querySelector('.film')",
                     timeout));
    CHECK(page.complaints().empty());
}

} // namespace thimble::browser
