// Inputs left down on phones, from one process to the next.
#include "daemon/execution/held_input_record.hpp"
#include "tests/catch2.hpp"
#include "tests/e2e/temporary_directory.hpp"

#include <filesystem>
#include <fstream>

namespace thimble::daemon {

namespace {

using device::held_inputs;

const held_inputs two_fingers{
    .contacts = {{.identity = 0, .x = 1, .y = 65535}, {.identity = 4, .x = 32768, .y = 0}}};
const held_inputs a_key{.keys = true};

void write_inputs(const std::filesystem::path& folder, std::string_view text)
{
    const auto file = folder / "held-inputs";
    std::ofstream(file) << text;
    std::filesystem::permissions(file, std::filesystem::perms::owner_read |
                                           std::filesystem::perms::owner_write);
}

} // namespace

TEST_CASE("inputs that are down are known to the next process, phone by phone", "[daemon]")
{
    const e2e::temporary_directory place;
    held_input_record record(place.path()); // never ended in order
    CHECK(record.find("one").empty());
    record.remember("one", two_fingers);
    record.remember("other", a_key);
    record.remember("third", two_fingers);
    record.remember("third", {});
    {
        const held_input_record next(place.path());
        CHECK(next.find("one") == two_fingers);
        CHECK(next.find("other") == a_key);
        CHECK(next.find("third").empty());
    }
    const auto mode = std::filesystem::status(place.path() / "held-inputs").permissions();
    CHECK((mode & std::filesystem::perms::mask) ==
          (std::filesystem::perms::owner_read | std::filesystem::perms::owner_write));
}

TEST_CASE("two processes keep the inputs of the other's phones", "[daemon]")
{
    const e2e::temporary_directory place;
    held_input_record one(place.path());
    held_input_record other(place.path());
    one.remember("one", two_fingers);
    other.remember("other", a_key);
    one.remember("one", {});
    const held_input_record next(place.path());
    CHECK(next.find("one").empty());
    CHECK(next.find("other") == a_key);
}

TEST_CASE("no text makes a record of inputs unusable", "[daemon]")
{
    const e2e::temporary_directory place;
    for (const auto* text : {"", "\n\n", "one", "one 9:1:1\n", "one 1:70000:1\n", "one 1-1-1\n",
                             "one nothing\n", "one 0:1:2 torn"}) {
        INFO(text);
        write_inputs(place.path(), text);
        held_input_record record(place.path());
        CHECK(record.find("one").empty());
    }
    write_inputs(place.path(), "one x 0:1:65535 0: 4:32768:0\nother keys\nthird 1:1:1 torn");
    held_input_record record(place.path());
    CHECK(record.find("one") == two_fingers);
    CHECK(record.find("other") == a_key);
}

TEST_CASE("a record of inputs has nothing of what was down before", "[daemon]")
{
    const e2e::temporary_directory place;
    const auto file = place.path() / "held-inputs";
    write_inputs(place.path(), "gone 1:5:5\n"); // a phone that never comes back
    held_input_record record(place.path());
    auto drag = two_fingers;
    for (int i = 0; i < 2'000; ++i) {
        drag.contacts[0].x = static_cast<std::uint16_t>(i);
        record.remember("one", drag);
        CHECK(held_input_record(place.path()).find("one") == drag);
    }
    CHECK(std::filesystem::file_size(file) < 100);
    record.remember("one", {});
    CHECK(std::filesystem::file_size(file) == std::string_view("gone 1:5:5\n").size());
    record.remember("gone", {});
    CHECK(std::filesystem::file_size(file) == 0);
    record.remember("with space", a_key);
    CHECK(std::filesystem::file_size(file) == 0);
}

} // namespace thimble::daemon
