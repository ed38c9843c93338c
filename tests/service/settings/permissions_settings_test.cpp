// The table [agent] and its variables.
#include "service/settings/agent_settings.hpp"
#include "tests/catch2.hpp"
#include "tests/e2e/temporary_directory.hpp"

#include <fstream>
#include <map>

namespace thimble::service::test {

namespace {

using variables = std::map<std::string, std::string>;

/// Result of a reader of settings, of this file and these variables.
template <class Reader>
auto read_by(const Reader& reader, const variables& all, const std::string& file)
{
    const e2e::temporary_directory folder;
    const auto path = folder.path() / "thimble.toml";
    std::ofstream(path) << file;
    const std::vector<std::filesystem::path> files{path};
    return reader(files, [&](const char* name) -> std::optional<std::string> {
        const auto found = all.find(name);
        return found == all.end() ? std::nullopt : std::optional(found->second);
    });
}

std::expected<agent::permissions, early_exit> read_rules(const variables& all,
                                                         const std::string& file = "")
{
    return read_by(read_agent_settings, all, file);
}

std::expected<session_picture_settings, early_exit> read_pictures(const variables& all,
                                                                  const std::string& file = "")
{
    return read_by(read_session_picture_settings, all, file);
}

} // namespace

TEST_CASE("pictures of sessions have limits of size and age where they are said", "[runs]")
{
    const auto none = read_pictures({});
    REQUIRE(none);
    CHECK_FALSE(none->bytes);
    CHECK_FALSE(none->age);
    const auto read = read_pictures({{"THIMBLE_AGENT_PICTURE_DAYS", "7"}},
                                    "[agent]\npicture_limit = \"512\"\npicture_days = \"30\"\n"
                                    "allowed_apps = \"com.example.*\"\n");
    REQUIRE(read);
    CHECK(read->bytes == 512UL * 1024 * 1024);
    CHECK(read->age == std::chrono::days(7));
    CHECK(read_rules({{"THIMBLE_AGENT_PICTURE_DAYS", "7"}}) == agent::permissions());
    for (const auto* wrong : {"0", "-1", "3651", "a week"}) {
        const auto refused = read_pictures({{"THIMBLE_AGENT_PICTURE_DAYS", wrong}});
        REQUIRE_FALSE(refused);
        CHECK(refused.error().text.contains("days from 1 to 3650"));
    }
    CHECK_FALSE(read_pictures({{"THIMBLE_AGENT_PICTURE_LIMIT", "16777217"}}));
}

TEST_CASE("without a word agents may do everything", "[runs]")
{
    CHECK(read_rules({}) == agent::permissions());
}

TEST_CASE("variables win over the file", "[runs]")
{
    const auto read = read_rules({{"THIMBLE_AGENT_CONFIRM", "secret, open_url, com.example.bank"}},
                                 "[agent]\nallowed_apps = \"com.example.*\"\n"
                                 "denied_apps = \"com.example.mail\"\nconfirm = \"tap\"\n");
    REQUIRE(read);
    CHECK(read->allowed_apps == std::vector<std::string>{"com.example.*"});
    CHECK(read->denied_apps == std::vector<std::string>{"com.example.mail"});
    CHECK(read->confirm_secrets);
    CHECK(read->confirmed_tools == std::vector<std::string>{"open_url"});
    CHECK(read->confirmed_apps == std::vector<std::string>{"com.example.bank"});
}

TEST_CASE("secrets are typed without asking where that is said", "[runs]")
{
    CHECK_FALSE(read_rules({})->secrets_without_asking);
    CHECK(read_rules({}, "[agent]\nsecrets_without_asking = \"true\"\n")->secrets_without_asking);
    CHECK_FALSE(read_rules({{"THIMBLE_AGENT_SECRETS_WITHOUT_ASKING", "false"}},
                           "[agent]\nsecrets_without_asking = \"true\"\n")
                    ->secrets_without_asking);
    CHECK_FALSE(read_rules({{"THIMBLE_AGENT_SECRETS_WITHOUT_ASKING", "perhaps"}}));
}

TEST_CASE("a rule that means nothing is an error that names it", "[runs]")
{
    const auto wrong = read_rules({{"THIMBLE_AGENT_CONFIRM", "tapp"}});
    REQUIRE_FALSE(wrong);
    CHECK(wrong.error().text.find("tapp") != std::string::npos);
    CHECK(wrong.error().text.find("THIMBLE_AGENT_CONFIRM") != std::string::npos);
    CHECK_FALSE(read_rules({{"THIMBLE_AGENT_ALLOWED_APPS", ""}})); // all, or none?
    CHECK_FALSE(read_rules({}, "[agent]\nallowed = \"x\"\n"));
}

} // namespace thimble::service::test
