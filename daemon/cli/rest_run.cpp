#include "daemon/cli/rest_run.hpp"

#include "daemon/cli/action_report.hpp"
#include "daemon/control/runtime_directory.hpp"

#include <chrono>
#include <iostream>
#include <thread>

namespace thimble::daemon {

namespace {

constexpr std::chrono::milliseconds between_looks{300};

} // namespace

int say_failure(int code, const std::string& why)
{
    std::cerr << "thimbled: " << why << '\n';
    return code;
}

std::expected<rest_client, int> open_rest(const options& given,
                                          const service::environment& variables)
{
    const auto directory = runtime_directory::open(variables);
    if (!directory)
        return std::unexpected(say_failure(service::exit_cannot_create, directory.error()));
    auto client = rest_client::open(directory->path(), given.state_dir, variables);
    if (!client)
        return std::unexpected(say_failure(service::exit_unavailable, client.error()));
    return std::move(*client);
}

std::expected<nlohmann::ordered_json, int>
record_of_answer(const std::expected<rest_answer, std::string>& answer)
{
    if (!answer)
        return std::unexpected(say_failure(service::exit_unavailable, answer.error()));
    if (answer->ok())
        return answer->record;
    if (answer->record.is_object())
        std::cerr << text_of_failure(answer->record);
    else
        say_failure(service::exit_failed,
                    "The answer has the status " + std::to_string(answer->status) + ".");
    if (answer->status == 401)
        std::cerr << "The key is in the state directory of the thimbled that runs: name that with "
                     "--state-dir, or set THIMBLE_API_KEY.\n";
    return std::unexpected(static_cast<int>(service::exit_failed));
}

std::expected<nlohmann::ordered_json, int>
begin_by_rest(const rest_client& rest, const std::string& target, const nlohmann::json& wanted)
{
    const auto answer = rest.ask(rest_client::verb::post, target, wanted);
    auto begun = record_of_answer(answer);
    if (!answer)
        std::cerr << "It may have begun all the same: see GET " << target
                  << " before you repeat this.\n";
    return begun;
}

interruptible_pause::interruptible_pause()
{
    signals_.async_wait([this](const boost::system::error_code& ended, int) {
        if (ended)
            return;
        interrupted_ = true;
        signals_.clear(); // a further one does what it does to any process
        context_.stop();
    });
}

bool interruptible_pause::rest()
{
    if (interrupted_) { // nothing is left that the context could wait for
        std::this_thread::sleep_for(between_looks);
        return false;
    }
    context_.restart();
    context_.run_for(between_looks);
    return !interrupted_;
}

} // namespace thimble::daemon
