// Permitted includes: the table that keeps the rooms apart.
#include "tests/catch2.hpp"
#include "tests/structure/source_file.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace thimble::structure {

namespace {

using names = std::set<std::string>;

/// Each room and the other rooms that it may see, which stand above it: arrows point one way.
/// A room holds the folders below it that have no row of their own.
const std::vector<std::pair<std::string, names>> allowed{
    {"async", {}},
    {"gesture", {}},
    {"hevc", {}},
    {"metrics", {}},
    {"mp4", {}},
    {"screen", {}},
    {"service/dashboard", {}},
    {"text", {}},
    {"virtualphone/os/model", {}},
    {"virtualphone/os/draw", {"virtualphone/os/model"}},
    {"virtualphone/os/toolkit", {"virtualphone/os/draw", "virtualphone/os/model"}},
    {"virtualphone/os/gestures", {"virtualphone/os/model", "virtualphone/os/toolkit"}},
    {"virtualphone/os/text", {"virtualphone/os/draw", "virtualphone/os/toolkit"}},
    {"virtualphone/os/apps",
     {"virtualphone/os/draw", "virtualphone/os/model", "virtualphone/os/text",
      "virtualphone/os/toolkit"}},
    {"virtualphone/os/springboard/surfaces",
     {"virtualphone/os/apps", "virtualphone/os/draw", "virtualphone/os/model",
      "virtualphone/os/text", "virtualphone/os/toolkit"}},
    {"virtualphone/os/springboard",
     {"virtualphone/os/apps", "virtualphone/os/draw", "virtualphone/os/gestures",
      "virtualphone/os/model", "virtualphone/os/springboard/surfaces", "virtualphone/os/text",
      "virtualphone/os/toolkit"}},
    {"virtualphone/os",
     {"virtualphone/os/draw", "virtualphone/os/model", "virtualphone/os/springboard"}},
    {"virtualphone/plist", {"text"}},
    {"virtualphone/packages", {"virtualphone/plist"}},
    {"virtualphone/tss", {"virtualphone/plist"}},
    {"virtualphone/media/protocol", {"virtualphone/plist"}},
    {"virtualphone/phone",
     {"virtualphone/media/protocol", "virtualphone/os", "virtualphone/os/model",
      "virtualphone/plist"}},
    {"virtualphone/channel", {"virtualphone/phone", "virtualphone/plist"}},
    {"virtualphone/tunnel/packets", {}},
    {"virtualphone/tunnel",
     {"virtualphone/channel", "virtualphone/phone", "virtualphone/tunnel/packets"}},
    {"virtualphone/xpc/protocol", {}},
    {"virtualphone/xpc",
     {"virtualphone/phone", "virtualphone/tunnel", "virtualphone/xpc/protocol"}},
    {"virtualphone/dtx/protocol", {"virtualphone/plist"}},
    {"virtualphone/dtx",
     {"virtualphone/channel", "virtualphone/dtx/protocol", "virtualphone/phone",
      "virtualphone/tunnel"}},
    {"virtualphone/xctest",
     {"virtualphone/dtx", "virtualphone/dtx/protocol", "virtualphone/os", "virtualphone/os/model",
      "virtualphone/phone"}},
    {"virtualphone/hid", {"virtualphone/os", "virtualphone/os/model"}},
    {"virtualphone/media",
     {"virtualphone/media/protocol", "virtualphone/os", "virtualphone/os/model",
      "virtualphone/phone", "virtualphone/tunnel"}},
    {"virtualphone/coredevice",
     {"virtualphone/hid", "virtualphone/media", "virtualphone/media/protocol", "virtualphone/os",
      "virtualphone/os/model", "virtualphone/phone", "virtualphone/plist", "virtualphone/tunnel",
      "virtualphone/tunnel/packets", "virtualphone/xctest", "virtualphone/xpc",
      "virtualphone/xpc/protocol"}},
    {"virtualphone/instruments",
     {"virtualphone/coredevice", "virtualphone/dtx", "virtualphone/phone", "virtualphone/xctest"}},
    {"virtualphone/mux", {"virtualphone/channel", "virtualphone/phone", "virtualphone/plist"}},
    {"virtualphone/services",
     {"virtualphone/channel", "virtualphone/coredevice", "virtualphone/dtx",
      "virtualphone/instruments", "virtualphone/os/draw", "virtualphone/os/springboard",
      "virtualphone/packages", "virtualphone/phone", "virtualphone/plist", "virtualphone/tss",
      "virtualphone/tunnel", "virtualphone/xctest"}},
    {"virtualphone/lockdown",
     {"virtualphone/channel", "virtualphone/phone", "virtualphone/plist", "virtualphone/services"}},
    {"virtualphone/tss/server", {"virtualphone/lockdown", "virtualphone/mux", "virtualphone/tss"}},
    {"virtualphone/wda/protocol", {"virtualphone/os", "virtualphone/os/model"}},
    {"virtualphone/wda/elements",
     {"virtualphone/os", "virtualphone/phone", "virtualphone/wda/protocol"}},
    {"virtualphone/wda/automation",
     {"virtualphone/os", "virtualphone/phone", "virtualphone/wda/elements",
      "virtualphone/wda/protocol"}},
    {"virtualphone/wda/routes",
     {"virtualphone/wda/automation", "virtualphone/wda/elements", "virtualphone/wda/protocol"}},
    {"virtualphone/wda",
     {"virtualphone/os", "virtualphone/phone", "virtualphone/wda/automation",
      "virtualphone/wda/protocol", "virtualphone/wda/routes"}},
    {"virtualphone/control", {"virtualphone/mux", "virtualphone/phone", "virtualphone/wda"}},
    {"virtualphone/program",
     {"virtualphone/control", "virtualphone/lockdown", "virtualphone/media",
      "virtualphone/media/protocol", "virtualphone/mux", "virtualphone/phone"}},
    {"device", {"async", "gesture", "screen", "text"}},
    {"device/coredevice", {"async", "device"}},
    {"device/plist", {"text"}},
    {"device/dtx", {"async", "device", "device/coredevice", "device/plist", "text"}},
    {"device/runner_start", {"async", "device", "device/coredevice", "device/dtx", "text"}},
    {"device/tunnel", {"async", "device/coredevice"}},
    {"device/hid", {"async", "device", "device/coredevice", "gesture", "screen"}},
    {"device/media", {"device", "device/plist", "hevc", "screen"}},
    {"device/media/stream",
     {"async", "device", "device/coredevice", "device/media", "device/tunnel", "screen"}},
    {"device/coredevice/driver",
     {"async", "device", "device/coredevice", "device/hid", "device/media/stream", "device/tunnel",
      "gesture", "screen"}},
    {"device/packages", {"device", "device/plist", "text"}},
    {"device/usbmux", {"async", "device"}},
    {"device/lockdown",
     {"async", "device", "device/packages", "device/plist", "device/tunnel", "device/usbmux",
      "screen", "text"}},
    {"device/wda/runner", {"async", "device", "device/usbmux", "screen", "text"}},
    {"device/wda",
     {"async", "device", "device/usbmux", "device/wda/runner", "gesture", "screen", "text"}},
    {"device/fleet",
     {"async", "device", "device/coredevice", "device/coredevice/driver", "device/hid",
      "device/lockdown", "device/runner_start", "device/tunnel", "device/usbmux", "device/wda",
      "device/wda/runner"}},
    {"program", {"async", "text"}},
    {"bus", {"async", "text"}},
    {"http", {"async", "program", "text"}},
    {"link", {"screen", "text"}},
    {"setup", {"link", "text"}},
    {"store", {"async", "text"}},
    {"contract", {"http", "link", "store", "text"}},
    {"http/client", {"async", "http", "program", "text"}},
    {"device/images",
     {"async", "device", "device/lockdown", "device/plist", "device/usbmux", "http/client",
      "program", "text"}},
    {"http/websocket", {"async", "http", "link", "text"}},
    {"models", {"async", "http", "http/client", "link", "screen", "text"}},
    {"mcp", {"async", "http", "link", "text"}},
    {"selectors", {"contract", "screen", "text"}},
    {"service/secrets", {"contract", "store", "text"}},
    {"service/sessions", {"contract", "store", "text"}},
    {"service/accounts", {"async", "contract", "http", "service/secrets", "store", "text"}},
    {"service/audit", {"async", "contract", "service/accounts", "store", "text"}},
    {"service/oauth",
     {"async", "contract", "http", "http/client", "service/accounts", "store", "text"}},
    {"service/desktops", {"contract", "http", "service/accounts", "store", "text"}},
    {"service/screens", {"contract", "link", "selectors", "text"}},
    {"service/phones",
     {"contract", "link", "service/accounts", "service/screens", "store", "text"}},
    {"service/actions",
     {"contract", "gesture", "link", "service/phones", "service/screens", "text"}},
    {"service/admin",
     {"async", "contract", "http", "http/client", "program", "service/accounts", "service/audit",
      "service/desktops", "service/sessions", "store", "text"}},
    {"service/device_links",
     {"async", "contract", "http", "http/websocket", "link", "service/desktops", "service/phones",
      "text"}},
    {"service/nodes",
     {"async", "bus", "contract", "http", "link", "service/desktops", "service/device_links",
      "service/phones", "service/sessions", "text"}},
    {"service/jobs",
     {"async", "contract", "http", "link", "screen", "service/accounts", "service/phones", "store",
      "text"}},
    {"service/leases",
     {"async", "contract", "http", "service/accounts", "service/phones", "store", "text"}},
    {"service/live_view",
     {"async", "http", "http/websocket", "link", "metrics", "service/accounts", "service/phones",
      "text"}},
    {"service/recordings",
     {"async", "contract", "hevc", "http", "link", "mp4", "program", "screen", "service/accounts",
      "service/live_view", "service/phones", "store", "text"}},
    {"service/vision",
     {"async", "contract", "link", "metrics", "models", "screen", "selectors", "service/accounts",
      "service/phones", "text"}},
    {"service/agent",
     {"contract", "link", "models", "screen", "service/actions", "service/phones",
      "service/secrets", "text"}},
    {"service/routing", {"contract", "http", "service/accounts", "service/jobs", "text"}},
    {"service/agent_loop",
     {"async", "contract", "http", "link", "metrics", "models", "screen", "service/accounts",
      "service/agent", "service/jobs", "service/phones", "service/secrets", "service/sessions",
      "store", "text"}},
    {"service/events",
     {"async", "contract", "http", "http/websocket", "service/accounts", "service/agent_loop",
      "text"}},
    {"service/webhooks",
     {"async", "contract", "http", "http/client", "service/events", "service/secrets", "store",
      "text"}},
    {"service/document", {"contract", "service/jobs", "service/routing", "text"}},
    {"service/gateway",
     {"async", "contract", "http", "metrics", "service/accounts", "service/audit", "service/jobs",
      "service/leases", "service/phones", "service/routing", "text"}},
    {"service/mcp_tools",
     {"async", "contract", "http", "link", "mcp", "service/accounts", "service/agent",
      "service/gateway", "service/phones", "service/routing", "text"}},
    {"service/settings",
     {"bus", "http", "http/client", "models", "program", "service/accounts", "service/agent",
      "service/secrets", "store", "text"}},
    {"service/rest",
     {"async",
      "contract",
      "http",
      "link",
      "metrics",
      "screen",
      "service/accounts",
      "service/actions",
      "service/agent",
      "service/agent_loop",
      "service/audit",
      "service/dashboard",
      "service/desktops",
      "service/device_links",
      "service/document",
      "service/events",
      "service/gateway",
      "service/jobs",
      "service/leases",
      "service/live_view",
      "service/oauth",
      "service/phones",
      "service/recordings",
      "service/routing",
      "service/screens",
      "service/secrets",
      "service/sessions",
      "service/vision",
      "service/webhooks",
      "setup",
      "store",
      "text"}},
    {"service/server",
     {"async",
      "bus",
      "http",
      "link",
      "models",
      "program",
      "screen",
      "service/accounts",
      "service/admin",
      "service/agent",
      "service/agent_loop",
      "service/audit",
      "service/desktops",
      "service/device_links",
      "service/document",
      "service/events",
      "service/gateway",
      "service/jobs",
      "service/leases",
      "service/live_view",
      "service/mcp_tools",
      "service/nodes",
      "service/oauth",
      "service/phones",
      "service/recordings",
      "service/rest",
      "service/secrets",
      "service/sessions",
      "service/settings",
      "service/webhooks",
      "store",
      "text"}},
    {"daemon/control", {"contract", "http", "http/client", "program", "text"}},
    {"daemon/installed_apps",
     {"async", "daemon/control", "device", "device/lockdown", "device/packages", "device/usbmux",
      "device/wda/runner", "program", "text"}},
    {"daemon/report", {"contract", "device", "device/usbmux", "link", "screen", "text"}},
    {"daemon/frames", {"async", "device", "link", "screen"}},
    {"daemon/actions/screen_state",
     {"async", "contract", "daemon/frames", "daemon/report", "device", "gesture", "link", "screen",
      "selectors"}},
    {"daemon/actions/text_entry", {"daemon/actions/screen_state", "gesture"}},
    {"daemon/actions",
     {"async", "contract", "daemon/actions/screen_state", "daemon/actions/text_entry",
      "daemon/frames", "daemon/report", "device", "gesture", "link", "screen", "selectors",
      "service/phones", "text"}},
    {"daemon/execution",
     {"async", "daemon/actions", "daemon/actions/screen_state", "daemon/frames", "daemon/report",
      "device", "device/fleet", "device/images", "link", "program", "text"}},
    {"daemon/uplink",
     {"async", "daemon/execution", "daemon/frames", "daemon/report", "device", "http",
      "http/client", "http/websocket", "link", "program", "text"}},
    {"daemon/debug_forms", {"contract", "link", "service/actions", "service/phones", "text"}},
    {"daemon/settings",
     {"daemon/debug_forms", "daemon/report", "daemon/uplink", "device", "device/images", "models",
      "program", "screen", "service/agent", "service/settings", "text"}},
    {"daemon/doctor",
     {"async", "contract", "daemon/control", "daemon/installed_apps", "daemon/report",
      "daemon/settings", "daemon/uplink", "device/fleet", "link", "program", "screen", "text"}},
    {"daemon/serving",
     {"async", "daemon/control", "daemon/debug_forms", "daemon/execution", "daemon/frames",
      "daemon/installed_apps", "daemon/report", "daemon/settings", "daemon/uplink", "http",
      "program", "service/jobs", "service/phones", "service/server", "service/settings", "text"}},
    {"daemon/phone_view",
     {"async", "daemon/control", "daemon/debug_forms", "daemon/execution", "daemon/report",
      "daemon/serving", "link", "text"}},
    {"daemon/setup",
     {"async", "daemon/control", "daemon/phone_view", "device/lockdown", "device/usbmux", "program",
      "screen", "setup", "text"}},
    {"daemon/trial",
     {"async", "daemon/control", "daemon/debug_forms", "daemon/phone_view", "daemon/report", "link",
      "program", "text"}},
    {"daemon/cli",
     {"async",
      "daemon/control",
      "daemon/debug_forms",
      "daemon/doctor",
      "daemon/execution",
      "daemon/installed_apps",
      "daemon/phone_view",
      "daemon/report",
      "daemon/serving",
      "daemon/settings",
      "daemon/setup",
      "daemon/trial",
      "daemon/uplink",
      "device",
      "device/images",
      "device/lockdown",
      "device/packages",
      "device/usbmux",
      "program",
      "text"}},
};

/// Libraries that only some rooms may see, by how their headers begin.
const std::map<std::string, names> reserved{
    {"libimobiledevice/", {"device/images", "device/lockdown", "device/usbmux"}},
    {"usbmuxd.h", {"device/fleet", "device/lockdown", "device/usbmux"}},
    {"libusb", {"device/fleet"}},
    {"plist/", {"device/lockdown", "device/usbmux", "virtualphone/plist"}},
    {"archive", {"device/packages", "service/recordings", "virtualphone/packages"}},
    {"libde265/", {"screen"}},
    {"opencv2/", {"screen"}},
    {"tesseract/", {"screen"}},
    {"libxml/", {"virtualphone/wda/elements"}},
    {"png.h", {"screen", "virtualphone/os/draw", "virtualphone/wda/routes"}},
    {"cairo", {"virtualphone/os/draw"}},
    {"pango/", {"virtualphone/os/draw"}},
    {"prometheus/", {"metrics"}},
    {"soci/", {"store"}},
    {"nats/", {"bus"}},
};

/// The top folders of all rooms.
std::vector<std::string> rooms()
{
    names result;
    for (const auto& [room, others] : allowed)
        result.insert(room.substr(0, room.find('/')));
    return {result.begin(), result.end()};
}

/// The room that a file of this path lies in, empty if in none.
std::string room_of(const std::string& path)
{
    std::string result;
    for (const auto& [room, others] : allowed) {
        if (path.starts_with(room + '/') && room.size() > result.size())
            result = room;
    }
    return result;
}

names seen_from(const std::string& room)
{
    const auto row = std::ranges::find(allowed, room, &std::pair<std::string, names>::first);
    return row == allowed.end() ? names{} : row->second;
}

} // namespace

