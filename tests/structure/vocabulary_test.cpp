// One word for one thing, and the one that the field uses: names that the sources no longer have.
#include "tests/catch2.hpp"
#include "tests/structure/source_file.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

namespace thimble::structure {

namespace {

struct replaced_name {
    std::string_view name; // a whole word of a source, in code or in a comment
    std::string_view now;
};

constexpr auto replaced_names = std::to_array<replaced_name>({
    {"surroundings", "dependencies or context"},
    {"workshop", "shared_agent_state"},
    {"phone_in_hand", "agent_phone"},
    {"hindrance", "why_unavailable"},
    {"sighting", "detection"},
    {"seeing_desktop", "vision_fallback"},
    {"live_link", "link_session"},
    {"link_end", "disconnect_reason"},
    {"kept_job", "job_row_mapping"},
    {"kept_phone", "phone_row_mapping"},
    {"unanswered_command", "synthetic_result"},
    {"in_confidence", "sensitive"},
    {"companion", "connected daemon, or also_in_transaction"},
    {"deliveries", "result_outbox"},
    {"mailbox", "one_shot_channel"},
    {"patience", "timeout"},
    {"farewell", "shutdown deadline, or close reason"},
    {"say_goodbye", "shut_down"},
    {"last_words", "close deadline"},
    {"pat_watchdog", "notify_watchdog"},
    {"early_end", "early_exit"},
    {"stranger_body_bytes", "unauthenticated_body_bytes"},
    {"granted_everywhere", "open_max"},
    {"meet_phone", "resolve_phone"},
    {"meet_again", "reconcile"},
    {"password_desk", "password_authenticator"},
    {"secrets_keeper", "secret_store"},
    {"wiped_text", "secure_string"},
    {"own_pages", "csrf_check"},
    {"moving_picture", "live_stream"},
    {"picture_feed", "picture_source"},
    {"shown_space", "screen_space"},
});

/// The folders that have sources: all of the repository's but what is built, or not ours.
std::vector<std::string> folders_with_sources()
{
    std::vector<std::string> result;
    for (const auto& entry : std::filesystem::directory_iterator(THIMBLE_SOURCE_DIR)) {
        const auto name = entry.path().filename().string();
        if (entry.is_directory() && name != "build" && !name.starts_with('.'))
            result.push_back(name);
    }
    return result;
}

bool is_of_word(char c)
{
    return c == '_' || std::isalnum(static_cast<unsigned char>(c)) != 0;
}

/// The words of a text, one after another; `seen` is called with each.
template <class Seen>
void for_each_word(std::string_view text, Seen seen)
{
    for (auto begin = text.begin(); begin != text.end();) {
        begin = std::find_if(begin, text.end(), is_of_word);
        const auto end = std::find_if_not(begin, text.end(), is_of_word);
        seen(std::string_view(begin, end));
        begin = end;
    }
}

} // namespace

TEST_CASE("a thing is called by the word that the field uses", "[structure]")
{
    const std::string root = THIMBLE_SOURCE_DIR "/";
    std::size_t words = 0;
    for (const auto& source : sources_of(folders_with_sources())) {
        if (source.path.filename() == "vocabulary_test.cpp")
            continue;
        std::ifstream in(root + source.path.string());
        std::size_t number = 0;
        for (std::string line; std::getline(in, line);) {
            ++number;
            for_each_word(line, [&](std::string_view word) {
                ++words;
                const auto found = std::ranges::find(replaced_names, word, &replaced_name::name);
                if (found != replaced_names.end())
                    FAIL_CHECK(source.path.string()
                               << ":" << number << ": " << word << " is now " << found->now);
            });
        }
    }
    CHECK(words > 100'000);
}

} // namespace thimble::structure
