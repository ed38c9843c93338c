#include "tests/browser/dashboard_view.hpp"

#include "tests/e2e/eventually.hpp"
#include "tests/e2e/picture_difference.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <stdexcept>
#include <utility>

namespace thimble::browser {

using e2e::eventually;
using std::chrono_literals::operator""s;

namespace {

constexpr int columns = 20; // of places at which two pictures are compared
constexpr int rows = 40;

/// The canvas' size, and [red, green, blue] at each place. It is read from a copy: a canvas that is
/// read often is one that the browser warns of.
constexpr auto sampling = R"js(((columns, rows) => {
    const canvas = document.querySelector("canvas");
    const { width, height } = canvas;
    if (canvas.matches(".blank")) return null;
    const copy = new OffscreenCanvas(width, height).getContext("2d", { willReadFrequently: true });
    copy.drawImage(canvas, 0, 0);
    const { data } = copy.getImageData(0, 0, width, height);
    const colours = [];
    for (let row = 0; row < rows; ++row)
        for (let column = 0; column < columns; ++column) {
            const x = Math.floor((column + 0.5) * width / columns);
            const y = Math.floor((row + 0.5) * height / rows);
            colours.push([...data.subarray(4 * (y * width + x), 4 * (y * width + x) + 3)]);
        }
    return { width, height, colours };
}))js";

nlohmann::json samples_of(page& with)
{
    return with.evaluate(std::string(sampling) + "(" + std::to_string(columns) + ", " +
                         std::to_string(rows) + ")");
}

/// Tolerance for JPEG, which changes a colour at an edge.
constexpr int like = 32; // of 255

bool is_like(const nlohmann::json& seen, const screen::image& picture, int column, int row)
{
    const auto place = [](int index, int count, int length) {
        return static_cast<std::size_t>((index * 2 + 1) * length / (2 * count));
    };
    const auto x = place(column, columns, picture.size().width);
    const auto y = place(row, rows, picture.size().height);
    for (std::size_t channel = 0; channel < screen::image::channels; ++channel) {
        const int wanted =
            picture.pixels()[y * picture.row_bytes() + x * screen::image::channels + channel];
        if (std::abs(seen.at(channel).get<int>() - wanted) > like)
            return false;
    }
    return true;
}

/// At nineteen places of twenty: the rest are edges, and the status bar's clock.
bool shows(const nlohmann::json& canvas, const screen::image& picture)
{
    const bool upright = picture.size().height > picture.size().width;
    if (canvas.is_null() || (canvas.at("height") > canvas.at("width")) != upright)
        return false;
    int alike = 0;
    for (int row = 0; row < rows; ++row)
        for (int column = 0; column < columns; ++column) {
            const auto index = static_cast<std::size_t>(row * columns + column);
            alike += is_like(canvas.at("colours").at(index), picture, column, row) ? 1 : 0;
        }
    return alike * 20 >= rows * columns * 19;
}

/// Its name and its apps are known a while after it is ready: that takes pairing, which makes keys.
/// A page does not ask for the apps again.
bool is_known(const e2e::virtual_phone& phone, const e2e::thimble_system& to)
{
    const auto able = to.record_of(phone).at("capabilities");
    return std::ranges::find(able, "apps") != able.end();
}

std::string address_of(const e2e::thimble_system& system)
{
    return "http://127.0.0.1:" + std::to_string(system.port()) + "/";
}

} // namespace

void press_button(page& in, const std::string& name)
{
    in.evaluate("[...document.querySelectorAll('button')].find((each) => each.textContent === '" +
                name + "').click()");
}

page opened_with_key(const headless_browser& in, const e2e::thimble_system& of)
{
    auto out = in.new_page();
    out.bring_to_front();
    out.open(address_of(of) + "#key=" + of.key());
    return out;
}

dashboard_view::dashboard_view(const e2e::phone_shop& shop,
                               const e2e::arguments& more,
                               std::shared_ptr<e2e::household> home)
    : phones(shop), system(std::in_place, phones, std::move(home), more)
{
    if (!system->until_ready(phone, e2e::ready_limit))
        throw std::runtime_error("the phone did not become ready");
    if (!eventually(timeout, [&] { return is_known(phone, *system); }))
        throw std::runtime_error("the phone's apps are not known");
}

std::string dashboard_view::address() const
{
    return address_of(*system);
}

page dashboard_view::shown() const
{
    auto out = opened_with_key(chromium, *system);
    if (!out.until("document.querySelector('canvas:not(.blank)')", timeout))
        throw std::runtime_error("no picture: " + out.evaluate("document.body.innerText").dump());
    return out;
}

page dashboard_view::shown(const std::string& name) const
{
    auto out = shown();
    out.evaluate("location.hash = '#/" + name + "'");
    if (!out.until("document.querySelector('nav a[href=\"#/" + name.substr(0, name.find('/')) +
                       "\"]').matches('[aria-current]')",
                   timeout))
        throw std::runtime_error("the dashboard has no page " + name);
    return out;
}

page dashboard_view::phone_page() const
{
    auto out = shown("phones/" + system->id_of(phone));
    if (!out.until("document.querySelector('.touchable canvas:not(.blank)')", timeout))
        throw std::runtime_error("no picture: " + out.evaluate("document.body.innerText").dump());
    return out;
}

bool dashboard_view::streaming() const
{
    return system->api().get(system->path(phone, "/status")).json().at("streaming") == true;
}

bool dashboard_view::agrees(page& with, std::chrono::milliseconds limit) const
{
    return eventually(limit, [&] {
        const auto answer = system->api().get(system->path(phone, "/screenshot?fresh=true"));
        return answer.status == 200 && shows(samples_of(with), e2e::picture_of(answer.body));
    });
}

} // namespace thimble::browser
