// Packages that mean harm, by each way in which a package comes: refused before anything is sent,
// with nothing written beside the state directory, and in little memory.
#include "tests/e2e/app_desk.hpp"
#include "tests/e2e/file_content.hpp"

#include <algorithm>
#include <fstream>
#include <functional>
#include <map>
#include <set>

namespace thimble::e2e {

using nlohmann::json;

namespace {

namespace fs = std::filesystem;

/// Anywhere in a path: nothing of that name may be on this computer afterwards.
const std::string harm = "thimble-harm-of-a-test";

/// The directory of an archive is read into memory, up to 64 MiB of it, and every name is kept, up
/// to 32 MiB: what follows is made to come near neither, and has to stay within this, KiB.
constexpr std::size_t most_memory = 96U << 10U;

struct hostile_package {
    std::string name;
    std::string cause; // of the refusal
    std::string words; // of its message
    std::function<std::string(const tests::made_app&)> made;
};

tests::made_entry harmful(std::string path)
{
    return {.path = std::move(path), .content = "harm", .link_target = {}, .is_folder = false};
}

/// A good app with one entry more.
std::function<std::string(const tests::made_app&)>
app_and(std::function<tests::made_entry(const std::string& root)> more)
{
    return [more = std::move(more)](const tests::made_app& app) {
        auto entries = tests::entries_of(app);
        entries.push_back(more(app.root));
        return tests::zip_of(entries);
    };
}

std::string bomb_of_zeros(const tests::made_app& app)
{
    constexpr std::uint64_t gibibyte = 1ULL << 30U;
    return tests::zip_with_zeros(tests::entries_of(app), app.root + "/zeros", gibibyte);
}

/// Many small ones, each of which is within all limits.
std::string bomb_of_many(const tests::made_app& app)
{
    auto entries = tests::entries_of(app);
    for (int i = 0; i < 40; ++i)
        entries.push_back({.path = app.root + "/part" + std::to_string(i),
                           .content = std::string(4U << 20U, '\0'),
                           .link_target = {},
                           .is_folder = false});
    return tests::zip_of(entries);
}

std::string bomb_of_names(const tests::made_app& app)
{
    constexpr int count = 100'500;
    auto entries = tests::entries_of(app);
    for (int i = 0; i < count; ++i)
        entries.push_back({.path = app.root + "/" + std::to_string(i) + "/",
                           .content = {},
                           .link_target = {},
                           .is_folder = true});
    return tests::zip_of(entries);
}

std::string cut_in_half(const tests::made_app& app)
{
    auto content = tests::zip_of(tests::entries_of(app));
    content.resize(content.size() / 2);
    return content;
}

std::vector<hostile_package> hostile_packages()
{
    const auto link = [](const std::string& target) {
        return app_and([target](const std::string& root) {
            return tests::made_entry{.path = root + "/" + harm,
                                     .content = {},
                                     .link_target = target,
                                     .is_folder = false};
        });
    };
    return {
        {"an absolute path", "package_path", "leads out of the package",
         app_and([](const std::string&) { return harmful("/" + harm); })},
        {"a path with ..", "package_path", "leads out of the package",
         app_and([](const std::string&) { return harmful("../" + harm); })},
        {"a path with .. inside of the app", "package_path", "leads out of the package",
         app_and([](const std::string& root) { return harmful(root + "/../../../" + harm); })},
        {"a link to an absolute path", "package_link", "leads out of its app", link("/etc/passwd")},
        {"a link with ..", "package_link", "leads out of its app", link("../../../etc/passwd")},
        {"a name that comes twice", "package_duplicate", "two entries",
         app_and([](const std::string& root) { return harmful(root + "/Info.plist"); })},
        {"half an archive", "package_damaged", "breaks off", cut_in_half},
        {"a gibibyte of zeros", "package_too_large", "unpacks to more", bomb_of_zeros},
        {"many files of zeros", "package_too_large", "unpacks to more", bomb_of_many},
        {"a hundred thousand names", "package_too_large", "too many entries", bomb_of_names},
    };
}

/// Every name below a folder, and the size of every file; of links their targets.
std::map<std::string, std::string> tree_of(const fs::path& folder)
{
    std::map<std::string, std::string> all;
    for (const auto& each : fs::recursive_directory_iterator(folder)) {
        auto& what = all[each.path().string()];
        if (each.is_symlink())
            what = "link to " + fs::read_symlink(each.path()).string();
        else if (each.is_regular_file())
            what = std::to_string(each.file_size()) + " bytes";
    }
    return all;
}

/// Everything that a thimbled of this household may reach easily, and whatever harm would be.
class reachable_files {
public:
    explicit reachable_files(const app_desk& desk) : desk_(desk)
    {
        for (const auto* name : {"HOME", "TMPDIR"})
            desk.home()->more[name] = around_.path().string();
    }

