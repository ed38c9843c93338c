// Who may include whom: the table that keeps the rooms apart.
#include "tests/catch2.hpp"
#include "tests/structure/source_file.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace thimble::structure {

namespace {

using names = std::set<std::string>;

/// Each room and the other rooms that it may see.
const std::map<std::string, names> allowed{
    {"async", {}},
    {"gesture", {}},
    {"screen", {}},
    {"link", {"screen"}},
    {"device", {"async", "gesture", "screen"}},
    {"service", {"async", "gesture", "link", "screen"}},
    {"daemon", {"async", "device", "gesture", "link", "screen", "service"}},
    {"virtualphone", {}},
};

/// Libraries that only some rooms may see, by how their headers begin.
const std::map<std::string, names> reserved{
    {"libimobiledevice/", {"device"}},
    {"usbmuxd.h", {"device"}},
    {"libusb", {"device"}},
    {"plist/", {"device", "virtualphone"}},
    {"opencv2/", {"screen"}},
    {"tesseract/", {"screen"}},
    {"png.h", {"screen", "virtualphone"}},
    {"cairo", {"virtualphone"}},
    {"pango/", {"virtualphone"}},
};

std::vector<std::string> rooms()
{
    std::vector<std::string> result;
    for (const auto& [room, others] : allowed)
        result.push_back(room);
    return result;
}

std::string first_folder(const std::string& target)
{
    return target.substr(0, target.find('/'));
}

} // namespace

TEST_CASE("no room includes what the table does not allow", "[structure]")
{
    const auto sources = sources_of(rooms());
    REQUIRE(sources.size() > 20);
    for (const auto& source : sources) {
        for (const auto& [target, quoted] : source.includes) {
            const auto other = first_folder(target);
            if (!quoted || other == source.room())
                continue;
            INFO(source.path.string() << " includes " << target);
            CHECK(allowed.at(source.room()).contains(other));
        }
    }
}

TEST_CASE("includes are written from the root", "[structure]")
{
    for (const auto& source : sources_of(rooms())) {
        for (const auto& [target, quoted] : source.includes) {
            INFO(source.path.string() << " includes " << target);
            CHECK((!quoted || allowed.contains(first_folder(target))));
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
                CHECK(owners.contains(source.room()));
            }
        }
    }
}

TEST_CASE("the database's library is private to the store", "[structure]")
{
    for (const auto& source : sources_of(rooms())) {
        for (const auto& [target, quoted] : source.includes) {
            INFO(source.path.string() << " includes " << target);
            CHECK((!target.starts_with("soci/") ||
                   source.path.parent_path() == std::filesystem::path("service/store")));
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
    for (const auto& source : sources_of(rooms())) {
        INFO(source.path.string());
        CHECK(source.lines <= 300);
    }
}

} // namespace thimble::structure
