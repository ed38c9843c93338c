// Secrets in the store: kept, replaced, removed, and read by their own account alone.
#include "tests/e2e/file_content.hpp"
#include "tests/service/secrets/kept_secrets.hpp"

namespace thimble::service::test {

namespace {

void damage(kept_secrets& in, const std::string& name)
{
    REQUIRE(in.file.run([&](store::transaction& on) {
        on.execute("UPDATE secrets SET sealed = :sealed WHERE name = :name", "00", name);
    }));
}

/// Moves what is sealed to another row, as who can write to the database might.
void swap_values(kept_secrets& in)
{
    REQUIRE(in.file.run([](store::transaction& on) {
        auto rows = all_secrets(on);
        std::swap(rows.at(0).sealed, rows.at(1).sealed);
        for (const auto& each : rows)
            put_secret(on, each);
    }));
}

} // namespace

TEST_CASE("a secret is kept, replaced and removed", "[secrets][store]")
{
    kept_secrets in;
    CHECK(in.put(adas, "mail", "first value"));
    CHECK(in.put(adas, "mail", "second value"));
    CHECK(in.put(adas, "Mail", "another name"));
    CHECK(in.value(adas, "mail") == "second value");
    CHECK(in.value(adas, "Mail") == "another name");
    CHECK(in.wait_for(in.keeper.remove(adas, "mail")));
    CHECK_FALSE(in.wait_for(in.keeper.remove(adas, "mail")));
    CHECK(in.value(adas, "mail").empty());
}

TEST_CASE("names are listed in order, with nothing to open", "[secrets][store]")
{
    kept_secrets in;
    const auto before =
        std::chrono::floor<std::chrono::milliseconds>(std::chrono::system_clock::now());
    REQUIRE(in.put(adas, "two", "value"));
    REQUIRE(in.put(adas, "one", "value"));
    const auto names = in.wait_for(in.keeper.names(adas));
    REQUIRE(names.size() == 2);
    CHECK(names.front().name == "one");
    CHECK(names.back().name == "two");
    for (const auto& each : names) {
        CHECK(each.sealed.empty());
        CHECK(each.made_at >= before);
    }
}

TEST_CASE("an account has its own secrets alone", "[secrets][store]")
{
    kept_secrets in;
    REQUIRE(in.put(adas, "mail", "ada's value"));
    REQUIRE(in.put(bobs, "mail", "bob's value"));
    CHECK(in.value(adas, "mail") == "ada's value");
    CHECK(in.value(bobs, "mail") == "bob's value");
    CHECK(in.wait_for(in.keeper.remove(bobs, "mail")));
    CHECK(in.value(adas, "mail") == "ada's value");
    CHECK(in.wait_for(in.keeper.names(bobs)).empty());
}

TEST_CASE("what was sealed for one is of no use to another", "[secrets][store]")
{
    kept_secrets in;
    REQUIRE(in.put(adas, "mail", "ada's value"));
    REQUIRE(in.put(bobs, "mail", "bob's value"));
    swap_values(in);
    CHECK(in.value(adas, "mail").empty());
    CHECK(in.value(bobs, "mail").empty());
}

TEST_CASE("an account has at most a hundred secrets", "[secrets][store]")
{
    kept_secrets in;
    for (int each = 0; each < most_secrets_of_an_account; ++each)
        CHECK(in.put(adas, "n" + std::to_string(each), "value"));
    const auto more = in.put(adas, "more", "value");
    REQUIRE_FALSE(more);
    CHECK(more.error().code == "INVALID_ARGUMENT");
    CHECK(more.error().context.at("reason") == "too_many");
    CHECK(in.put(adas, "n7", "another value")); // in place of one
    CHECK(in.put(bobs, "more", "value"));
    CHECK(in.wait_for(in.keeper.remove(adas, "n7")));
    CHECK(in.put(adas, "more", "value"));
}

TEST_CASE("the apps of a secret are kept with it", "[secrets][store]")
{
    kept_secrets in;
    const std::vector<std::string> apps{"com.example.bank", "com.apple.*"};
    REQUIRE(in.outcome_of(in.keeper.put(adas, "mail", secret_of("one value"), apps)));
    CHECK(in.wait_for(in.keeper.texts(adas)).at("mail").apps == apps);
    REQUIRE(in.put(adas, "mail", "other value"));
    CHECK(in.wait_for(in.keeper.texts(adas)).at("mail") ==
          secret{.value = "other value", .apps = apps});
    CHECK(in.wait_for(in.keeper.names(adas)).front().apps == apps);
}

TEST_CASE("a store that fails is no account without secrets", "[secrets][store]")
{
    kept_secrets in;
    REQUIRE(in.put(adas, "mail", "one value"));
    CHECK(in.wait_for(in.keeper.texts(adas)).at("mail").value == "one value");
    REQUIRE(in.file.run(
        [](store::transaction& on) { on.execute("ALTER TABLE secrets RENAME TO away"); }));
    CHECK(in.outcome_of(in.keeper.texts(adas)).error().code == "INTERNAL_ERROR");
    CHECK(in.outcome_of(in.keeper.names(adas)).error().code == "INTERNAL_ERROR");
}

TEST_CASE("a damaged secret is left out, and the log says which", "[secrets][store]")
{
    kept_secrets in;
    REQUIRE(in.put(adas, "mail", "one value"));
    REQUIRE(in.put(adas, "bank", "other value"));
    damage(in, "mail");
    CHECK(in.value(adas, "mail").empty());
    CHECK(in.value(adas, "bank") == "other value");
    CHECK(in.log_text.str().find("the secret mail of account") != std::string::npos);
    CHECK(in.log_text.str().find("value") == std::string::npos);
}

TEST_CASE("no file of the store has a value", "[secrets]")
{
    kept_secrets in;
    REQUIRE(in.put(adas, "mail", "planted-value-x9Qk"));
    const auto has_it = [&](const std::string& text) {
        for (const auto& each : std::filesystem::directory_iterator(in.folder.path()))
            if (e2e::content_of(each.path()).find(text) != std::string::npos)
                return true;
        return false;
    };
    CHECK(has_it("mail")); // so this looks into the right files
    CHECK_FALSE(has_it("planted-value-x9Qk"));
    CHECK_FALSE(has_it("706c616e7465642d76616c75652d783951")); // in hexadecimal
}

} // namespace thimble::service::test
