// Text on pictures, and where it stands.
#pragma once

#include "screen/crop.hpp"
#include "screen/picture.hpp"

#include <atomic>
#include <chrono>
#include <expected>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace thimble::screen {

/// A run of characters on a screen without a space in it.
struct recognised_word {
    std::string text;      // UTF-8
    area where;            // in pixels of the screenshot; never empty
    double confidence = 0; // 0 to 1

    friend bool operator==(const recognised_word&, const recognised_word&) = default;
};

/// Words that belong together, from left to right; never empty.
using recognised_line = std::vector<recognised_word>;

/// Reasons to stop before the end.
struct recognition_limits {
    std::chrono::steady_clock::time_point deadline;
    std::shared_ptr<const std::atomic<bool>> given_up = {}; // by whoever asked; may be empty
};

/// Where the data for a language lies, "eng" for one: in `chosen` if that is given, else where
/// packages put it. Nothing where it is not installed.
std::optional<std::filesystem::path>
find_language_data(const std::string& language,
                   const std::optional<std::filesystem::path>& chosen = {});

/// Tesseract with one language. Costly to make (half a second, tens of megabytes); one thread at a
/// time.
class text_recogniser {
public:
    /// `data` is what find_language_data() has found. An error is a sentence without its stop.
    static std::expected<text_recogniser, std::string> open(const std::filesystem::path& data,
                                                            const std::string& language);

    text_recogniser(text_recogniser&&) noexcept;
    text_recogniser& operator=(text_recogniser&&) noexcept;
    ~text_recogniser();

    /// Every line on a phone's picture, whatever its colours. An error when a limit was reached: a
    /// part of the lines might look like a clear answer. The limits are looked at after each word.
    std::expected<std::vector<recognised_line>, std::string>
    recognise(const picture& from, const recognition_limits& until);

private:
    struct engine;
    explicit text_recogniser(std::unique_ptr<engine> made);

    std::unique_ptr<engine> engine_;
};

} // namespace thimble::screen
