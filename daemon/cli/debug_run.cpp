#include "daemon/cli/debug_journal.hpp"
#include "daemon/cli/debug_owner.hpp"
#include "daemon/cli/passcode_input.hpp"
#include "daemon/cli/runs.hpp"
#include "daemon/control/control_client.hpp"
#include "daemon/control/runtime_directory.hpp"
#include "daemon/control/socket_to_ask.hpp"
#include "daemon/serving/end_at_once.hpp"
#include "program/logging.hpp"

#include <fstream>
#include <iostream>

namespace thimble::daemon {

namespace fs = std::filesystem;

namespace {

/// Longer than the longest action may wait and take.
constexpr std::chrono::minutes longest_answer{3};

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

int report(control_answer answer, const debug_action& what)
{
    const auto* action = std::get_if<phone_action>(&what);
    if (action != nullptr && !action->file.empty() && !answer.failed())
        answer = store_picture(std::move(answer), action->file);
    std::cout << answer.record.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace)
              << std::endl; // NOLINT(performance-avoid-endl): seen at once
    return answer.failed() ? service::exit_failed : service::exit_ok;
}

int ask_owner(const fs::path& socket, const options& given, const debug_action& what)
{
    if (given.record_to)
        say("a thimbled that runs already drives the phone; give --record to that one");
    const auto* const action = std::get_if<phone_action>(&what);
    const auto request = action == nullptr
                             ? phones_request()
                             : action_request(action->name, given.phone, action->fields);
    const auto answer = ask_control(socket, request, longest_answer);
    if (!answer)
        return report(error_answer("DAEMON_SILENT", answer.error()), what);
    return report(*answer, what);
}

int become_owner(const fs::path& directory, const options& given, const debug_action& what)
{
    const auto log = service::make_logger("thimbled", given.log_level);
    auto kept = debug_journal::open(given.state_dir, directory, *log);
    if (!kept)
        return fail(service::exit_cannot_create, kept.error());
    debug_owner owner(given, directory, kept->records(), log);
    const int code = report(owner.run(what), what);
    if (owner.hangs())
        end_at_once(code);
    return code;
}

} // namespace

int run_debug(const options& given, const service::environment& variables)
{
    auto what = parse_debug_action(given.action);
    if (!what)
        return fail(service::exit_usage, what.error());
    auto passcode = read_passcode(*what, variables, std::cin);
    if (!passcode)
        return fail(service::exit_usage, passcode.error());
    add_passcode(*what, std::move(*passcode));
    const auto directory = runtime_directory::open(variables);
    if (!directory)
        return fail(service::exit_cannot_create, directory.error());
    if (const auto socket = socket_to_ask(directory->path(), given.phone))
        return ask_owner(*socket, given, *what);
    return become_owner(directory->path(), given, *what);
}

} // namespace thimble::daemon
