#include "device/wda/clipboard.hpp"

#include "async/to_the_end.hpp"
#include "device/text_limit.hpp"
#include "text/base64.hpp"

#include <algorithm>

namespace thimble::device::wda {
namespace {

constexpr std::chrono::seconds front_limit{10};
constexpr std::chrono::seconds home_limit{10};

/// iOS 16 and later ask whether pasting is allowed; the runner answers that itself, and looks for
/// the question every 2 s for up to 30 s.
constexpr std::chrono::seconds access_limit{40};

constexpr std::string_view springboard = "com.apple.springboard";

failure malformed_contents()
{
    return {.what = problem::refused,
            .message = "The phone's clipboard is not text.",
            .cause = "clipboard_not_text"};
}

result<std::string> text_of(const nlohmann::json& answer)
{
    const auto* encoded = answer.get_ptr<const std::string*>();
    const auto decoded = encoded == nullptr ? std::nullopt : service::decode_base64(*encoded);
    if (!decoded)
        return std::unexpected(malformed_contents());
    std::string text(decoded->size(), '\0');
    std::ranges::transform(*decoded, text.begin(),
                           [](std::byte one) { return static_cast<char>(one); });
    if (cut_text(text, text.size()) != text)
        return std::unexpected(malformed_contents());
    return text;
}

} // namespace

boost::asio::awaitable<result<std::string>> clipboard::read()
{
    const auto answer = co_await perform_in_front({.route = "/wda/getPasteboard",
                                                   .body = {{"contentType", "plaintext"}},
                                                   .limit = access_limit,
                                                   .confidential_answer = true});
    if (!answer)
        co_return std::unexpected(answer.error());
    co_return text_of(*answer);
}

boost::asio::awaitable<result<void>> clipboard::write(std::string text)
{
    const auto answer = co_await perform_in_front(
        {.route = "/wda/setPasteboard",
         .body = {{"content", service::encode_base64(text)}, {"contentType", "plaintext"}},
         .limit = access_limit,
         .confidential = true});
    if (!answer)
        co_return std::unexpected(answer.error());
    co_return result<void>{};
}

boost::asio::awaitable<result<nlohmann::json>> clipboard::perform_in_front(command what)
{
    co_return co_await async::to_the_end(front_perform_and_restore(std::move(what)));
}

boost::asio::awaitable<result<nlohmann::json>> clipboard::front_perform_and_restore(command what)
{
    const auto before = co_await apps_.in_front();
    if (!before)
        co_return std::unexpected(before.error());
    const auto fronted = co_await bring_to_front(co_await runner_.own_bundle_id());
    auto answer = fronted ? co_await runner_.perform(std::move(what))
                          : result<nlohmann::json>(std::unexpected(fronted.error()));
    const auto restored = co_await bring_to_front(*before);
    if (answer && !restored)
        co_return std::unexpected(restored.error());
    co_return answer;
}

/// The home screen is no app that could be activated everywhere.
boost::asio::awaitable<result<void>> clipboard::bring_to_front(std::string bundle_id)
{
    if (bundle_id == springboard) {
        const auto home = parse_envelope(
            co_await runner_.input.exchange(post_once("/wda/homescreen", "{}", home_limit)));
        if (!home)
            co_return std::unexpected(co_await runner_.explain(home.error()));
        co_return result<void>{};
    }
    const auto activated = co_await runner_.perform({.route = "/wda/apps/activate",
                                                     .body = {{"bundleId", std::move(bundle_id)}},
                                                     .limit = front_limit});
    if (!activated)
        co_return std::unexpected(activated.error());
    co_return result<void>{};
}

} // namespace thimble::device::wda
