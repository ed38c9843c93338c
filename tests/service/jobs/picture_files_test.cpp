#include "service/jobs/picture_files.hpp"
#include "tests/async/run.hpp"
#include "tests/e2e/temporary_directory.hpp"

#include <spdlog/sinks/null_sink.h>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace thimble::service::test {

namespace {

namespace asio = boost::asio;
namespace fs = std::filesystem;
using namespace std::chrono_literals;

std::shared_ptr<const screen::bytes> bytes(std::size_t count, char filler)
{
    return std::make_shared<screen::bytes>(count, static_cast<std::byte>(filler));
}

/// SHA-256 of "ada".
const std::string ada_digest = "fdee430d40bd57deeac186cd9790033d0f06f909a8806e7ce6e717ab7c7d5029";

/// Pictures in a directory of the test's own.
struct album {
    explicit album(picture_limits granted = {})
        : files(context.get_executor(),
                at.path() / "pictures",
                granted,
                std::make_shared<spdlog::logger>("pictures",
                                                 std::make_shared<spdlog::sinks::null_sink_mt>()))
    {
    }

    void run(asio::awaitable<void> body) { tests::run(context, std::move(body)); }

    asio::awaitable<std::string> keep(std::shared_ptr<const screen::bytes> content,
                                      const std::string& account_id = "ada")
    {
        return files.keep(account_id, std::move(content));
    }

    asio::awaitable<std::shared_ptr<const screen::bytes>>
    load(const std::string& name, const std::string& account_id = "ada")
    {
        return files.load(account_id, name);
    }

    /// Where ada's pictures are.
    fs::path file(const std::string& name) const
    {
        return at.path() / "pictures" / ada_digest / name;
    }

    void make_older(const std::string& name, std::chrono::seconds by) const
    {
        fs::last_write_time(file(name), fs::last_write_time(file(name)) - by);
    }

    e2e::temporary_directory at;
    asio::io_context context;
    picture_files files;
};

} // namespace

TEST_CASE("a picture is kept under the hash of its content", "[service]")
{
    album in;
    in.run([](album& all) -> asio::awaitable<void> {
        const auto name = co_await all.keep(bytes(1000, 'a'));
        CHECK(name == "41edece42d63e8d9bf515a9ba6932e1c20cbc9f5a5d134645adb5db1b9737ea3");
        CHECK(co_await all.keep(bytes(1000, 'a')) == name);
        const auto content = co_await all.load(name);
        REQUIRE(content);
        CHECK(*content == *bytes(1000, 'a'));
        struct stat about = {};
        REQUIRE(::stat(all.file(name).c_str(), &about) == 0);
        CHECK((about.st_mode & 0777U) == 0600U);
    }(in));
}

TEST_CASE("what is no name of a picture is not looked for", "[service]")
{
    album in;
    in.run([](album& all) -> asio::awaitable<void> {
        for (const auto* name : {"", "../thimble.db", "/etc/passwd", "abc"})
            CHECK(co_await all.load(name) == nullptr);
        CHECK(co_await all.load(std::string(64, 'a')) == nullptr);
    }(in));
}

TEST_CASE("a disk that does not answer holds nobody up", "[service]")
{
    album in({.time = 100ms});
    in.run([](album& all) -> asio::awaitable<void> {
        const std::string stalled(64, 'f'); // one that is opened once there is a writer
        co_await all.keep(bytes(10, 'a'));
        REQUIRE(::mkfifo(all.file(stalled).c_str(), 0600) == 0);
        CHECK(co_await all.load(stalled) == nullptr);
        CHECK(co_await all.keep(bytes(10, 'b')) == ""); // behind it
        co_await all.files.prune();
        const int writer = ::open(all.file(stalled).c_str(), O_RDWR | O_CLOEXEC);
        REQUIRE(writer >= 0);
        ::close(writer);
        std::string name;
        for (int tries = 0; tries < 100 && name.empty(); ++tries)
            name = co_await all.keep(bytes(10, 'c'));
        CHECK_FALSE(name.empty());
    }(in));
}

