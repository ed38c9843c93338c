// Types text through WebDriverAgent.
#pragma once

#include "device/capability.hpp"
#include "device/wda/runner/runner.hpp"

#include <optional>
#include <string_view>

namespace thimble::device::wda {

/// Home thread. The text goes to the phone in pieces, one after another, each once; when a piece
/// fails, those before it have been typed. Autocorrection is off in a runner's session, so what is
/// typed stays as it is.
class text_typist final : public device::text_typist {
public:
    static constexpr std::size_t longest_piece = 400; // characters

    explicit text_typist(runner& runner) : runner_(runner) {}

    boost::asio::awaitable<result<void>> type(std::string text) override;
    boost::asio::awaitable<result<std::optional<std::string>>> focused_text() override;
    boost::asio::awaitable<result<element_frame>> focused_frame() override;

private:
    boost::asio::awaitable<result<std::string>> focused_field(); // its id
    boost::asio::awaitable<result<nlohmann::json>> read(std::string route);

    runner& runner_;
};

/// The failure of a request to type as a person has to read it. A runner refuses for one reason
/// alone, that a synthesized text did not end well, however much of it had been typed by then; it
/// has not looked for a keyboard before.
failure typing_failure(failure what);

/// The piece that `text` begins with: at most `most` characters, ended after white space where
/// there is some in its second half. Never ends within a character.
std::string_view first_piece(std::string_view text, std::size_t most);

} // namespace thimble::device::wda