TEST_CASE("no room includes what the table does not allow", "[structure]")
{
    const auto sources = sources_of(rooms());
    REQUIRE(sources.size() > 20);
    for (const auto& source : sources) {
        for (const auto& [target, quoted] : source.includes) {
            const auto room = room_of(source.path.string());
            const auto other = room_of(target);
            if (!quoted || other == room)
                continue;
            INFO(source.path.string() << " includes " << target);
            CHECK(seen_from(room).contains(other));
        }
    }
}

TEST_CASE("the table's arrows point one way", "[structure]")
{
    names above;
    for (const auto& [room, others] : allowed) {
        INFO(room);
        CHECK(std::ranges::includes(above, others));
        CHECK(above.insert(room).second);
    }
}

TEST_CASE("every source lies in a room", "[structure]")
{
    for (const auto& source : sources_of(rooms())) {
        INFO(source.path.string());
        CHECK_FALSE(room_of(source.path.string()).empty());
    }
}

TEST_CASE("includes are written from the root", "[structure]")
{
    for (const auto& source : sources_of(rooms())) {
        for (const auto& [target, quoted] : source.includes) {
            INFO(source.path.string() << " includes " << target);
            CHECK((!quoted || !room_of(target).empty()));
        }
    }
}

TEST_CASE("a library is seen only by the rooms that it is private to", "[structure]")
{
    for (const auto& source : sources_of(rooms())) {
        for (const auto& [target, quoted] : source.includes) {
            for (const auto& [library, owners] : reserved) {
                if (quoted || !target.starts_with(library))
                    continue;
                INFO(source.path.string() << " includes " << target);
                CHECK(owners.contains(room_of(source.path.string())));
            }
        }
    }
}

