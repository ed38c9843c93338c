// Findings about the touches of phones, from one process to the next.
#include "daemon/execution/touch_gate_record.hpp"
#include "tests/catch2.hpp"
#include "tests/e2e/temporary_directory.hpp"

#include <filesystem>
#include <fstream>

namespace thimble::daemon {

namespace {

using device::touch_gate;
using device::touch_gate_key;

const touch_gate_key gated_phone{.udid = "1", .build = "24A1", .image = "0badcafe"};
const touch_gate_key other_build{.udid = "1", .build = "24B7", .image = "0badcafe"};

void write_gates(const std::filesystem::path& folder, std::string_view text)
{
    const auto file = folder / "touch-gates.json";
    std::ofstream(file) << text;
    std::filesystem::permissions(file, std::filesystem::perms::owner_read |
                                           std::filesystem::perms::owner_write);
}

} // namespace

TEST_CASE("a gate that was found is known to the next process", "[daemon]")
{
    const e2e::temporary_directory place;
    {
        touch_gate_record record(place.path());
        CHECK_FALSE(record.find(gated_phone));
        record.remember(gated_phone, touch_gate::needs_stream);
        record.remember(other_build, touch_gate::open);
        CHECK(record.find(gated_phone) == touch_gate::needs_stream);
    }
    touch_gate_record again(place.path());
    CHECK(again.find(gated_phone) == touch_gate::needs_stream);
    CHECK(again.find(other_build) == touch_gate::open);
    again.remember(gated_phone, touch_gate::open);
    CHECK(touch_gate_record(place.path()).find(gated_phone) == touch_gate::open);
}

TEST_CASE("two processes keep what the other has found", "[daemon]")
{
    const e2e::temporary_directory place;
    touch_gate_record one(place.path());
    touch_gate_record other(place.path());
    one.remember(gated_phone, touch_gate::open);
    other.remember(other_build, touch_gate::open);
    const touch_gate_record both(place.path());
    CHECK(both.find(gated_phone));
    CHECK(both.find(other_build));
}

TEST_CASE("what is no record of gates counts as none", "[daemon]")
{
    const e2e::temporary_directory place;
    for (const auto* text : {"", "{", "{}", "[[[[[[]]]]]]", R"([{"udid": 1}, null, "x"])",
                             R"([{"udid": "1", "build": "24A1", "image": "0badcafe",
                                  "finding": "shut"}])"}) {
        write_gates(place.path(), text);
        touch_gate_record record(place.path());
        CHECK_FALSE(record.find(gated_phone));
        record.remember(gated_phone, touch_gate::open);
        CHECK(touch_gate_record(place.path()).find(gated_phone) == touch_gate::open);
    }
}

TEST_CASE("a record of gates does not grow for ever", "[daemon]")
{
    const e2e::temporary_directory place;
    std::string all;
    for (int i = 0; i < 600; ++i)
        all += (i == 0 ? "[" : ",") + (R"({"udid": "u)" + std::to_string(i)) +
               R"(", "build": "b", "image": "i", "finding": "open"})";
    write_gates(place.path(), all + "]");
    touch_gate_record(place.path()).remember(gated_phone, touch_gate::open);
    const touch_gate_record kept(place.path());
    CHECK(kept.find(gated_phone));
    CHECK_FALSE(kept.find({.udid = "u0", .build = "b", .image = "i"}));
    CHECK(kept.find({.udid = "u599", .build = "b", .image = "i"}));
}

} // namespace thimble::daemon
