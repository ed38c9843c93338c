#include "device/runner_start/runner_configuration.hpp"

#include "device/dtx/archive.hpp"
#include "text/uuid.hpp"

#include <algorithm>
#include <string_view>

namespace thimble::device::runner_start {
namespace {

constexpr std::int64_t delete_always = 2; // attachments, which would fill the phone
constexpr std::string_view capital_digits = "0123456789ABCDEF";

std::string test_bundle_path(const runner_app& of)
{
    return of.path + "/PlugIns/" + of.test_bundle + ".xctest";
}

bool stands_for_itself(char each)
{
    return (each >= 'a' && each <= 'z') || (each >= 'A' && each <= 'Z') ||
           (each >= '0' && each <= '9') || std::string_view("-._~/").contains(each);
}

std::string file_url(std::string_view path)
{
    std::string result = "file://";
    for (const char each : path) {
        if (stands_for_itself(each)) {
            result.push_back(each);
            continue;
        }
        const auto byte = static_cast<unsigned char>(each);
        result.push_back('%');
        result.push_back(capital_digits[byte >> 4U]);
        result.push_back(capital_digits[byte & 0xFU]);
    }
    return result;
}

std::string automation_framework(session_kind kind)
{
    const std::string beginning = kind == session_kind::ios_17 ? "/System" : "";
    return beginning + "/Developer/Library/PrivateFrameworks/XCTAutomationSupport.framework";
}

void add_fixed_fields(dtx::dictionary& to)
{
    to.add("aggregateStatisticsBeforeCrash",
           dtx::dictionary{{"XCSuiteRecordsKey", dtx::dictionary()}});
    to.add("disablePerformanceMetrics", false);
    to.add("emitOSLogs", false);
    to.add("formatVersion", dtx::number_object{2}); // read as an object, as no other number is
    to.add("gatherLocalizableStringsData", false);
    to.add("initializeForUITesting", true);
    to.add("preferredScreenCaptureFormat", std::int64_t{2});
    to.add("reportActivities", true);
    to.add("reportResultsToIDE", true);
    to.add("systemAttachmentLifetime", delete_always);
    to.add("testExecutionOrdering", std::int64_t{0});
    to.add("testTimeoutsEnabled", false);
    to.add("testsDrivenByIDE", false);
    to.add("testsMustRunOnMainThread", true);
    to.add("treatMissingBaselinesAsFailures", false);
    to.add("userAttachmentLifetime", delete_always);
    to.add("targetApplicationArguments", dtx::list());
    to.add("targetApplicationPath", "/none"); // not used, and not to be empty
    to.add("testApplicationDependencies", dtx::dictionary());
}

void add_empty_fields(dtx::dictionary& to)
{
    for (const auto* const each :
         {"baselineFileRelativePath", "baselineFileURL", "defaultTestExecutionTimeAllowance",
          "maximumTestExecutionTimeAllowance", "randomExecutionOrderingSeed",
          "targetApplicationBundleID", "targetApplicationEnvironment",
          "testApplicationUserOverrides", "testBundleRelativePath", "testIdentifiersToRun",
          "testIdentifiersToSkip", "testsToRun", "testsToSkip"})
        to.add(each, dtx::null{});
}

/// Empty where there is none.
std::string name_in_container(const runner_app& of, const session_plan& plan)
{
    if (plan.kind == session_kind::ios_17 || of.container.empty())
        return {};
    return "tmp/" + to_text(plan.identifier) + ".xctestconfiguration";
}

std::string path_of_file(const runner_app& of, const session_plan& plan)
{
    const auto name = name_in_container(of, plan);
    return name.empty() ? name : of.container + "/" + name;
}

environment session_variables(const runner_app& of, const session_plan& plan)
{
    environment result{
        {"CA_ASSERT_MAIN_THREAD_TRANSACTIONS", "0"},
        {"CA_DEBUG_TRANSACTIONS", "0"},
        {"DYLD_INSERT_LIBRARIES", "/Developer/usr/lib/libMainThreadChecker.dylib"},
        {"MTC_CRASH_ON_REPORT", "1"},
        {"NSUnbufferedIO", "YES"},
        {"OS_ACTIVITY_DT_MODE", "YES"},
        {"SQLITE_ENABLE_THREAD_ASSERTIONS", "1"},
        {"XCTestBundlePath", test_bundle_path(of)},
        {"XCTestConfigurationFilePath", path_of_file(of, plan)},
        {"XCTestSessionIdentifier", to_text(plan.identifier)},
    };
    if (plan.kind == session_kind::ios_17) {
        result.emplace_back("DYLD_FRAMEWORK_PATH", "/System/Developer/Library/Frameworks");
        result.emplace_back("DYLD_LIBRARY_PATH", "/System/Developer/usr/lib");
        result.emplace_back("XCTestManagerVariant", "DDI");
    }
    return result;
}

} // namespace

std::string to_text(const dtx::uuid& what)
{
    std::string result;
    for (std::size_t at = 0; at < what.content.size(); ++at) {
        if (at == 4 || at == 6 || at == 8 || at == 10)
            result.push_back('-');
        const auto byte = std::to_integer<unsigned>(what.content.at(at));
        result.push_back(capital_digits[byte >> 4U]);
        result.push_back(capital_digits[byte & 0xFU]);
    }
    return result;
}

session_plan new_plan(session_kind kind)
{
    const auto random = service::uuid_bytes(service::random_uuid());
    return {.kind = kind, .identifier = {.content = random.value()}};
}

dtx::object xct_capabilities(dtx::value content)
{
    return {.class_name = "XCTCapabilities",
            .fields = {{"capabilities-dictionary", std::move(content)}}};
}

dtx::object ide_capabilities(session_kind kind)
{
    constexpr std::int64_t yes = 1;
    dtx::dictionary all{{"XCTIssue capability", yes},
                        {"skipped test capability", yes},
                        {"test timeout capability", yes}};
    if (kind == session_kind::ios_17)
        for (const auto* const each :
             {"daemon container sandbox extension", "delayed attachment transfer",
              "expected failure test capability", "request diagnostics for specific devices",
              "test case run configurations", "test iterations", "ubiquitous test identifiers"})
            all.add(each, yes);
    return xct_capabilities(std::move(all));
}

dtx::object configuration(const runner_app& of, const session_plan& plan)
{
    dtx::dictionary fields{
        {"IDECapabilities", ide_capabilities(plan.kind)},
        {"automationFrameworkPath", automation_framework(plan.kind)},
        {"productModuleName", of.test_bundle},
        {"sessionIdentifier", plan.identifier},
        {"testBundleURL", dtx::url{.relative = file_url(test_bundle_path(of))}},
    };
    add_fixed_fields(fields);
    add_empty_fields(fields);
    return {.class_name = "XCTestConfiguration", .fields = std::move(fields)};
}

std::optional<configuration_file> file_to_write(const runner_app& of, const session_plan& plan)
{
    auto name = name_in_container(of, plan);
    if (name.empty())
        return std::nullopt;
    return configuration_file{.path_in_container = std::move(name),
                              .content = dtx::archive(configuration(of, plan))};
}

launch_request runner_launch(const runner_app& of, const session_plan& plan)
{
    launch_request result{.bundle_id = of.bundle_id, .variables = session_variables(of, plan)};
    result.variables.insert(result.variables.end(), of.variables.begin(), of.variables.end());
    if (plan.kind == session_kind::ios_14)
        result.arguments = {"-NSTreatUnknownArgumentsAsOpen", "NO", "-ApplePersistenceIgnoreState",
                            "YES"};
    return result;
}

} // namespace thimble::device::runner_start