    std::map<std::string, std::string> tree() const
    {
        auto all = tree_of(around_.path());
        all.merge(tree_of(desk_.state()));
        all.merge(tree_of(desk_.home()->runtime.path()));
        return all;
    }

    /// No file of that name where the paths of the packages lead to.
    bool unharmed() const
    {
        std::set<fs::path> places{"/", "/tmp", fs::current_path(), desk_.state(), around_.path()};
        for (const auto& start : {fs::current_path(), desk_.state(), around_.path()})
            for (auto above = start; above != above.root_path(); above = above.parent_path())
                places.insert(above.parent_path());
        return std::ranges::none_of(places, [](const fs::path& place) {
            std::error_code unknown;
            return fs::exists(fs::symlink_status(place / harm, unknown));
        });
    }

private:
    const app_desk& desk_;
    temporary_directory around_;
};

/// The most memory that a process has had so far, KiB; 0 where it has ended or the system does not
/// say.
std::size_t peak_memory(const program& of)
{
    std::istringstream status(content_of("/proc/" + std::to_string(of.pid()) + "/status"));
    for (std::string line; std::getline(status, line);)
        if (line.starts_with("VmHWM:"))
            return std::stoul(line.substr(6));
    return 0;
}

/// A sanitizer keeps memory of its own.
void check_memory(std::size_t peak)
{
    INFO(peak << " KiB");
    if (slowdown() == 1)
        CHECK(peak <= most_memory);
}

/// A command that is refused, and the most memory that it was seen with.
app_desk::told ask_and_watch(const app_desk& desk, const arguments& what)
{
    program asked("thimbled", desk.with_state(what), desk.home()->variables(desk.phones()));
    std::size_t peak = 0;
    std::optional<exit_status> ended;
    constexpr int most_looks = 6000;
    for (int looks = 0; looks < most_looks * slowdown() && !ended; ++looks) {
        peak = std::max(peak, peak_memory(asked));
        ended = asked.wait(10ms);
    }
    REQUIRE(ended);
    check_memory(peak);
    return {.code = ended->code,
            .record = json::parse(asked.output(), nullptr, false),
            .errors = asked.errors()};
}

void check_refusal(const json& context, const std::string& message, const hostile_package& what)
{
    INFO(context.dump() << message);
    CHECK(context.at("outcome") == "not_sent");
    CHECK(message.contains(what.words));
    CHECK_FALSE(message.contains(std::string(1, '\0')));
}

} // namespace

TEST_CASE("a hostile package is refused on the command line and leaves nothing", "[e2e][local]")
{
    const app_desk desk;
    const reachable_files around(desk);
    desk.close_staging();
    const auto app = runner_for(desk.phone());
    desk.ask({"runner", "install", desk.write(std::string("no archive"))});
    const auto before = around.tree();
    for (const auto& each : hostile_packages()) {
        INFO(each.name);
        const auto package = desk.write(each.made(app));
        for (const auto* command : {"app", "runner"}) {
            INFO(command);
            const auto refused = ask_and_watch(desk, {command, "install", package});
            REQUIRE(refused.record.is_object());
            CHECK(refused.code == 1);
            CHECK(refused.record.at("error").at("code") == each.cause);
            check_refusal(refused.record, refused.record.at("error").at("message"), each);
            CHECK_FALSE(refused.errors.contains(": sending "));
            CHECK(around.tree() == before);
            CHECK(around.unharmed());
        }
    }
    CHECK(desk.remembered().empty());
    CHECK(desk.phone().events_of("install_refused").empty()); // it has never been asked
}

TEST_CASE("a hostile package that comes by REST is refused and leaves nothing", "[e2e][local]")
{
    const app_desk desk;
    const reachable_files around(desk);
    const auto phone = desk.phone();
    const thimble_system daemon(desk.phones(), desk.home());
    REQUIRE(daemon.until_ready(phone, ready_limit));
    desk.close_staging();
    const auto names = [&] {
        std::set<std::string> all;
        for (const auto& [name, what] : around.tree())
            all.insert(name);
        return all;
    };
    ended_job(daemon, send_app(daemon, phone, "no archive"));
    CHECK(eventually(10s, [&] { return files_in_uploads(daemon) == 0; }));
    const auto before = names();
    for (const auto& each : hostile_packages()) {
        INFO(each.name);
        const auto job = ended_job(daemon, send_app(daemon, phone, each.made(runner_for(phone))));
        INFO(job.dump(2));
        CHECK(job.at("status") == "failed");
        const auto& result = job.at("result");
        CHECK(result.at("context").at("cause") == each.cause);
        check_refusal(result.at("context"), result.at("message"), each);
        CHECK(eventually(10s, [&] { return files_in_uploads(daemon) == 0; }));
        CHECK(names() == before);
        CHECK(around.unharmed());
    }
    CHECK(phone.events_of("install_refused").empty());
    CHECK(daemon.api().get("/healthz").status == 200);
    check_memory(peak_memory(daemon.process()));
}

} // namespace thimble::e2e
