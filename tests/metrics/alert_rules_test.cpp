// The alerts for Prometheus that come with the package: they are about metrics that there are.
#include "metrics/metrics.hpp"
#include "tests/catch2.hpp"
#include "tests/e2e/file_content.hpp"
#include "tests/e2e/program.hpp"

#include <algorithm>
#include <iostream>
#include <iterator>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace thimble::service::test {

namespace {

constexpr auto* rules_file = THIMBLE_SOURCE_DIR "/packaging/examples/prometheus/thimble.rules.yml";
constexpr auto* rules_test = THIMBLE_SOURCE_DIR "/tests/metrics/thimble.rules.test.yml";

/// Values by the names of the labels by the names of the series.
using series = std::map<std::string, std::map<std::string, std::set<std::string>>>;

/// Of a service in which everything has happened that is counted: what has not is not printed.
std::string busy_metrics()
{
    using std::chrono::seconds;
    metrics all;
    for (const auto* route : {"/readyz", "/metrics", "/healthz"})
        for (const unsigned status : {200U, 500U, 503U})
            all.request_answered("GET", route, status, seconds(1));
    for (const auto* outcome : {"done", "not_sent", "unknown"})
        for (const auto* status : {"completed", "failed"})
            all.job_ended("tap", status, outcome, seconds(1));
    for (const auto* kind : {"read", "write"})
        all.store_answered(kind, seconds(1));
    for (const auto* outcome : {"given", "late", "gone"})
        all.phone_given(outcome, seconds(1));
    for (const auto* part : {"look", "request", "model", "handover", "act"})
        all.turn_part(part, seconds(1));
    for (const auto* status : {"completed", "failed", "killed"})
        all.session_ended(status);
    for (const auto* outcome : {"found", "not_found", "failed", "limited"})
        all.model_asked("element", outcome, 1);
    all.picture_sent(seconds(1));
    all.picture_replaced();
    all.viewer_dropped();
    all.follower_dropped();
    load now;
    now.taps_to_pictures = {{.p50 = seconds(1), .p95 = seconds(2)}};
    now.picture_ages = now.taps_to_pictures;
    return all.text(now);
}

/// Of a text with NAME or NAME{LABEL="VALUE",…}, where = may be another comparison.
series series_in(const std::string& text)
{
    static const std::regex one(R"re((thimble_[a-z0-9_]+)(?:\{([^}]*)\})?)re");
    static const std::regex label(R"re(([a-z_]+)\s*[=!]=?~?\s*"([^"]*)")re");
    series out;
    for (std::sregex_iterator at(text.begin(), text.end(), one); at != std::sregex_iterator();
         ++at) {
        auto& labels = out[(*at)[1]];
        const std::string inside = (*at)[2];
        for (std::sregex_iterator each(inside.begin(), inside.end(), label);
             each != std::sregex_iterator(); ++each)
            labels[(*each)[1]].insert((*each)[2]);
    }
    return out;
}

std::vector<std::string> parts_of(const std::string& text, char between)
{
    std::istringstream in(text);
    std::vector<std::string> out;
    for (std::string each; std::getline(in, each, between);)
        out.push_back(each);
    return out;
}

/// An alert as the lines of the file have it: what is deeper belongs to the key above.
struct alert {
    std::string name;
    std::map<std::string, std::string> fields; // "expr", "severity", …
};

std::vector<alert> alerts_in(const std::string& text)
{
    static const std::regex begin(R"(      - alert: (\w+))");
    static const std::regex field(R"( {8,10}(expr|for|severity|summary|description): (.*))");
    static const std::regex list(R"( {8}(labels|annotations):)");
    std::vector<alert> out;
    std::string* last = nullptr;
    for (const auto& line : parts_of(text, '\n')) {
        std::smatch found;
        if (std::regex_match(line, found, begin)) {
            out.push_back({.name = found[1], .fields = {}});
        } else if (!out.empty() && std::regex_match(line, found, field)) {
            CHECK_FALSE(out.back().fields.contains(found[1]));
            last = &(out.back().fields[found[1]] = found[2]);
        } else if (last != nullptr && line.starts_with("          ")) {
            last->append(line);
        } else if (!out.empty() && !std::regex_match(line, list) && !line.empty() &&
                   !line.starts_with("  - name: ") && line != "    rules:") {
            FAIL_CHECK("not expected: " << line);
        }
    }
    return out;
}

std::string rules()
{
    auto text = e2e::content_of(rules_file);
    REQUIRE_FALSE(text.empty());
    return text;
}

bool has_promtool()
{
    if (e2e::run("promtool", {"--version"}).code == 0)
        return true;
    std::cout << "promtool is not installed: skipped" << std::endl;
    return false;
}

} // namespace

TEST_CASE("alerts are about metrics and labels that there are", "[metrics]")
{
    const auto there = series_in(busy_metrics());
    CHECK(there.at("thimble_jobs_total").at("status").contains("failed")); // it is read at all
    const auto asked = series_in(rules());
    CHECK(asked.size() > 15);
    for (const auto& [name, labels] : asked) {
        INFO(name);
        REQUIRE(there.contains(name));
        for (const auto& [label, values] : labels) {
            INFO(label);
            REQUIRE(there.at(name).contains(label));
            for (const auto& each : values)
                for (const auto& value : parts_of(each, '|')) {
                    INFO(value);
                    CHECK(there.at(name).at(label).contains(value));
                }
        }
    }
}

TEST_CASE("alerts are grouped by labels that there are", "[metrics]")
{
    std::set<std::string> known{"job",
                                "instance"}; // by which Prometheus itself tells targets apart
    for (const auto& [name, labels] : series_in(busy_metrics()))
        for (const auto& [label, values] : labels)
            known.insert(label);
    const auto text = rules();
    static const std::regex grouping(R"((?:by|on) \(([a-z, ]+)\))");
    const std::sregex_iterator first(text.begin(), text.end(), grouping);
    CHECK(std::distance(first, {}) > 10);
    for (auto at = first; at != std::sregex_iterator(); ++at)
        for (auto label : parts_of((*at)[1], ',')) {
            std::erase(label, ' ');
            INFO(label);
            CHECK(known.contains(label));
        }
}

TEST_CASE("each alert says how bad it is, what it means and what to do", "[metrics]")
{
    const auto text = rules();
    CHECK(text.contains("\ngroups:\n  - name: "));
    CHECK_FALSE(text.contains('\t'));
    const auto all = alerts_in(text);
    CHECK(all.size() > 15);
    std::set<std::string> names;
    for (const auto& each : all) {
        INFO(each.name);
        CHECK(each.name.starts_with("Thimble"));
        CHECK(names.insert(each.name).second);
        for (const auto* field : {"expr", "severity", "summary", "description"})
            REQUIRE(each.fields.contains(field));
        CHECK(each.fields.at("expr").size() > 10);
        const auto& severity = each.fields.at("severity");
        CHECK((severity == "critical" || severity == "warning"));
        CHECK(each.fields.at("summary").size() > 10);
        CHECK(each.fields.at("description").size() > 40);
    }
}

TEST_CASE("promtool takes the alerts", "[metrics]")
{
    if (!has_promtool())
        return;
    const auto checked = e2e::run("promtool", {"check", "rules", rules_file});
    INFO(checked.output << checked.errors);
    CHECK(checked.code == 0);
}

TEST_CASE("alerts are told when they should, and of a service that is well none", "[metrics]")
{
    if (!has_promtool())
        return;
    const auto tested = e2e::run("promtool", {"test", "rules", rules_test});
    INFO(tested.output << tested.errors);
    CHECK(tested.code == 0);
}

} // namespace thimble::service::test
