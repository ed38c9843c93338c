// A phone that is tried, and the person who answers for it.
#pragma once

#include "daemon/trial/trial_run.hpp"
#include "tests/device/run_until_done.hpp"
#include "tests/e2e/file_content.hpp"
#include "tests/e2e/temporary_directory.hpp"

#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>
#include <nlohmann/json.hpp>

#include <chrono>
#include <filesystem>
#include <functional>
#include <istream>
#include <optional>
#include <sstream>
#include <streambuf>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace thimble::daemon {

inline constexpr auto tried_udid = "00008130-000000000000001A";

/// A phone that does everything, and says more than a report may hold.
class talkative_phone final : public phone_view {
public:
    boost::asio::awaitable<std::optional<phones_seen>> look() override;
    boost::asio::awaitable<control_answer> act(std::string of, phone_action what) override;
    void choose(const std::string& which) override { chosen = which; }
    std::chrono::milliseconds pause() const override { return std::chrono::milliseconds{1}; }

    std::function<void(std::vector<link::phone_state>&)> as_told;
    std::string chosen;
    int looks = 0;
    bool gone = false;
    std::optional<screen::pixel_size> size{{.width = 620, .height = 1344}};
    std::string refused;          // name of an action
    std::string outcome = "done"; // of what is refused
    std::string cause = "Diary";  // the same
    std::string endless;          // name of an action that never ends
    std::vector<std::string> done;
    std::vector<nlohmann::json> fields;
};

/// Typed by a person, and what the file held when that had come to its end.
class typed_lines final : public std::streambuf {
public:
    typed_lines(std::string typed, std::filesystem::path file)
        : typed_(std::move(typed)), file_(std::move(file))
    {
        setg(typed_.data(), typed_.data(), typed_.data() + typed_.size());
    }

    std::string file_at_the_end; // written by the thread that reads

private:
    int_type underflow() override;

    std::string typed_;
    std::filesystem::path file_;
};

struct trial_desk {
    explicit trial_desk(std::string typed) : lines(std::move(typed), file) {}

    trial_run::end go() { return tests::run_until_done(context, run.go(phone)); }

    /// Goes until this action is under way, and is interrupted then.
    boost::asio::awaitable<bool> go_until(std::string action);

    nlohmann::ordered_json trial(std::string_view id) const;

    nlohmann::ordered_json written() const
    {
        return nlohmann::ordered_json::parse(e2e::content_of(file));
    }

    e2e::temporary_directory directory;
    std::filesystem::path file = directory.path() / "try.json";
    boost::asio::io_context context;
    typed_lines lines;
    std::istream in{&lines};
    std::ostringstream out;
    talkative_phone phone;
    trial_report report = trial_report::create(file).value();
    answers person{context.get_executor(), in, -1};
    trial_options options{.phone = {}, .attachment = {}, .person_limit = {}, .survey = {}};
    trial_run run{options, report, person, out};
};

/// The answers that leave out everything but one trial.
std::string answers_for(std::string_view trial, const std::string& its_own);

/// The answers that try everything and have seen everything, as many lines as there may be.
std::string yes_to_all();

} // namespace thimble::daemon
