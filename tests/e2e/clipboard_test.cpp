// Texts on their way through the clipboard: others' texts, long ones, and secret ones.
#include "tests/e2e/recorded_phone.hpp"

namespace thimble::e2e {

using nlohmann::json;

TEST_CASE("what another app has copied is read once the question is answered", "[e2e]")
{
    const driven_phone on;
    on.open(app::notes);
    on.phone().make("clipboard", {{"text", "from elsewhere"}});
    CHECK(on.act("read-clipboard").at("text") == "from elsewhere");
    CHECK(on.front_app() == app::notes);
    CHECK(eventually(5s, [&] { return on.get("status").json().at("alert") == nullptr; }));
}

TEST_CASE("a hundred thousand characters go through the clipboard", "[e2e][linked]")
{
    const driven_phone on;
    std::string text;
    for (int i = 0; i < 25'000; ++i)
        text += "a🧵/é"; // four characters
    on.act("copy-text", {{"text", text}});
    CHECK(on.act("read-clipboard").at("text") == text);
}

TEST_CASE("typed and copied text is written down nowhere", "[e2e]")
{
    const recorded_phone recorded;
    const auto& on = recorded.on;
    on.open(app::notes);
    on.act("tap", {{"x", 300}, {"y", 400}});
    on.act("type", {{"text", "hunter2 typed"}});
    on.act("type", {{"text", "hunter2 pasted"}, {"method", "paste"}});
    on.act("copy-text", {{"text", "hunter2 copied"}});
    on.act("read-clipboard");
    on.act("shortcut", {{"name", "Set clipboard"}, {"input", "hunter2"}});
    const auto written = recorded.written();
    CHECK(written.contains("read-clipboard"));
    CHECK_FALSE(written.contains("hunter2"));
    CHECK_FALSE(written.contains("aHVudGVyMi")); // the same in base64
}

} // namespace thimble::e2e
