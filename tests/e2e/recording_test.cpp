// A recording of a phone that is touched meanwhile, as another program sees it: each touch shows at
// the time at which the phone has felt it.
#include "tests/catch2.hpp"
#include "tests/e2e/campaign.hpp"
#include "tests/e2e/eventually.hpp"
#include "tests/e2e/program.hpp"
#include "tests/e2e/tunnelled_phone.hpp"

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

namespace thimble::e2e {

using nlohmann::json;

namespace {

using wall = std::chrono::system_clock;
using milliseconds_exactly = std::chrono::duration<double, std::milli>;

constexpr auto most_apart = 50ms; // of a touch and the first picture that shows it
/// Its pictures are quickly encoded. Still ones end the stream later than on a real phone: under
/// load a computer takes long to see that the screen is still.
constexpr auto small_phone = "iPhone SE 2,ios=27,runner=absent,stillness=60";

constexpr auto still_before = 300ms;

bool is_installed(const char* name)
{
    const auto command = std::string("command -v ") + name + " > /dev/null 2>&1";
    return std::system(command.c_str()) == 0; // NOLINT
}

wall::time_point parse_time(const std::string& iso)
{
    std::tm parts{};
    std::istringstream from(iso);
    int milliseconds = 0;
    char dot = 0;
    from >> std::get_time(&parts, "%Y-%m-%dT%H:%M:%S") >> dot >> milliseconds;
    REQUIRE(from);
    return wall::from_time_t(::timegm(&parts)) + std::chrono::milliseconds(milliseconds);
}

/// Moment in which the phone was switched on, from which its log counts. Of several questions the
/// quickest tells it best.
wall::time_point switched_on(const virtual_phone& phone)
{
    constexpr int questions = 20;
    auto quickest = wall::duration::max();
    wall::time_point out;
    for (int each = 0; each < questions; ++each) {
        const auto before = wall::now();
        phone.make("open", {{"bundle_id", "com.thimble.sketch"}});
        const auto took = wall::now() - before;
        if (took >= quickest)
            continue;
        quickest = took;
        const milliseconds_exactly at(phone.events().back().at("t_ms").get<double>());
        out = before + took / 2 - std::chrono::duration_cast<wall::duration>(at);
    }
    return out;
}

/// A recording of the phone, from its first picture on.
class phone_recording {
public:
    explicit phone_recording(const tunnelled_phone& on);

    /// Ends it, and puts it into a file.
    void end();

    /// Moments at which the pictures in the file show the screen, as ffprobe reads them; it has
    /// decoded each. Empty where it complains.
    std::vector<wall::time_point> picture_times() const;

private:
    json record() const { return on_.daemon.api().get(path_).json(); }

