// A phone's own video in a real browser, whose decoder is played: Debian's Chromium has no HEVC.
#include "tests/browser/browser.hpp"
#include "tests/browser/dashboard_view.hpp"
#include "tests/catch2.hpp"
#include "tests/service/live_view/phone_with_video.hpp"

namespace thimble::browser {

namespace {

/// Each unit becomes a picture of 96 by 208 pixels in one colour, or none while window.dropping.
constexpr auto played_decoder = R"js((() => {
    window.VideoDecoder = class {
        static isConfigSupported = async () => ({ supported: true });
        state = "unconfigured";
        decodeQueueSize = 0;
        constructor({ output }) { this.output = output; }
        configure(configuration) {
            this.state = "configured";
            window.configured = { codec: configuration.codec, length: configuration.description.length };
        }
        decode({ type, timestamp, byteLength }) {
            window.decoded = [...(window.decoded ?? []), `${type} ${byteLength}`];
            if (window.dropping) return;
            const canvas = new OffscreenCanvas(96, 208);
            const pen = canvas.getContext("2d");
            pen.fillStyle = "rgb(200, 30, 40)";
            pen.fillRect(0, 0, 96, 208);
            this.output(new VideoFrame(canvas, { timestamp }));
        }
        close() { this.state = "closed"; }
    };
    return true;
})())js";

struct video_view {
    video_view() { on.have_video(false); }

    /// The phone's page, of somebody who has signed in.
    page phone_page()
    {
        const auto address = "http://127.0.0.1:" + std::to_string(on.running.port());
        std::string link;
        on.running.at_home([&] { link = *on.running.service().make_sign_in_link(); });
        auto out = chromium.new_page();
        out.bring_to_front();
        out.open(address + link);
        if (!out.until("document.querySelector('nav')", timeout))
            throw std::runtime_error("nobody is signed in");
        out.evaluate(played_decoder);
        on.have_video(true);
        out.evaluate("location.hash = '#/phones/" + on.id + "'");
        return out;
    }

    service::test::with_video on;
    headless_browser chromium;
};

} // namespace

TEST_CASE("a browser that decodes HEVC is shown the phone's own video", "[dashboard]")
{
    video_view view;
    auto page = view.phone_page();
    REQUIRE(view.on.videos(1));
    view.on.play(0);
    view.on.play(1);
    CHECK(page.until("document.querySelector('.touchable canvas').width === 96", timeout));
    CHECK(page.until("window.decoded?.length === 2", timeout));
    const auto& sample = thimble::test::sample_video();
    CHECK(page.evaluate("window.configured") ==
          nlohmann::json{{"codec", sample.codec}, {"length", sample.configuration.size()}});
    CHECK(page.evaluate("window.decoded") ==
          nlohmann::json{"key " + std::to_string(sample.units[0].data.size()),
                         "delta " + std::to_string(sample.units[1].data.size())});
    // It lies on its side: the page turns it.
    view.on.turned = screen::orientation::landscape_left;
    auto turned = view.on.unit(2);
    turned.turn = link::upright_turn::quarter;
    view.on.play(turned);
    CHECK(page.until("document.querySelector('.touchable canvas').width === 208", timeout));
    // The edge that the encoder has added is cut off.
    view.on.have_panel({.width = 90, .height = 200});
    view.on.play(3);
    CHECK(page.until("document.querySelector('.touchable canvas').width === 90", timeout));
    CHECK(page.evaluate("document.querySelector('.touchable canvas').height") == 200);
    CHECK(page.complaints().empty());
}

TEST_CASE("a video goes on where the clock of its pictures is set back", "[dashboard]")
{
    video_view view;
    auto page = view.phone_page();
    REQUIRE(view.on.videos(1));
    view.on.play(0);
    CHECK(page.until("document.querySelector('.touchable canvas').width === 96", timeout));
    page.evaluate("window.dropping = true");
    view.on.play(1); // which the decoder makes no picture of
    CHECK(page.until("window.decoded?.length === 2", timeout));
    page.evaluate("window.dropping = false");
    auto earlier = view.on.unit(2);
    earlier.captured_at -= std::chrono::minutes(10);
    earlier.turn = link::upright_turn::quarter;
    view.on.play(earlier);
    CHECK(page.until("document.querySelector('.touchable canvas').width === 208", timeout));
    CHECK(page.complaints().empty());
}

} // namespace thimble::browser
