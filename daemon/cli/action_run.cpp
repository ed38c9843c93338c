// One action, as --debug or as a command: asked of the thimbled that drives the phone, else done
// here.
#include "daemon/cli/action_report.hpp"
#include "daemon/cli/debug_journal.hpp"
#include "daemon/cli/debug_owner.hpp"
#include "daemon/cli/passcode_input.hpp"
#include "daemon/cli/runs.hpp"
#include "daemon/cli/text_input.hpp"
#include "daemon/control/control_client.hpp"
#include "daemon/control/named_phone.hpp"
#include "daemon/control/runtime_directory.hpp"
#include "daemon/control/socket_to_ask.hpp"
#include "daemon/serving/end_at_once.hpp"
#include "program/logging.hpp"

#include <fstream>
#include <iostream>
#include <unistd.h>

namespace thimble::daemon {

namespace fs = std::filesystem;

namespace {

/// Longer than the longest action may wait and take.
constexpr std::chrono::minutes longest_answer{3};

constexpr std::string_view standard_output = "-"; // in place of a file, of a command

void say(std::string_view what)
{
    std::cerr << "thimbled: " << what << '\n';
}

int fail(int code, std::string_view why)
{
    say(why);
    return code;
}

/// The answer's picture becomes the file that the person named.
control_answer store_picture(control_answer answer, const std::string& file)
{
    std::ofstream to(file, std::ios::binary | std::ios::trunc);
    to.write(answer.picture.data(), static_cast<std::streamsize>(answer.picture.size()));
    to.close();
    if (!to)
        return error_answer("FILE_NOT_WRITTEN", "The picture was taken, but " + file +
                                                    " cannot be written. Name another file.");
    answer.record["file"] = file;
    answer.record["bytes"] = answer.picture.size();
    return answer;
}

/// One action on its way from the command line to its answer. A command's answer is for a person
/// unless JSON is asked for; that of --debug is JSON.
class action_run {
public:
    action_run(const options& given, const service::environment& variables)
        : given_(given), variables_(variables), command_(!given.words.empty()),
          json_(!command_ || given.json)
    {
    }

    int run();

private:
    std::expected<debug_action, std::string> parse() const;
    std::optional<std::string> why_no_picture(const debug_action& what) const;
    int ask_owner(const fs::path& socket, const debug_action& what) const;
    int become_owner(const fs::path& directory, const debug_action& what) const;
    int report(control_answer answer, const debug_action& what) const;
    int report_failure(const control_answer& answer) const;

    options given_;
    const service::environment& variables_;
    bool command_;
    bool json_;
};

std::expected<debug_action, std::string> action_run::parse() const
{
    return command_ ? parse_typed_words(given_.words, read_standard_input)
                    : parse_debug_action(given_.action);
}

/// A command's picture may go to standard output, where that leads to another program.
std::optional<std::string> action_run::why_no_picture(const debug_action& what) const
{
    const auto* const action = std::get_if<phone_action>(&what);
    if (!command_ || action == nullptr || action->file != standard_output)
        return std::nullopt;
    if (json_)
        return "A picture on standard output leaves no room for --json. Name a file.";
    if (::isatty(STDOUT_FILENO) != 0)
        return "A picture does not belong on a terminal. Name a file.";
    return std::nullopt;
}

int action_run::report_failure(const control_answer& answer) const
{
    if (json_)
        std::cout << answer.record.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace)
                  << std::endl; // NOLINT(performance-avoid-endl): seen at once
    else
        std::cerr << text_of_failure(answer.record) << std::flush;
    return service::exit_failed;
}

int action_run::report(control_answer answer, const debug_action& what) const
{
    const auto* action = std::get_if<phone_action>(&what);
    const bool has_file = action != nullptr && !action->file.empty() && !answer.failed();
    if (has_file && command_ && action->file == standard_output) {
        std::cout << answer.picture << std::flush;
        return std::cout ? service::exit_ok
                         : fail(service::exit_failed, "Standard output has been closed.");
    }
    if (has_file)
        answer = store_picture(std::move(answer), action->file);
    if (answer.failed())
        return report_failure(answer);
    if (json_)
        std::cout << answer.record.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace)
                  << std::endl; // NOLINT(performance-avoid-endl): seen at once
    else
        std::cout << text_of_success(answer, what, ::isatty(STDOUT_FILENO) == 0) << std::flush;
    return service::exit_ok;
}

int action_run::ask_owner(const fs::path& socket, const debug_action& what) const
{
    if (given_.record_to)
        say("a thimbled that runs already drives the phone; give --record to that one");
    const auto* const action = std::get_if<phone_action>(&what);
    const auto request = action == nullptr
                             ? phones_request()
                             : action_request(action->name, given_.phone, action->fields);
    const auto answer = ask_control(socket, request, longest_answer);
    if (!answer) {
        auto context = nlohmann::json::object();
        if (action != nullptr)
            context["outcome"] = "unknown"; // it may have been done
        return report(error_answer("DAEMON_SILENT", answer.error(), std::move(context)), what);
    }
    return report(*answer, what);
}

int action_run::become_owner(const fs::path& directory, const debug_action& what) const
{
    const auto log = service::make_logger("thimbled", given_.log_level);
    auto kept = debug_journal::open(given_.state_dir, directory, *log);
    if (!kept)
        return fail(service::exit_cannot_create, kept.error());
    debug_owner owner(given_, directory, kept->records(), log);
    const int code = report(owner.run(what), what);
    if (owner.hangs())
        end_at_once(code);
    return code;
}

int action_run::run()
{
    auto what = parse();
    if (!what)
        return fail(service::exit_usage, what.error());
    if (const auto why = why_no_picture(*what))
        return fail(service::exit_usage, *why);
    auto passcode = read_passcode(*what, variables_, std::cin);
    if (!passcode)
        return fail(service::exit_usage, passcode.error());
    add_passcode(*what, std::move(*passcode));
    const auto directory = runtime_directory::open(variables_);
    if (!directory)
        return fail(service::exit_cannot_create, directory.error());
    if (given_.phone) {
        auto udid = udid_of_named(directory->path(), *given_.phone);
        if (!udid)
            return report_failure(udid.error());
        given_.phone = std::move(*udid);
    }
    if (const auto socket = socket_to_ask(directory->path(), given_.phone))
        return ask_owner(*socket, *what);
    return become_owner(directory->path(), *what);
}

} // namespace

int run_action(const options& given, const service::environment& variables)
{
    return action_run(given, variables).run();
}

} // namespace thimble::daemon
