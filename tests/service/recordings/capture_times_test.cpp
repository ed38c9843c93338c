// Times of pictures that a desktop has taken, by its clock or by ours.
#include "service/recordings/capture_times.hpp"
#include "tests/catch2.hpp"

namespace thimble::service {

namespace {

using namespace std::chrono_literals;
using taken = capture_times::moment;

constexpr taken asked_for{1'790'000'000s};

} // namespace

TEST_CASE("no picture of a recording is earlier than the recording", "[recordings]")
{
    capture_times times(asked_for);
    CHECK(times.of(asked_for - 1500ms, asked_for + 100ms) == asked_for);
    CHECK(times.of(asked_for - 200ms, asked_for + 300ms) == asked_for);
    CHECK(times.of(asked_for + 400ms, asked_for + 500ms) == asked_for + 400ms);
    CHECK(times.of(asked_for + 900ms, asked_for + 5s) == asked_for + 900ms); // it came late
}

TEST_CASE("pictures of another clock begin when the first one came", "[recordings]")
{
    for (const auto apart : {-1h, 1h}) {
        capture_times times(asked_for);
        CHECK(times.of(asked_for + apart, asked_for + 300ms) == asked_for + 300ms);
        CHECK(times.of(asked_for + apart + 1s, asked_for + 1700ms) == asked_for + 1300ms);
    }
}

TEST_CASE("a first picture that is old does not move the ones after it", "[recordings]")
{
    capture_times times(asked_for);
    CHECK(times.of(asked_for - 5s, asked_for + 100ms) == asked_for + 100ms);
    CHECK(times.of(asked_for + 2000ms, asked_for + 2100ms) == asked_for + 2100ms);
    CHECK(times.of(asked_for + 3000ms, asked_for + 3400ms) == asked_for + 3100ms);
}

TEST_CASE("a clock that is set back is left to the content", "[recordings]")
{
    capture_times times(asked_for);
    CHECK(times.of(asked_for + 1s, asked_for + 1s) == asked_for + 1s);
    CHECK(times.of(asked_for - 600s, asked_for + 2s) == asked_for - 600s);
    CHECK(times.of(asked_for - 599s, asked_for + 3s) == asked_for - 599s);
}

} // namespace thimble::service
