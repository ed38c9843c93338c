#include "service/settings/model_settings.hpp"
#include "tests/catch2.hpp"
#include "tests/e2e/temporary_directory.hpp"

#include <fstream>
#include <map>

namespace thimble::service::models::test {

namespace {

namespace fs = std::filesystem;
using variables = std::map<std::string, std::string>;

std::expected<std::optional<provider>, early_exit> read(const variables& all,
                                                        const std::vector<fs::path>& files = {})
{
    return read_model_settings(files, [&](const char* name) -> std::optional<std::string> {
        const auto found = all.find(name);
        return found == all.end() ? std::nullopt : std::optional(found->second);
    });
}

/// A file of configuration with these rights.
fs::path
file_with(const e2e::temporary_directory& folder, const std::string& text, fs::perms rights)
{
    auto file = folder.path() / "thimble.toml";
    std::ofstream(file) << text;
    fs::permissions(file, rights);
    return file;
}

constexpr auto of_owner = fs::perms::owner_read | fs::perms::owner_write;

} // namespace

TEST_CASE("without settings no model is asked", "[models]")
{
    const auto none = read({});
    REQUIRE(none);
    CHECK_FALSE(*none);
}

TEST_CASE("a model is configured by variables", "[models]")
{
    const auto found = read({{"THIMBLE_MODEL_PROVIDER", "anthropic"},
                             {"THIMBLE_MODEL_API_KEY", "sk-1"},
                             {"THIMBLE_MODEL", "claude-x"},
                             {"THIMBLE_MODEL_PRICES", "claude=3/15"}});
    REQUIRE(found);
    REQUIRE(*found);
    CHECK((*found)->kind == provider_kind::anthropic);
    CHECK((*found)->address == usual_address(provider_kind::anthropic));
    CHECK((*found)->key == "sk-1");
    CHECK((*found)->model == "claude-x");
    CHECK((*found)->prices.find("claude-x") != nullptr);
}

TEST_CASE("other models and a limit of looks are granted by settings", "[models]")
{
    variables all{{"THIMBLE_MODEL_PROVIDER", "openai"},
                  {"THIMBLE_MODEL_BASE_URL", "http://127.0.0.1:11434/v1"},
                  {"THIMBLE_MODEL", "m-1"}};
    CHECK(read(all).value()->others.empty());
    CHECK(read(all).value()->looks_per_minute == 30);
    all["THIMBLE_MODEL_OTHERS"] = "m-2, m-3 ,";
    all["THIMBLE_MODEL_LOOKS_PER_MINUTE"] = "0";
    CHECK(read(all).value()->others == std::vector<std::string>{"m-2", "m-3"});
    CHECK(read(all).value()->looks_per_minute == 0);
    for (const auto* wrong : {"", "many", "-1", "1.5", "10001", "99999999999"}) {
        all["THIMBLE_MODEL_LOOKS_PER_MINUTE"] = wrong;
        CHECK_FALSE(read(all));
    }
}

TEST_CASE("a model of this machine takes no key", "[models]")
{
    const auto found = read({{"THIMBLE_MODEL_PROVIDER", "openai"},
                             {"THIMBLE_MODEL_BASE_URL", "http://127.0.0.1:11434/v1"},
                             {"THIMBLE_MODEL", "qwen"}});
    REQUIRE(found);
    REQUIRE(*found);
    CHECK((*found)->key.empty());
    CHECK((*found)->address.url() == "http://127.0.0.1:11434/v1");
}

TEST_CASE("a proxy that the environment names is for models too", "[models]")
{
    variables all{{"THIMBLE_MODEL_PROVIDER", "anthropic"},
                  {"THIMBLE_MODEL_API_KEY", "sk-1"},
                  {"THIMBLE_MODEL", "claude-x"},
                  {"https_proxy", "http://proxy.example:3128"}};
    const auto found = read(all);
    REQUIRE(found);
    CHECK((*found)->proxy == http::proxy{.host = "proxy.example", .port = 3128});
    all["https_proxy"] = "socks5://proxy.example";
    CHECK_FALSE(read(all));
}

TEST_CASE("a model is configured by a file, and variables win", "[models]")
{
    const e2e::temporary_directory folder;
    const auto file = file_with(folder,
                                "[service]\nlisten = \"127.0.0.1:1\"\n[model]\n"
                                "provider = \"openai\"\napi_key = \"sk-1\"\nmodel = \"a\"\n",
                                of_owner);
    const auto found = read({{"THIMBLE_MODEL", "b"}}, {file});
    REQUIRE(found);
    REQUIRE(*found);
    CHECK((*found)->key == "sk-1");
    CHECK((*found)->model == "b");
}

TEST_CASE("a key in a file that everybody may read is refused", "[models]")
{
    const e2e::temporary_directory folder;
    const auto text = "[model]\nprovider = \"openai\"\napi_key = \"sk-1\"\nmodel = \"a\"\n";
    const auto file = file_with(folder, text, of_owner | fs::perms::others_read);
    const auto refused = read({}, {file});
    REQUIRE_FALSE(refused);
    CHECK(refused.error().code == exit_configuration);
    CHECK(refused.error().text.contains(file.string()));
    CHECK_FALSE(refused.error().text.contains("sk-1"));
    CHECK(read({{"THIMBLE_MODEL_API_KEY", "sk-2"}}, {file})); // that key is not the file's
}

TEST_CASE("what is wrong with a model's settings is said without the key", "[models]")
{
    const variables whole{{"THIMBLE_MODEL_PROVIDER", "anthropic"},
                          {"THIMBLE_MODEL_API_KEY", "sk-1"},
                          {"THIMBLE_MODEL", "claude-x"}};
    const std::vector<std::pair<std::string, std::string>> changes{
        {"THIMBLE_MODEL_PROVIDER", ""},
        {"THIMBLE_MODEL_PROVIDER", "other"},
        {"THIMBLE_MODEL", ""},
        {"THIMBLE_MODEL_API_KEY", ""},
        {"THIMBLE_MODEL_API_KEY", "sk-1\r\nHost: x"},
        {"THIMBLE_MODEL_BASE_URL", "http://models.example"},
        {"THIMBLE_MODEL_PRICES", "claude"}};
    REQUIRE(read(whole));
    for (const auto& [name, value] : changes) {
        INFO(name << "=" << value);
        auto all = whole;
        all[name] = value;
        if (value.empty()) // which is how the environment says that it has none
            all.erase(name);
        const auto refused = read(all);
        REQUIRE_FALSE(refused);
        CHECK(refused.error().code == exit_configuration);
        CHECK_FALSE(refused.error().text.contains("sk-1"));
    }
}

} // namespace thimble::service::models::test
