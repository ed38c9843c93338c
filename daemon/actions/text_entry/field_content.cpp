#include "daemon/actions/text_entry/field_content.hpp"

#include "daemon/actions/screen_state/state.hpp"

#include <algorithm>

namespace thimble::daemon {

namespace {

constexpr std::chrono::milliseconds arrival_limit{1000}; // for the field to show what was typed

} // namespace

boost::asio::awaitable<field_content> read_field(device::phone& phone)
{
    device::text_typist* typist = phone.typing();
    if (typist == nullptr)
        co_return std::nullopt;
    co_return co_await typist->focused_text();
}

boost::asio::awaitable<std::optional<bool>>
field_becomes(const action_context& on, std::function<bool(std::string_view)> as_wanted)
{
    const auto latest = std::chrono::steady_clock::now() + std::min(arrival_limit, on.timeout);
    for (;;) {
        const auto now = co_await read_field(*on.phone);
        if (!now || !*now)
            co_return std::nullopt;
        if (as_wanted(**now))
            co_return true;
        if (std::chrono::steady_clock::now() >= latest)
            co_return false;
        co_await pause_between_questions();
    }
}

} // namespace thimble::daemon
