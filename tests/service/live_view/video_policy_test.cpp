// Followers of a video: who is in step, and for whom the stream is restarted.
#include "service/live_view/video_policy.hpp"
#include "tests/catch2.hpp"

#include <array>
#include <string>
#include <vector>

namespace thimble::service {

namespace {

using namespace std::chrono_literals;
using moment = video_policy::time;

constexpr moment begin_of_time{};

const int ada = 0; // followers are addresses
const int ben = 0;
const int eve = 0;

struct followed_video {
    video_policy policy;
    std::uint64_t number = 0;

    bool key(std::chrono::seconds at) { return policy.unit(true, ++number, begin_of_time + at); }
    bool more(std::chrono::seconds at) { return policy.unit(false, ++number, begin_of_time + at); }

    bool gap(std::chrono::seconds at)
    {
        ++number;
        return more(at);
    }

    void join(const int& who, std::chrono::seconds at) { policy.join(&who, begin_of_time + at); }

    std::optional<std::chrono::seconds> due() const
    {
        const auto when = policy.restart_due();
        if (!when)
            return std::nullopt;
        return std::chrono::duration_cast<std::chrono::seconds>(*when - begin_of_time);
    }
};

/// True where the other one, if it is in step, goes on undisturbed.
bool harmless_to_fall_behind(followed_video& of, const int& who, const int& other)
{
    const bool was_in_step = of.policy.in_step(&who);
    of.policy.fell_behind(&who);
    return !was_in_step || !of.policy.in_step(&other) || !of.due();
}

} // namespace

TEST_CASE("a follower is in step from a key on", "[streams]")
{
    followed_video of;
    of.join(ada, 0s);
    CHECK_FALSE(of.policy.in_step(&ada));
    CHECK(of.more(1s));
    CHECK_FALSE(of.policy.in_step(&ada));
    CHECK(of.key(2s));
    CHECK(of.policy.in_step(&ada));
    CHECK(of.more(3s));
    CHECK(of.policy.in_step(&ada));
    CHECK_FALSE(of.policy.in_step(&ben));
    of.join(ben, 4s);
    CHECK(of.more(5s));
    CHECK(of.policy.in_step(&ada));
    CHECK_FALSE(of.policy.in_step(&ben));
    CHECK(of.key(40s));
    CHECK(of.policy.in_step(&ben));
}

TEST_CASE("a first follower asks for a key at once, and again after half a minute", "[streams]")
{
    followed_video of;
    CHECK_FALSE(of.due());
    of.join(ada, 5s);
    CHECK(of.due() == 5s);
    of.policy.restarted(begin_of_time + 5s);
    CHECK(of.due() == 35s);
    of.more(36s); // it runs, and no key comes
    CHECK(of.due() == 35s);
    of.policy.restarted(begin_of_time + 36s);
    CHECK(of.due() == 66s);
    of.key(40s);
    CHECK_FALSE(of.due());
}

TEST_CASE("who joins later has the stream restarted once in half a minute", "[streams]")
{
    followed_video of;
    of.join(ada, 0s);
    of.key(1s);
    of.join(ben, 10s);
    CHECK(of.due() == 31s); // half a minute after the stream began
    of.join(eve, 20s);
    CHECK(of.due() == 31s);
    of.policy.restarted(begin_of_time + 31s);
    CHECK(of.due() == 61s); // should no key come
    of.key(32s);
    CHECK_FALSE(of.due());
    CHECK(of.policy.in_step(&eve));
    const int late = 0;
    of.join(late, 100s);
    CHECK(of.due() == 100s);
}

TEST_CASE("a stream that begins by itself spares the restart", "[streams]")
{
    followed_video of;
    of.join(ada, 0s);
    of.key(1s);
    of.join(ben, 10s);
    of.key(15s);
    CHECK_FALSE(of.due());
    of.join(eve, 16s);
    CHECK(of.due() == 45s);
}

TEST_CASE("who leaves takes its wish along", "[streams]")
{
    followed_video of;
    of.join(ada, 0s);
    of.key(1s);
    of.join(ben, 10s);
    CHECK(of.due());
    of.policy.leave(&ben);
    CHECK_FALSE(of.due());
    CHECK(of.policy.followers() == 1);
}

TEST_CASE("a slow follower never restarts the stream for others", "[streams]")
{
    followed_video of;
    of.join(ada, 0s);
    of.join(ben, 0s);
    of.key(1s);
    of.policy.fell_behind(&ben);
    CHECK_FALSE(of.policy.in_step(&ben));
    CHECK(of.policy.in_step(&ada));
    for (auto at = 2s; at < 200s; at += 1s) {
        of.more(at);
        CHECK_FALSE(of.due());
    }
    CHECK(of.policy.in_step(&ada));
    of.key(200s);
    CHECK(of.policy.in_step(&ben));
}

TEST_CASE("a slow follower that is alone harms nobody", "[streams]")
{
    followed_video of;
    of.join(ada, 0s);
    of.key(1s);
    of.policy.fell_behind(&ada);
    CHECK(of.due() == 31s);
    of.join(ben, 2s);
    of.key(3s);
    of.policy.fell_behind(&ada);
    CHECK_FALSE(of.due());
    of.policy.leave(&ben);
    CHECK(of.due() == 33s);
    of.join(ben, 50s);
    of.key(51s);
    of.policy.fell_behind(&ada);
    of.policy.fell_behind(&ben);
    CHECK(of.due() == 81s);
}

TEST_CASE("who falls behind while it waits for a key is not slow", "[streams]")
{
    followed_video of;
    of.join(ada, 0s);
    of.key(1s);
    of.join(ben, 2s);
    of.policy.fell_behind(&ben);
    of.policy.fell_behind(&eve); // who does not follow
    CHECK(of.due() == 31s);
    CHECK(of.policy.followers() == 2);
}

TEST_CASE("units that were lost on the way are nobody's fault", "[streams]")
{
    followed_video of;
    of.join(ada, 0s);
    of.join(ben, 0s);
    of.key(1s);
    of.policy.fell_behind(&ben);
    CHECK_FALSE(of.gap(10s));
    CHECK_FALSE(of.policy.in_step(&ada));
    CHECK(of.due() == 31s);
    CHECK(of.more(11s)); // of no use to anybody
    CHECK_FALSE(of.policy.in_step(&ada));
    of.policy.restarted(begin_of_time + 31s);
    of.key(32s);
    CHECK(of.policy.in_step(&ada));
    CHECK(of.policy.in_step(&ben));
    CHECK_FALSE(of.gap(100s));
    CHECK(of.due() == 100s);
}

TEST_CASE("a key after a gap is as good as any", "[streams]")
{
    followed_video of;
    of.join(ada, 0s);
    of.key(1s);
    of.number += 7;
    CHECK(of.key(2s));
    CHECK(of.policy.in_step(&ada));
    CHECK(of.more(3s));
    CHECK_FALSE(of.due());
}

TEST_CASE("after an interruption all wait", "[streams]")
{
    followed_video of;
    of.join(ada, 0s);
    of.key(1s);
    of.policy.interrupted(begin_of_time + 60s);
    CHECK_FALSE(of.policy.in_step(&ada));
    CHECK(of.due() == 60s);
    CHECK(of.more(61s));
    CHECK_FALSE(of.policy.in_step(&ada));
    of.key(62s);
    CHECK(of.policy.in_step(&ada));
}

TEST_CASE("whatever happens, restarts keep their distance and harm nobody", "[streams]")
{
    // All sequences of six events among two followers, ten seconds apart.
    enum class event : std::uint8_t {
        ada_joins,
        ben_joins,
        ada_slow,
        ben_slow,
        key,
        more,
        gap,
        end
    };
    constexpr unsigned kinds = 7;
    constexpr int length = 6;
    unsigned sequences = 1;
    for (int each = 0; each < length; ++each)
        sequences *= kinds;
    for (unsigned sequence = 0; sequence < sequences; ++sequence) {
        followed_video of;
        std::optional<std::chrono::seconds> last; // key or restart
        bool fine = true;
        auto rest = sequence;
        for (int step = 0; step < length; ++step, rest /= kinds) {
            const auto at = step * 10s;
            switch (static_cast<event>(rest % kinds)) {
            case event::ada_joins:
                of.join(ada, at);
                break;
            case event::ben_joins:
                of.join(ben, at);
                break;
            case event::ada_slow:
                fine = fine && harmless_to_fall_behind(of, ada, ben);
                break;
            case event::ben_slow:
                fine = fine && harmless_to_fall_behind(of, ben, ada);
                break;
            case event::key:
                fine = fine && of.key(at);
                last = at;
                break;
            case event::more:
                of.more(at);
                break;
            case event::gap:
                of.gap(at);
                break;
            case event::end:
                break;
            }
            if (const auto due = of.due(); due && *due <= at) {
                fine = fine && (!last || at - *last >= 30s);
                of.policy.restarted(begin_of_time + at);
                last = at;
            }
        }
        if (!fine)
            FAIL_CHECK("sequence " << sequence);
    }
}

} // namespace thimble::service
