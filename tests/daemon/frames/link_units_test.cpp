// Units of a phone's video as they go over the link.
#include "daemon/frames/link_units.hpp"
#include "tests/catch2.hpp"

namespace thimble::daemon {

namespace {

using namespace std::chrono_literals;
using screen::orientation;
using std::chrono::steady_clock;
using std::chrono::system_clock;

device::phone_facts facts_of(std::optional<orientation> turned)
{
    device::phone_facts out;
    out.panel = screen::pixel_size{.width = 1125, .height = 2436};
    if (turned) {
        const bool wide = screen::is_landscape(*turned);
        out.interface = screen::interface{
            .size = {.width = wide ? 812.0 : 375.0, .height = wide ? 375.0 : 812.0},
            .turned = *turned};
    }
    return out;
}

std::shared_ptr<const device::video_format> format_showing(int width, int height)
{
    auto made = std::make_shared<device::video_format>();
    made->codec = "hvc1.1.6.L123.B0";
    made->configuration = std::vector<std::byte>(23, std::byte{1});
    made->coded = {.width = width + 16, .height = height + 16};
    made->shown = {.x = 0, .y = 0, .width = width, .height = height};
    return made;
}

device::access_unit unit_of(std::uint64_t stream, std::uint64_t number)
{
    device::access_unit out;
    out.format = format_showing(1136, 2464);
    out.data = std::vector<std::byte>(5, std::byte{1});
    out.key = number == 0;
    out.stream = stream;
    out.number = number;
    out.arrived = steady_clock::now();
    out.captured = out.arrived;
    return out;
}

device::shared_unit shared(device::access_unit what)
{
    return std::make_shared<const device::access_unit>(std::move(what));
}

struct passing {
    passing() { units.begin(steady_clock::now()); }

    link::access_unit pass(device::access_unit what)
    {
        return units.next(shared(std::move(what)), facts);
    }

