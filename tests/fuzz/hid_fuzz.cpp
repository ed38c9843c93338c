// A phone's HID service: whatever it answers is read or refused. And plans for it: whatever path or
// text they are made of, what goes down comes up. The first byte says which.
#include "device/coredevice/xpc_object.hpp"
#include "device/hid/held_input.hpp"
#include "device/hid/key_plan.hpp"
#include "device/hid/messages.hpp"
#include "device/hid/report_bytes.hpp"
#include "device/hid/touch_plan.hpp"
#include "tests/fuzz/fuzz.hpp"

#include <algorithm>

namespace thimble::fuzz {

namespace {

namespace hid = device::hid;
namespace xpc = device::coredevice::xpc;

constexpr std::size_t sample_bytes = 4;
constexpr std::size_t most_samples = 64;

void check_answer(std::span<const std::byte> input)
{
    const auto read = xpc::decode(input);
    const auto* reply = read ? read->as<xpc::dictionary>() : nullptr;
    if (reply == nullptr)
        return;
    if (const auto all = hid::surfaces_in(*reply)) {
        require(all->size() <= hid::most_surfaces, "surfaces are few");
        require(std::ranges::find(*all, hid::service_id{0}) == all->end(), "a surface has an id");
        if (const auto keyboard = hid::keyboard_among(*all))
            require(*keyboard >= hid::own_keyboard, "a keyboard is one of the phone's");
    }
    if (const auto made = hid::keyboard_in(*reply))
        require(*made != 0, "a keyboard that was made has an id");
}

/// Played as a client does, with nothing lost.
void check_plan(const hid::report_plan& plan)
{
    hid::held_input held;
    std::chrono::nanoseconds before{0};
    for (const auto& each : plan) {
        require(each.at >= before, "times never decrease");
        before = each.at;
        held.expect(each.what);
        const auto bytes =
            std::visit([&](const auto& frame) { return hid::encode(frame, each.at); }, each.what);
        if (const auto* touches = std::get_if<hid::touch_frame>(&each.what)) {
            require(touches->contacts.size() <= hid::most_contacts, "five fingers at most");
            require(bytes.size() == 58, "a touchscreen's report has 58 bytes");
        } else {
            require(bytes.size() == 39, "a keyboard's report has 39 bytes");
        }
        held.told(each.what);
    }
    require(held.empty(), "nothing stays down");
}

/// One byte for the interface, then samples of four bytes: the finger, a step in time, x and y.
void check_path(const std::uint8_t* data, std::size_t size)
{
    const screen::interface shown{.size = {.width = 1.0 + (data[0] / 4), .height = 800},
                                  .turned = static_cast<screen::orientation>(data[0] % 4)};
    gesture::touch_path path;
    const auto samples = std::min((size - 1) / sample_bytes, most_samples);
    for (std::size_t i = 0; i < samples; ++i) {
        const auto* sample = data + 1 + (i * sample_bytes);
        const std::size_t finger = sample[0] % 8;
        if (path.contacts.size() <= finger)
            path.contacts.resize(finger + 1);
        auto& put = path.contacts[finger].samples;
        const auto from = put.empty() ? std::chrono::milliseconds(sample[0]) : put.back().at;
        put.push_back({.at = from + std::chrono::milliseconds(sample[1]),
                       .where = {.x = sample[2] * 4.0 - 100, .y = sample[3] * 4.0 - 100}});
    }
    if (const auto plan = hid::plan_of(path, shown))
        check_plan(*plan);
}

void check_text(std::string_view text)
{
    const auto strokes = hid::strokes_of(text);
    if (!strokes)
        return require(strokes.error().position < text.size(), "a character is one of the text");
    const auto plan = hid::plan_of(*strokes);
    require(plan.has_value(), "each key that types has room in a report");
    check_plan(*plan);
}

} // namespace

} // namespace thimble::fuzz

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace thimble;
    if (size < 2)
        return 0;
    const auto kind = data[0] % 3;
    if (kind == 0)
        fuzz::check_answer(std::as_bytes(std::span(data + 1, size - 1)));
    else if (kind == 1)
        fuzz::check_path(data + 1, size - 1);
    else
        fuzz::check_text(fuzz::text_of(data + 1, size - 1));
    return 0;
}
