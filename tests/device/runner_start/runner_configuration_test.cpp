// A runner's environment and configuration.
#include "device/dtx/archive.hpp"
#include "device/plist/binary_list.hpp"
#include "device/runner_start/runner_configuration.hpp"
#include "tests/catch2.hpp"

#include <algorithm>

namespace thimble::tests {
namespace {

namespace dtx = device::dtx;
namespace plist = device::plist;
namespace runner_start = device::runner_start;
using runner_start::session_kind;

runner_start::runner_app driver()
{
    return {.bundle_id = "org.example.runner",
            .path = "/private/var/A B/Runner.app",
            .test_bundle = "Driver",
            .variables = {{"USE_PORT", "8100"}}};
}

runner_start::session_plan plan(session_kind kind)
{
    runner_start::session_plan result{.kind = kind, .identifier = {}};
    result.identifier.content.fill(std::byte{0xAB});
    return result;
}

std::string variable(const runner_start::launch_request& of, const std::string& name)
{
    for (const auto& [each, content] : of.variables)
        if (each == name)
            return content;
    return "none";
}

using node = plist::binary_list::node;

/// The object of a dictionary's key.
std::size_t number_of(const plist::binary_list& in, const node& of, std::string_view key)
{
    for (std::size_t place = 0; place < of.count; ++place) {
        const auto name = in.at(in.reference(of, place));
        if (name && plist::text_of(*name) == key)
            return in.reference(of, of.count + place);
    }
    FAIL("there is no " << key);
    return 0;
}

node member_of(const plist::binary_list& in, const node& of, std::string_view key)
{
    return in.at(number_of(in, of, key)).value();
}

} // namespace

TEST_CASE("a session's identifier is written in capitals", "[runner_start]")
{
    CHECK(runner_start::to_text(plan(session_kind::ios_17).identifier) ==
          "ABABABAB-ABAB-ABAB-ABAB-ABABABABABAB");
    CHECK(runner_start::new_plan(session_kind::ios_17).identifier !=
          runner_start::new_plan(session_kind::ios_17).identifier);
}

TEST_CASE("a runner's configuration fits its session", "[runner_start]")
{
    const auto what = runner_start::configuration(driver(), plan(session_kind::ios_17));
    CHECK(what.class_name == "XCTestConfiguration");
    const auto* url = dtx::member<dtx::url>(what.fields, "testBundleURL");
    REQUIRE(url);
    CHECK(url->relative == "file:///private/var/A%20B/Runner.app/PlugIns/Driver.xctest");
    const auto* identifier = dtx::member<dtx::uuid>(what.fields, "sessionIdentifier");
    REQUIRE(identifier);
    CHECK(*identifier == plan(session_kind::ios_17).identifier);
    const auto* module = dtx::member<std::string>(what.fields, "productModuleName");
    REQUIRE(module);
    CHECK(*module == "Driver");
    CHECK(what.fields.find("testsToRun") != nullptr);
    const auto* framework = dtx::member<std::string>(what.fields, "automationFrameworkPath");
    REQUIRE(framework);
    CHECK(framework->starts_with("/System/Developer/"));
}

TEST_CASE("a runner's configuration refers to its format's number", "[runner_start]")
{
    const auto archived =
        dtx::archive(runner_start::configuration(driver(), plan(session_kind::ios_17)));
    const auto read = plist::binary_list::open(archived);
    REQUIRE(read);
    const auto top = read->at(read->root()).value();
    const auto objects = member_of(*read, top, "$objects");
    const auto root = member_of(*read, member_of(*read, top, "$top"), "root");
    const auto place_of = [&](const node& uid) {
        return read->at(read->reference(objects, static_cast<std::size_t>(uid.integer))).value();
    };
    const auto what = place_of(root);
    const auto format = member_of(*read, what, "formatVersion");
    REQUIRE(format.what == plist::binary_list::kind::uid);
    CHECK(place_of(format).what == plist::binary_list::kind::integer);
    CHECK(place_of(format).integer == 2);
    const auto lifetime = member_of(*read, what, "systemAttachmentLifetime");
    CHECK(lifetime.what == plist::binary_list::kind::integer);
    CHECK(lifetime.integer == 2);
}

TEST_CASE("a runner is launched as its version of iOS needs", "[runner_start]")
{
    const auto newer = runner_start::runner_launch(driver(), plan(session_kind::ios_17));
    CHECK(newer.activate_suspended);
    CHECK(newer.arguments.empty());
    CHECK(variable(newer, "XCTestManagerVariant") == "DDI");
    CHECK(variable(newer, "XCTestConfigurationFilePath").empty());
    CHECK(variable(newer, "XCTestBundlePath") ==
          "/private/var/A B/Runner.app/PlugIns/Driver.xctest");
    CHECK(variable(newer, "USE_PORT") == "8100");
    const auto older = runner_start::runner_launch(driver(), plan(session_kind::ios_14));
    CHECK(older.arguments.size() == 4);
    CHECK(variable(older, "XCTestManagerVariant") == "none");
}

TEST_CASE("a configuration is written into the app's container before iOS 17", "[runner_start]")
{
    auto which = driver();
    CHECK_FALSE(runner_start::file_to_write(which, plan(session_kind::ios_14)));
    which.container = "/private/var/mobile/Containers/Data/Application/A";
    CHECK_FALSE(runner_start::file_to_write(which, plan(session_kind::ios_17)));
    CHECK(variable(runner_start::runner_launch(which, plan(session_kind::ios_17)),
                   "XCTestConfigurationFilePath")
              .empty());
    const auto file = runner_start::file_to_write(which, plan(session_kind::ios_14));
    REQUIRE(file);
    CHECK(file->path_in_container ==
          "tmp/ABABABAB-ABAB-ABAB-ABAB-ABABABABABAB.xctestconfiguration");
    CHECK(variable(runner_start::runner_launch(which, plan(session_kind::ios_14)),
                   "XCTestConfigurationFilePath") ==
          which.container + "/" + file->path_in_container);
    CHECK(file->content ==
          dtx::archive(runner_start::configuration(which, plan(session_kind::ios_14))));
}

TEST_CASE("runners are told of the abilities of their time", "[runner_start]")
{
    constexpr std::int64_t yes = 1;
    const dtx::dictionary older{{"XCTIssue capability", yes},
                                {"skipped test capability", yes},
                                {"test timeout capability", yes}};
    const dtx::dictionary newer{{"XCTIssue capability", yes},
                                {"skipped test capability", yes},
                                {"test timeout capability", yes},
                                {"daemon container sandbox extension", yes},
                                {"delayed attachment transfer", yes},
                                {"expected failure test capability", yes},
                                {"request diagnostics for specific devices", yes},
                                {"test case run configurations", yes},
                                {"test iterations", yes},
                                {"ubiquitous test identifiers", yes}};
    CHECK(runner_start::ide_capabilities(session_kind::ios_14) ==
          runner_start::xct_capabilities(older));
    CHECK(runner_start::ide_capabilities(session_kind::ios_17) ==
          runner_start::xct_capabilities(newer));
}

TEST_CASE("a configuration has these fields and no others", "[runner_start]")
{
    const auto what = runner_start::configuration(driver(), plan(session_kind::ios_14));
    const dtx::url bundle{.relative = "file:///private/var/A%20B/Runner.app/PlugIns/Driver.xctest"};
    const dtx::dictionary expected{
        {"IDECapabilities", runner_start::ide_capabilities(session_kind::ios_14)},
        {"automationFrameworkPath",
         "/Developer/Library/PrivateFrameworks/XCTAutomationSupport.framework"},
        {"productModuleName", "Driver"},
        {"sessionIdentifier", plan(session_kind::ios_14).identifier},
        {"testBundleURL", bundle},
        {"aggregateStatisticsBeforeCrash",
         dtx::dictionary{{"XCSuiteRecordsKey", dtx::dictionary()}}},
        {"disablePerformanceMetrics", false},
        {"emitOSLogs", false},
        {"formatVersion", dtx::number_object{2}},
        {"gatherLocalizableStringsData", false},
        {"initializeForUITesting", true},
        {"preferredScreenCaptureFormat", std::int64_t{2}},
        {"reportActivities", true},
        {"reportResultsToIDE", true},
        {"systemAttachmentLifetime", std::int64_t{2}},
        {"testExecutionOrdering", std::int64_t{0}},
        {"testTimeoutsEnabled", false},
        {"testsDrivenByIDE", false},
        {"testsMustRunOnMainThread", true},
        {"treatMissingBaselinesAsFailures", false},
        {"userAttachmentLifetime", std::int64_t{2}},
        {"targetApplicationArguments", dtx::list()},
        {"targetApplicationPath", "/none"},
        {"testApplicationDependencies", dtx::dictionary()},
        {"baselineFileRelativePath", dtx::null{}},
        {"baselineFileURL", dtx::null{}},
        {"defaultTestExecutionTimeAllowance", dtx::null{}},
        {"maximumTestExecutionTimeAllowance", dtx::null{}},
        {"randomExecutionOrderingSeed", dtx::null{}},
        {"targetApplicationBundleID", dtx::null{}},
        {"targetApplicationEnvironment", dtx::null{}},
        {"testApplicationUserOverrides", dtx::null{}},
        {"testBundleRelativePath", dtx::null{}},
        {"testIdentifiersToRun", dtx::null{}},
        {"testIdentifiersToSkip", dtx::null{}},
        {"testsToRun", dtx::null{}},
        {"testsToSkip", dtx::null{}}};
    CHECK(what.fields == expected);
}

} // namespace thimble::tests