TEST_CASE("at most one source compiles the WebSocket", "[structure]")
{
    const auto sources = sources_of(rooms());
    const auto compiles = [](const source_file& source) {
        return std::ranges::any_of(source.includes, [](const include& each) {
            return each.target.starts_with("boost/beast/websocket");
        });
    };
    CHECK(std::ranges::count_if(sources, compiles) <= 1);
}

TEST_CASE("coroutines race by async::race(), never by Asio's operators", "[structure]")
{
    // `operator||` goes on until a side ends without an exception: a side that fails is not seen.
    for (const auto& source : sources_of(rooms())) {
        for (const auto& [target, quoted] : source.includes) {
            INFO(source.path.string() << " includes " << target);
            CHECK(target != "boost/asio/experimental/awaitable_operators.hpp");
        }
    }
}

TEST_CASE("files stay small enough to read at once", "[structure]")
{
    constexpr std::size_t limit = 500;
    constexpr std::size_t question = 300; // beyond it: is this one idea?
    std::string long_ones;
    for (const auto& source : sources_of(rooms())) {
        INFO(source.path.string());
        CHECK(source.lines <= limit);
        if (source.lines > question)
            long_ones += "\n  " + std::to_string(source.lines) + " " + source.path.string();
    }
    WARN("Files of more than " << question << " lines:" << long_ones);
}

} // namespace thimble::structure
