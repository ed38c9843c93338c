#include "device/wda/text_typist.hpp"

#include "device/wda/element_frame_json.hpp"
#include "device/wda/runner/identifier.hpp"
#include "text/utf8.hpp"

#include <algorithm>
#include <cmath>

namespace thimble::device::wda {
namespace {

constexpr double usual_frequency = 60;            // characters a second: the runner's own
constexpr std::chrono::seconds typing_margin{10}; // beyond the typing itself

/// However long the text is, it is typed within this, so that it fits into the time of an action.
constexpr std::chrono::duration<double> longest_typing{40};

constexpr std::string_view password_field = "XCUIElementTypeSecureTextField";

double characters_of(std::string_view text)
{
    return static_cast<double>(service::character_count(text));
}

failure explained(failure what, bool first)
{
    what = typing_failure(std::move(what));
    if (!first) {
        what.message = "Typing broke off in the middle of the text. " + what.message;
        what.phone = reached::perhaps;
    }
    return what;
}

command typing_of(std::string_view piece, double frequency)
{
    const std::chrono::duration<double> length(characters_of(piece) / frequency);
    return {.route = "/wda/keys",
            .body = {{"value", nlohmann::json::array({std::string(piece)})},
                     {"frequency", std::lround(frequency)}},
            .limit = std::chrono::ceil<std::chrono::milliseconds>(length) + typing_margin,
            .confidential = true};
}

failure malformed_field(std::string_view what_is_wrong)
{
    return {.what = problem::refused,
            .message = std::string(what_is_wrong),
            .cause = "malformed_answer"};
}

} // namespace

failure typing_failure(failure what)
{
    if (what.cause == "invalid element state") {
        what.message = "WebDriverAgent could not type all of the text; a part of it may have been "
                       "typed. Look at the field before typing again.";
        what.cause = "typing_failed";
        what.phone = reached::perhaps;
    }
    return what;
}

std::string_view first_piece(std::string_view text, std::size_t most)
{
    std::size_t characters = 0;
    std::size_t after_space = 0; // the last place in the second half
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (!service::begins_character(text[at]))
            continue;
        if (characters == most)
            return text.substr(0, after_space > 0 ? after_space : at);
        ++characters;
        if ((text[at] == ' ' || text[at] == '\n') && characters > most / 2)
            after_space = at + 1;
    }
    return text;
}

boost::asio::awaitable<result<void>> text_typist::type(std::string text)
{
    const auto frequency = std::max(usual_frequency, characters_of(text) / longest_typing.count());
    std::string_view rest = text;
    while (!rest.empty()) {
        const auto piece = first_piece(rest, longest_piece);
        const bool first = rest.size() == text.size();
        const auto typed = co_await runner_.perform(typing_of(piece, frequency));
        if (!typed)
            co_return std::unexpected(explained(typed.error(), first));
        rest.remove_prefix(piece.size());
    }
    co_return result<void>{};
}

boost::asio::awaitable<result<std::string>> text_typist::focused_field()
{
    const auto field = co_await read("/element/active");
    if (!field)
        co_return std::unexpected(field.error());
    auto id = string_member(*field, "ELEMENT");
    if (!fits_a_path(id))
        co_return std::unexpected(malformed_field("WebDriverAgent names no field."));
    co_return id;
}

boost::asio::awaitable<result<element_frame>> text_typist::focused_frame()
{
    const auto id = co_await focused_field();
    if (!id)
        co_return std::unexpected(id.error());
    const auto told = co_await read("/element/" + *id + "/rect");
    if (!told)
        co_return std::unexpected(told.error());
    const auto frame = frame_in(*told);
    if (!frame)
        co_return std::unexpected(malformed_field("WebDriverAgent does not say where the field "
                                                  "is."));
    co_return *frame;
}

boost::asio::awaitable<result<std::optional<std::string>>> text_typist::focused_text()
{
    const auto field = co_await focused_field();
    if (!field)
        co_return std::unexpected(field.error());
    const auto& id = *field;
    const auto type = co_await read("/element/" + id + "/name"); // which is its type
    if (!type)
        co_return std::unexpected(type.error());
    if (*type == password_field)
        co_return std::nullopt;
    const auto content = co_await read("/element/" + id + "/attribute/value");
    if (!content)
        co_return std::unexpected(content.error());
    const auto* text = content->get_ptr<const std::string*>();
    co_return text == nullptr ? std::string() : *text;
}

boost::asio::awaitable<result<nlohmann::json>> text_typist::read(std::string route)
{
    auto answer = co_await runner_.read({.method = method::get,
                                         .route = std::move(route),
                                         .limit = read_limit,
                                         .confidential_answer = true});
    if (!answer && answer.error().cause == "no such element") {
        answer.error().message = "No text field has the focus.";
        answer.error().cause = "keyboard_not_shown";
    }
    co_return answer;
}

} // namespace thimble::device::wda
