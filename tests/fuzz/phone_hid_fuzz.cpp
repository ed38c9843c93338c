// Reports of HID that a host sends to the virtual phone: whatever they hold, no finger, key or
// moment leaves its bounds.
#include "tests/fuzz/fuzz.hpp"
#include "virtualphone/hid/report.hpp"
#include "virtualphone/hid/report_clock.hpp"

#include <set>

namespace thimble::fuzz {

namespace {

namespace hid = virtualphone::hid;

void check_touches(hid::byte_view input)
{
    const auto read = hid::parse_touch_report(input);
    if (!read)
        return;
    require(input.size() == hid::touch_report_size, "only a whole report is read");
    std::set<int> fingers;
    for (const hid::contact& each : read->contacts) {
        require(each.identity >= 0 && each.identity < static_cast<int>(hid::most_contacts),
                "there are five fingers");
        require(fingers.insert(each.identity).second, "each is there once");
    }
}

/// Every eight bytes are a host's time, and how late it comes.
void check_times(hid::byte_view input)
{
    constexpr std::size_t step = 8;
    hid::report_clock clock;
    virtualphone::milliseconds now{0};
    virtualphone::milliseconds latest{0};
    while (input.size() >= step) {
        std::uint64_t time = 0;
        for (std::size_t at = 0; at < 6; ++at)
            time = time << 8U | input[at];
        now += virtualphone::milliseconds(input[6] << 8U | input[7]);
        const auto read = clock.read(time, now);
        require(read >= latest && read <= now, "time goes on, and not beyond the present");
        latest = read;
        input = input.subspan(step);
    }
}

} // namespace

} // namespace thimble::fuzz

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace thimble;
    const fuzz::hid::byte_view input(data, size);
    fuzz::check_touches(input);
    fuzz::check_times(input);
    if (const auto keys = fuzz::hid::parse_key_report(input))
        fuzz::require(size == fuzz::hid::key_report_size, "only a whole report is read");
    if (const auto pointer = fuzz::hid::parse_pointer_report(input))
        fuzz::require(size == fuzz::hid::pointer_report_size, "only a whole report is read");
    return 0;
}
