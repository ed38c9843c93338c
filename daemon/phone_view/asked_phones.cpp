#include "daemon/phone_view/asked_phones.hpp"

#include "async/sleep.hpp"
#include "daemon/control/control_client.hpp"
#include "daemon/phone_view/phone_state_record.hpp"

namespace thimble::daemon {

namespace asio = boost::asio;
using nlohmann::ordered_json;

namespace {

constexpr std::chrono::seconds longest_look{5};
constexpr std::chrono::minutes longest_action{3};
constexpr int silences_of_one_that_has_ended = 2;

ordered_json member(const ordered_json& of, const char* name)
{
    return of.value(name, ordered_json());
}

} // namespace

asked_phones::asked_phones(asio::any_io_executor home,
                           std::filesystem::path socket,
                           std::filesystem::path runtime_directory)
    : calls_(std::move(home)), socket_(std::move(socket)), owners_(std::move(runtime_directory), {})
{
}

asio::awaitable<std::optional<ordered_json>> asked_phones::status()
{
    auto answer = co_await calls_.run(
        [socket = socket_] { return ask_control(socket, status_request(), longest_look); });
    if (!answer || answer->failed())
        co_return std::nullopt;
    co_return std::move(answer->record);
}

/// A silence says nothing of the phones, so it is never told as there being none.
asio::awaitable<std::optional<phones_seen>> asked_phones::look()
{
    auto record = co_await status();
    for (int asked = 1; !record && asked < silences_of_one_that_has_ended; ++asked) {
        co_await async::sleep_for(pause());
        record = co_await status();
    }
    if (!record)
        co_return std::nullopt;
    const auto owner = chosen_.empty() ? std::nullopt : owners_.owner_of(chosen_);
    co_return phones_seen{.phones = phones_of_record(member(*record, "phones")),
                          .computer = blockers_of_record(member(*record, "host_blockers")),
                          .mounts_images = owner && owner->mounts_images};
}

asio::awaitable<control_answer> asked_phones::act(std::string udid, phone_action what)
{
    auto answer = co_await calls_.run([socket = socket_, name = std::move(what.name),
                                       udid = std::move(udid), fields = std::move(what.fields)] {
        return ask_control(socket, action_request(name, udid, fields), longest_action);
    });
    if (!answer)
        co_return error_answer("DAEMON_SILENT", answer.error());
    co_return std::move(*answer);
}

std::chrono::milliseconds asked_phones::pause() const
{
    return std::chrono::milliseconds{300};
}

} // namespace thimble::daemon
