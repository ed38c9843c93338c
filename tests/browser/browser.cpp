#include "tests/browser/browser.hpp"

#include "tests/e2e/eventually.hpp"
#include "tests/e2e/file_content.hpp"
#include "tests/e2e/http_client.hpp"

#include <openssl/evp.h>

#include <array>
#include <filesystem>
#include <stdexcept>

namespace thimble::browser {

using e2e::eventually;
using std::chrono_literals::operator""s;

namespace {

constexpr auto start_limit = 60s;

std::string installed_browser()
{
    constexpr std::array places{"/usr/bin/chromium", "/usr/bin/chromium-browser",
                                "/usr/bin/google-chrome",
                                "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
                                "/Applications/Chromium.app/Contents/MacOS/Chromium"};
    for (const auto* place : places)
        if (std::filesystem::exists(place))
            return place;
    throw std::runtime_error("no Chromium is installed: scripts/setup browser installs it");
}

e2e::arguments command_line(const std::filesystem::path& profile)
{
    return {"--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic",
            "--disable-dev-shm-usage", "--no-first-run", "--disable-background-networking",
            "--disable-component-update", "--disable-sync",
            // Pages of the browser's own address bar, which nobody sees, cost as much as its start.
            "--disable-features=WebUIOmniboxAimPopup,WebUIOmniboxPopup",
            "--remote-debugging-port=0", "--user-data-dir=" + profile.string(), "about:blank"};
}

/// Files that it keeps beside its profile stay with it as well.
e2e::environment variables(const std::filesystem::path& own)
{
    return {{"HOME", own.string()}, {"TMPDIR", own.string()}};
}

/// The browser writes it to a file once it listens.
std::uint16_t port_of(const std::filesystem::path& profile, const e2e::program& process)
{
    const auto written = profile / "DevToolsActivePort";
    std::string text;
    const bool listens = eventually(start_limit, [&] {
        if (std::filesystem::exists(written))
            text = e2e::content_of(written);
        return text.find('\n') != std::string::npos;
    });
    if (!listens)
        throw std::runtime_error("the browser did not start: " + process.errors());
    return static_cast<std::uint16_t>(std::stoul(text));
}

std::string path_of(const nlohmann::json& target)
{
    const auto url = target.at("webSocketDebuggerUrl").get<std::string>();
    return url.substr(url.find('/', url.find("://") + 3));
}

std::string decoded(const std::string& base64)
{
    std::string out(base64.size() / 4 * 3, '\0');
    const int length = EVP_DecodeBlock(reinterpret_cast<unsigned char*>(out.data()),
                                       reinterpret_cast<const unsigned char*>(base64.data()),
                                       static_cast<int>(base64.size()));
    if (length < 0)
        throw std::runtime_error("the browser's picture cannot be decoded");
    return out; // zeros at its end do a PNG no harm
}

} // namespace

page::page(std::uint16_t port, const nlohmann::json& target) : tools_(port, path_of(target)) {}

void page::open(const std::string& url)
{
    const auto opened = tools_.call("Page.navigate", {{"url", url}});
    if (opened.contains("errorText"))
        throw std::runtime_error(url + ": " + opened.at("errorText").get<std::string>());
    if (!until("document.readyState === 'complete'", 20s))
        throw std::runtime_error(url + " was not loaded");
}

nlohmann::json page::evaluate(const std::string& expression)
{
    const auto answer =
        tools_.call("Runtime.evaluate",
                    {{"expression", expression}, {"awaitPromise", true}, {"returnByValue", true}});
    if (answer.contains("exceptionDetails"))
        throw std::runtime_error(expression + ": " + answer.at("exceptionDetails").dump());
    return answer.at("result").value("value", nlohmann::json());
}

bool page::until(const std::string& expression, std::chrono::milliseconds limit)
{
    // A promise is true whatever it comes to.
    const auto judged = "((value) => value instanceof Promise ? value.then(Boolean) : !!value)((" +
                        expression + "))";
    return eventually(limit, [&] { return evaluate(judged) == true; });
}

void page::bring_to_front()
{
    tools_.call("Page.bringToFront");
}

void page::touch_screen()
{
    touched_ = true; // its pointer is coarse, which goes with what the next resize() says
    tools_.call("Emulation.setTouchEmulationEnabled", {{"enabled", true}, {"maxTouchPoints", 1}});
}

void page::resize(int width, int height, double scale)
{
    tools_.call(
        "Emulation.setDeviceMetricsOverride",
        {{"width", width}, {"height", height}, {"deviceScaleFactor", scale}, {"mobile", touched_}});
}

std::string page::picture(int width, int height, bool dark)
{
    const nlohmann::json scheme{{"name", "prefers-color-scheme"},
                                {"value", dark ? "dark" : "light"}};
    tools_.call("Emulation.setEmulatedMedia", {{"features", {scheme}}});
    resize(width, height);
    return decoded(tools_.call("Page.captureScreenshot").at("data").get<std::string>());
}

std::vector<std::string> page::complaints()
{
    evaluate("1"); // events that are under way come before its answer
    std::vector<std::string> out;
    for (const auto& event : tools_.events()) {
        const auto& method = event.at("method");
        const auto& params = event.at("params");
        const bool said = method == "Runtime.consoleAPICalled" &&
                          (params.at("type") == "error" || params.at("type") == "warning");
        const bool noted =
            method == "Log.entryAdded" && params.at("entry").at("source") != "network" &&
            params.at("entry").at("level") != "verbose" && params.at("entry").at("level") != "info";
        if (said || noted || method == "Runtime.exceptionThrown")
            out.push_back(params.dump());
    }
    return out;
}

headless_browser::headless_browser()
    : process_(installed_browser(), command_line(profile_), variables(own_.path())),
      port_(port_of(profile_, process_))
{
}

page headless_browser::new_page() const
{
    const auto made = e2e::http_client(port_).send("PUT", "/json/new?about:blank", "", {}).json();
    return {port_, made};
}

} // namespace thimble::browser
