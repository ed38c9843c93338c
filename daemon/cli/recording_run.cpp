// `thimbled record`: a recording is begun, ended and fetched by the REST API.
#include "daemon/cli/rest_run.hpp"
#include "daemon/cli/rest_runs.hpp"
#include "daemon/control/control_answer.hpp"
#include "text/whole_number.hpp"

#include <spdlog/fmt/fmt.h>

#include <fstream>
#include <iostream>
#include <unistd.h>

namespace thimble::daemon {

namespace fs = std::filesystem;
using nlohmann::ordered_json;
using verb = boost::beast::http::verb;

namespace {

constexpr int longest_recording = 3600;             // seconds, as the API allows
constexpr std::uint64_t most_bytes = 200ULL << 20U; // less than an answer may have

/// Things that a command line says of a recording.
struct wanted_recording {
    fs::path file;
    int seconds = longest_recording;
};

std::expected<wanted_recording, std::string> wanted_of(const std::vector<std::string>& words)
{
    constexpr auto form = "'record' is written as: record FILE [SECONDS]";
    if (words.size() < 2 || words.size() > 3)
        return std::unexpected(form);
    wanted_recording out{.file = words[1]};
    if (words.size() == 2)
        return out;
    const auto seconds = service::whole_number(words[2], 1, longest_recording);
    if (!seconds)
        return std::unexpected(fmt::format("SECONDS must be a whole number from 1 to {}. {}",
                                           longest_recording, form));
    out.seconds = *seconds;
    return out;
}

/// A file cannot be made where this is false, which is better known before an hour has passed.
bool can_be_written(const fs::path& file)
{
    const auto parent = file.parent_path();
    return ::access((parent.empty() ? fs::path(".") : parent).c_str(), W_OK | X_OK) == 0;
}

/// The phone decides what it is: a movie, or an archive of pictures.
fs::path with_extension(fs::path file, const std::string& format)
{
    const auto extension = "." + format;
    if (file.extension() != extension)
        file += extension;
    return file;
}

/// The record of the recording, once it has ended.
std::expected<ordered_json, int>
until_recorded(const rest_client& rest, const std::string& path, interruptible_pause& pause)
{
    for (;;) {
        auto now = record_of_answer(rest.ask(verb::get, path));
        if (!now || text_in(*now, "status") != "recording")
            return now;
        if (!pause.rest())
            return record_of_answer(rest.ask(verb::post, path + "/stop"));
    }
}

std::string line_of_recording(const fs::path& file, const ordered_json& record)
{
    const auto number = [&](const char* name) {
        const auto found = record.find(name);
        return found != record.end() && found->is_number() ? found->get<double>() : 0.0;
    };
    constexpr double milliseconds = 1000;
    return fmt::format("{}: {:.1f} s, {:.0f} × {:.0f}, {:.0f} bytes\n", file.string(),
                       number("duration_ms") / milliseconds, number("width"), number("height"),
                       number("bytes"));
}

int write_recording(const rest_client& rest,
                    const std::string& path,
                    const fs::path& named,
                    ordered_json record,
                    bool json)
{
    const auto content = rest.ask(verb::get, path + "/content");
    if (const auto good = record_of_answer(content); !good)
        return good.error();
    const auto file = with_extension(named, text_in(record, "format"));
    std::ofstream to(file, std::ios::binary | std::ios::trunc);
    to.write(content->body.data(), static_cast<std::streamsize>(content->body.size()));
    to.close();
    if (!to)
        return say_failure(service::exit_cannot_create,
                           fmt::format("{} cannot be written. thimbled keeps the recording for a "
                                       "week: GET {}/content",
                                       file.string(), path));
    record["file"] = file.string();
    std::cout << (json ? record.dump(-1, ' ', false, ordered_json::error_handler_t::replace) + '\n'
                       : line_of_recording(file, record))
              << std::flush;
    return service::exit_ok;
}

} // namespace

int run_recording(const options& given, const service::environment& variables)
{
    const auto wanted = wanted_of(given.words);
    if (!wanted)
        return say_failure(service::exit_usage, wanted.error());
    if (!can_be_written(wanted->file))
        return say_failure(service::exit_cannot_create,
                           wanted->file.string() + " cannot be written. Name another file.");
    const auto rest = open_rest(given, variables);
    if (!rest)
        return rest.error();
    interruptible_pause pause;
    const auto begun =
        begin_by_rest(*rest, phone_path(given.phone, "recordings"),
                      {{"max_duration_s", wanted->seconds}, {"max_bytes", most_bytes}});
    if (!begun)
        return begun.error();
    std::cerr << "Recording. Ctrl-C ends it.\n";
    const auto path = "/v1/recordings/" + text_in(*begun, "id");
    auto ended = until_recorded(*rest, path, pause);
    if (!ended) {
        std::cerr << "What has become of it: GET " << path << ", and POST " << path
                  << "/stop ends it.\n";
        return ended.error();
    }
    return write_recording(*rest, path, wanted->file, std::move(*ended), given.json);
}

} // namespace thimble::daemon