TEST_CASE("old pictures go, and one that was kept again is not old", "[service]")
{
    album in({.age = 1h});
    in.run([](album& all) -> asio::awaitable<void> {
        const auto old = co_await all.keep(bytes(10, 'o'));
        const auto renewed = co_await all.keep(bytes(10, 'r'));
        all.make_older(old, 61min);
        all.make_older(renewed, 61min);
        co_await all.keep(bytes(10, 'r'));
        co_await all.files.prune();
        CHECK(co_await all.load(old) == nullptr);
        CHECK(co_await all.load(renewed) != nullptr);
    }(in));
}

TEST_CASE("too many bytes push out the oldest pictures", "[service]")
{
    album in({.bytes = 250});
    in.run([](album& all) -> asio::awaitable<void> {
        const auto first = co_await all.keep(bytes(100, '1'));
        const auto second = co_await all.keep(bytes(100, '2'));
        all.make_older(first, 20s);
        all.make_older(second, 10s);
        const auto third = co_await all.keep(bytes(100, '3')); // at once
        CHECK(co_await all.load(first) == nullptr);
        CHECK(co_await all.load(second) != nullptr);
        CHECK(co_await all.load(third) != nullptr);
    }(in));
}

TEST_CASE("an account with many pictures pushes out its own", "[service]")
{
    album in({.bytes = 1000});
    in.run([](album& all) -> asio::awaitable<void> {
        const auto of_ada = co_await all.keep(bytes(100, 'a'));
        all.make_older(of_ada, 30min); // the oldest of all
        const auto of_bob = co_await all.keep(bytes(100, 'b'), "bob");
        for (const char each : {'1', '2', '3', '4', '5', '6', '7', '8', '9'})
            co_await all.keep(bytes(100, each), "bob");
        CHECK(co_await all.load(of_ada) != nullptr);
        CHECK(co_await all.load(of_bob, "bob") == nullptr);
        std::uintmax_t kept = 0;
        for (const auto& each : fs::recursive_directory_iterator(all.at.path() / "pictures"))
            kept += each.is_regular_file() ? each.file_size() : 0;
        CHECK(kept <= 100 + 250); // without waiting for the upkeep
    }(in));
}

TEST_CASE("a picture is its account's", "[service]")
{
    album in;
    in.run([](album& all) -> asio::awaitable<void> {
        const auto name = co_await all.keep(bytes(10, 's'));
        CHECK(co_await all.load(name) != nullptr);
        CHECK(co_await all.load(name, "bob") == nullptr);
        CHECK(co_await all.keep(bytes(10, 's'), "bob") == name);
        all.make_older(name, 61min);
        co_await all.files.prune();
        CHECK(co_await all.load(name) == nullptr);
        CHECK(co_await all.load(name, "bob") != nullptr);
        CHECK_FALSE(fs::exists(all.at.path() / "pictures" / ada_digest)); // nothing is left in it
    }(in));
}

TEST_CASE("what was kept before a restart counts", "[service]")
{
    album in({.bytes = 250});
    in.run([](album& all) -> asio::awaitable<void> {
        const auto first = co_await all.keep(bytes(100, '1'));
        co_await all.keep(bytes(100, '2'));
        all.make_older(first, 20s);
        picture_folders again(all.at.path() / "pictures", {.bytes = 250});
        again.keep("ada", *bytes(100, '3'));
        CHECK(again.load("ada", first) == nullptr);
    }(in));
}

TEST_CASE("a picture that cannot be kept has no name", "[service]")
{
    album in;
    std::error_code ignored;
    fs::create_symlink("/dev/null/nowhere", in.at.path() / "pictures", ignored);
    in.run([](album& all) -> asio::awaitable<void> {
        CHECK((co_await all.keep(bytes(10, 'x'))).empty());
        co_await all.files.prune();
        fs::remove(all.at.path() / "pictures"); // once it can be, it has one
        CHECK_FALSE((co_await all.keep(bytes(10, 'x'))).empty());
    }(in));
}

} // namespace thimble::service::test