    device::phone_facts facts = facts_of(orientation::portrait);
    link_units units;
};

} // namespace

TEST_CASE("numbers go on over all streams and leave out what was lost", "[frames]")
{
    passing on;
    CHECK(on.pass(unit_of(3, 0)).number == 1);
    CHECK(on.pass(unit_of(3, 1)).number == 2);
    CHECK(on.pass(unit_of(3, 5)).number == 6);
    CHECK(on.pass(unit_of(4, 0)).number == 7);
    CHECK(on.pass(unit_of(5, 2)).number == 10); // two before the key were lost
    on.units.begin(steady_clock::now());
    CHECK(on.pass(unit_of(5, 0)).number == 11); // the same stream from its key on
    CHECK(on.pass(unit_of(1, 0)).number == 12); // of another phone
}

TEST_CASE("a gap shows in the number of a unit that says nothing else", "[frames]")
{
    passing on;
    CHECK_FALSE(on.units.gap(on.facts)); // nobody has had anything
    const auto before = on.pass(unit_of(1, 0));
    const auto gap = on.units.gap(on.facts);
    REQUIRE(gap);
    CHECK_FALSE(gap->key);
    CHECK(gap->number == 3);
    CHECK(gap->captured_at > before.captured_at);
    CHECK(gap->configuration == before.configuration);
    CHECK(gap->space == before.space);
    CHECK(link::encode(*gap, "udid", "stream", 0us, 1000)); // it is a unit as others are
    CHECK(on.pass(unit_of(2, 0)).number == 4);
    REQUIRE(on.units.gap(on.facts));
    CHECK(on.pass(unit_of(2, 3)).number > 6); // of the same stream
    CHECK(on.pass(unit_of(2, 4)).number == on.pass(unit_of(2, 5)).number - 1);
}

TEST_CASE("a unit is passed on with its bytes, which are shared", "[frames]")
{
    passing on;
    const auto key = shared(unit_of(1, 0));
    const auto passed = on.units.next(key, on.facts);
    CHECK(passed.key);
    CHECK(passed.data.get() == &key->data);
    CHECK_FALSE(on.pass(unit_of(1, 1)).key);
}

TEST_CASE("a configuration is shared by all units of its format", "[frames]")
{
    passing on;
    const auto format = format_showing(1136, 2464);
    auto unit = unit_of(1, 0);
    unit.format = format;
    const auto first = on.pass(unit);
    REQUIRE(first.configuration);
    CHECK(first.configuration->codec == "hvc1.1.6.L123.B0");
    CHECK(first.configuration->record == format->configuration);
    CHECK(first.configuration->size == screen::pixel_size{1136, 2464});
    unit.number = 1;
    CHECK(on.pass(unit).configuration == first.configuration);
    unit.format = format_showing(1120, 2464);
    CHECK(on.pass(unit).configuration->size == screen::pixel_size{1120, 2464});
}

TEST_CASE("a unit's time of capture is that of its last packet, by the wall's clock", "[frames]")
{
    passing on;
    on.units.begin(steady_clock::now() - 10s);
    auto unit = unit_of(1, 0);
    unit.captured = steady_clock::now() - 2s;
    const auto before = system_clock::now();
    const auto captured = on.pass(unit).captured_at;
    CHECK(captured <= before - 1900ms);
    CHECK(captured >= before - 2100ms);
}

TEST_CASE("times only rise, and begin when the phone is followed", "[frames]")
{
    passing on;
    const auto now = steady_clock::now();
    const auto followed = system_clock::now() - 1s;
    on.units.begin(now - 1s);
    auto unit = unit_of(1, 0);
    auto last = followed - 100ms;
    for (const std::chrono::milliseconds ago : {3'600'000ms, 60'000ms, 500ms, 510ms, 400ms}) {
        unit.captured = now - ago; // the last but one has overtaken the one before
        const auto next = on.pass(unit).captured_at;
        CHECK(next > last);
        last = next;
        ++unit.number;
    }
    CHECK(last > followed + 500ms);
}

TEST_CASE("a unit lies on the panel, and says how it is turned upright", "[frames]")
{
    struct expected {
        std::optional<orientation> held;
        link::upright_turn turn;
        screen::pixel_size screenshot;
        orientation turned;
    };
    using link::upright_turn;
    const auto& [held, turn, screenshot, turned] = GENERATE(values<expected>({
        {std::nullopt, upright_turn::none, {621, 1344}, orientation::portrait},
        {orientation::portrait, upright_turn::none, {621, 1344}, orientation::portrait},
        {orientation::landscape_right,
         upright_turn::quarter,
         {1344, 621},
         orientation::landscape_right},
        {orientation::upside_down, upright_turn::half, {621, 1344}, orientation::upside_down},
        {orientation::landscape_left,
         upright_turn::three_quarters,
         {1344, 621},
         orientation::landscape_left},
    }));
    passing on;
    on.facts = facts_of(held);
    const auto passed = on.pass(unit_of(1, 0));
    CHECK(passed.turn == turn);
    CHECK(passed.space == link::coordinate_space{.size = screenshot, .turned = turned});
}

TEST_CASE("a picture that the phone itself has turned stays as it is", "[frames]")
{
    passing on;
    on.facts = facts_of(orientation::landscape_right);
    auto unit = unit_of(1, 0);
    unit.format = format_showing(2464, 1136);
    const auto passed = on.pass(unit);
    CHECK(passed.turn == link::upright_turn::none);
    CHECK(passed.space ==
          link::coordinate_space{.size = {1344, 620}, .turned = orientation::landscape_right});
}

TEST_CASE("a picture that is not the panel's is taken as it comes", "[frames]")
{
    passing on;
    auto unit = unit_of(1, 0);
    unit.format = format_showing(568, 1232);
    CHECK(on.pass(unit).space.size == screen::pixel_size{620, 1344});
}

} // namespace thimble::daemon
