#include "device/wda/alert_reader.hpp"

#include "device/text_limit.hpp"

namespace thimble::device::wda {
namespace {

/// A runner looks through the whole tree of the app for it, which in a web page takes seconds.
constexpr std::chrono::seconds alert_limit{10};

constexpr std::size_t most_buttons = 20;
constexpr std::size_t longest_button = 200; // bytes
constexpr std::size_t longest_alert = 4000; // bytes

std::vector<std::string> texts_of(const nlohmann::json& list)
{
    std::vector<std::string> texts;
    if (!list.is_array())
        return texts;
    for (const auto& each : list) {
        if (const auto* text = each.get_ptr<const std::string*>();
            text != nullptr && texts.size() < most_buttons)
            texts.push_back(cut_text(*text, longest_button));
    }
    return texts;
}

} // namespace

boost::asio::awaitable<result<std::optional<alert>>> alert_reader::read()
{
    const auto text =
        parse_envelope(co_await runner_.status.exchange(get("/alert/text", alert_limit)));
    if (!text && text.error().cause == "no such alert")
        co_return std::nullopt;
    if (!text)
        co_return std::unexpected(text.error());
    if (!text->value.is_string())
        co_return std::nullopt;
    alert found{.text = cut_text(text->value.get<std::string>(), longest_alert), .buttons = {}};
    found.buttons = co_await read_buttons();
    co_return found;
}

/// An alert whose buttons cannot be read is an alert all the same.
boost::asio::awaitable<std::vector<std::string>> alert_reader::read_buttons()
{
    const auto session = co_await runner_.session.ensure();
    if (!session)
        co_return std::vector<std::string>();
    const auto buttons = parse_envelope(co_await runner_.status.exchange(
        get("/session/" + *session + "/wda/alert/buttons", alert_limit)));
    co_return buttons ? texts_of(buttons->value) : std::vector<std::string>();
}

} // namespace thimble::device::wda