    const tunnelled_phone& on_;
    std::string path_;
    wall::time_point begun_;
    temporary_directory folder_;
};

phone_recording::phone_recording(const tunnelled_phone& on) : on_(on)
{
    const auto all = on.daemon.path(on.phone, "/recordings");
    const auto begun = on.daemon.api().post(all, R"({"max_duration_s": 3600})");
    REQUIRE(begun.status == 201);
    path_ = all + "/" + begun.json().at("id").get<std::string>();
    // Of a stream that runs already no key comes before its next start.
    REQUIRE(eventually(60s, [&] { return record().at("started_at").is_string(); }));
    REQUIRE(record().at("format") == "mp4");
    begun_ = parse_time(record().at("started_at").get<std::string>());
}

void phone_recording::end()
{
    const auto ended = on_.daemon.api().post(path_ + "/stop", "");
    INFO(ended.body);
    REQUIRE(ended.status == 200);
    CHECK(ended.json().at("ended_by") == "stopped");
    const auto content = on_.daemon.api().get(path_ + "/content");
    REQUIRE(content.status == 200);
    std::ofstream(folder_.path() / "recording.mp4", std::ios::binary) << content.body;
}

std::vector<wall::time_point> phone_recording::picture_times() const
{
    constexpr auto limit = 600s; // it decodes every picture
    const auto told = run("ffprobe",
                          {"-v", "error", "-of", "json", "-show_packets", "-count_frames",
                           "-show_streams", (folder_.path() / "recording.mp4").string()},
                          {}, limit);
    CHECK(told.code == 0);
    CHECK(told.errors.empty());
    const auto seen = json::parse(told.output);
    std::vector<wall::time_point> out;
    for (const auto& each : seen.at("packets")) {
        const std::chrono::duration<double> at(std::stod(each.at("pts_time").get<std::string>()));
        out.push_back(begun_ + std::chrono::duration_cast<wall::duration>(at));
    }
    CHECK(seen.at("streams").at(0).at("nb_read_frames") == std::to_string(out.size()));
    return out;
}

/// Until the phone has sent all of what it shows: of a screen that changes while another picture is
/// encoded, a slow computer takes the next picture late.
void until_still(const tunnelled_phone& on)
{
    constexpr auto limit = 30s;
    json sent;
    wall::time_point since;
    REQUIRE(eventually(limit, [&] {
        auto now = on.phone.facts().at("stream").at("pictures");
        if (now != sent) {
            sent = std::move(now);
            since = wall::now();
        }
        return wall::now() - since > 2 * still_before;
    }));
}

/// Touches one place after the other, with the screen still before each, and says at which moments
/// of its own time the phone has felt them.
std::vector<milliseconds_exactly> touch_for(std::chrono::seconds length, const tunnelled_phone& on)
{
    constexpr int columns = 50;
    constexpr int rows = 80;
    const auto start = on.phone.next_event();
    const auto end = wall::now() + length;
    for (int made = 0; wall::now() < end; ++made) {
        until_still(on);
        std::this_thread::sleep_for(std::chrono::milliseconds(made * 37 % 200));
        const auto job = on.perform(
            "tap", {{"x", 60 + made % columns * 10}, {"y", 250 + made / columns % rows * 10}});
        INFO(job.dump());
        REQUIRE(job.at("status") == "completed");
    }
    until_still(on);
    std::vector<milliseconds_exactly> felt;
    for (const auto& each : on.phone.fingers_down(start))
        felt.emplace_back(each.at("t_ms").get<double>());
    return felt;
}

/// For a person, from the first of them on.
std::string listed(const std::vector<wall::time_point>& times, wall::time_point from)
{
    std::ostringstream out;
    for (const auto each : times)
        out << ' ' << std::chrono::duration_cast<std::chrono::milliseconds>(each - from).count();
    return out.str();
}

struct comparison {
    std::vector<milliseconds_exactly> apart; // of each touch and the picture that shows it
    std::size_t without_stillness = 0;       // touches before which the screen had not stood still
    std::size_t not_shown = 0;               // before the next touch, or at all
};

comparison compare(const std::vector<wall::time_point>& touches,
                   const std::vector<wall::time_point>& pictures)
{
    comparison out;
    for (auto touch = touches.begin(); touch != touches.end(); ++touch) {
        const auto shown = std::ranges::lower_bound(pictures, *touch - most_apart);
        const auto next = std::next(touch);
        if (shown == pictures.end() || (next != touches.end() && *shown >= *next - most_apart))
            ++out.not_shown;
        else
            out.apart.push_back(*shown - *touch);
        if (shown != pictures.begin() && *touch - *std::prev(shown) < still_before)
            ++out.without_stillness;
    }
    std::ranges::sort(out.apart);
    return out;
}

} // namespace

TEST_CASE("a recording shows each touch at the time at which the phone has felt it", "[e2e]")
{
    if (!is_installed("x265") || !is_installed("ffprobe")) {
        WARN("skipped: x265 or ffprobe is not installed");
        return;
    }
    const auto length = campaign() ? 600s : 10s;
    const tunnelled_phone on(small_phone, "1");
    const auto clock = switched_on(on.phone);
    phone_recording recording(on);
    const auto felt = touch_for(length, on);
    recording.end();
    const auto drift = switched_on(on.phone) - clock; // and an error of the measurement
    CHECK(std::chrono::abs(drift) < most_apart / 5 * slowdown());

    std::vector<wall::time_point> touches;
    for (const auto at : felt)
        touches.push_back(clock + std::chrono::duration_cast<wall::duration>(at));
    const auto pictures = recording.picture_times();
    REQUIRE(touches.size() > 4);
    REQUIRE(pictures.size() >= touches.size());
    const auto found = compare(touches, pictures);
    INFO("touches:" << listed(touches, touches.front())
                    << "\npictures:" << listed(pictures, touches.front()));
    CHECK(found.not_shown == 0);
    REQUIRE_FALSE(found.apart.empty());
    std::cout << touches.size() << " touches, " << pictures.size()
              << " pictures; a touch shows after " << found.apart.front().count() << " to "
              << found.apart.back().count() << " ms, "
              << found.apart[found.apart.size() / 2].count() << " ms (median)" << std::endl;
    if (!campaign()) // a computer that has other work is late with the phone's pictures
        return;
    const auto few = touches.size() / 10;
    CHECK(found.without_stillness <= few); // some are just after a minute's change
    CHECK(found.apart.at(found.apart.size() - 1 - few) <= most_apart * slowdown());
}

} // namespace thimble::e2e
