// Limits of recordings: of one, of those under way, and of all that are kept.
#include "service/recordings/recordings.hpp"
#include "tests/catch2.hpp"
#include "tests/e2e/eventually.hpp"
#include "tests/service/recordings/archive_reader.hpp"
#include "tests/service/recordings/recorded_phone.hpp"

#include <fstream>

namespace thimble::service::test {

using nlohmann::json;

namespace {

struct limited_phone : with_recordings {
    explicit limited_phone(limits granted) : with_recordings(granted) { have_video(false); }

    json finished(const std::string& content)
    {
        auto begun = record();
        CHECK(streams(1));
        show(content);
        CHECK(becomes(begun, "pictures", 1));
        return stopped(begun);
    }

    std::size_t kept() { return client.get(path("recordings")).json().at("recordings").size(); }
};

} // namespace

TEST_CASE("a recording ends after its time", "[recordings]")
{
    limited_phone on({});
    const auto begun = on.record({{"max_duration_s", 1}});
    CHECK(on.streams(1));
    on.show("one");
    CHECK(on.becomes(begun, "ended_by", "max_duration"));
    const auto ended = on.shown(begun);
    CHECK(ended.at("status") == "completed");
    CHECK(ended.at("duration_ms") >= 900);
    CHECK(on.streams(0));
}

TEST_CASE("a recording ends before it is too large, and is whole", "[recordings]")
{
    limited_phone on({});
    constexpr std::size_t most = 1024 * 1024;
    const auto begun = on.record({{"max_bytes", most}});
    CHECK(on.streams(1));
    for (char each = 'a'; each < 'h'; ++each) {
        on.show(std::string(200'000, each));
        CHECK(e2e::eventually(std::chrono::seconds(30), [&] {
            const auto now = on.shown(begun);
            return now.at("pictures") == each - 'a' + 1 || now.at("status") != "recording";
        }));
    }
    CHECK(on.becomes(begun, "ended_by", "max_bytes"));
    const auto content = on.content(begun).body;
    CHECK(content.size() <= most);
    CHECK(files_in_archive(content).size() == 5);
    CHECK(content.contains("PK\x05\x06")); // its end
    CHECK(on.shown(begun).at("status") == "completed");
}

TEST_CASE("wishes beyond the limits are refused", "[recordings]")
{
    limited_phone on({});
    const auto refused = [&](const json& body) {
        const auto answer = on.client.post(on.path("recordings"), body.dump());
        return answer.status == 422 ? answer.json().at("context").at("field").get<std::string>()
                                    : std::to_string(answer.status);
    };
    CHECK(refused({{"max_duration_s", 0}}) == "max_duration_s");
    CHECK(refused({{"max_duration_s", 3601}}) == "max_duration_s");
    CHECK(refused({{"max_bytes", 1000}}) == "max_bytes");
    CHECK(refused({{"max_bytes", 5'000'000'000}}) == "max_bytes");
    CHECK(refused({{"fps", 61}}) == "fps");
    CHECK(refused({{"quality", 0}}) == "quality");
    CHECK(on.kept() == 0);
}

TEST_CASE("so many recordings are under way and no more", "[recordings]")
{
    limits few;
    few.recordings.at_once = 3;
    few.recordings.at_once_of_phone = 2;
    limited_phone on(few);
    const auto first = on.record();
    on.record();
    const auto refused = on.client.post(on.path("recordings"), "{}");
    CHECK(refused.error() == "QUEUE_FULL");
    CHECK(refused.json().at("context").at("limit") == 2);
    const auto other = "/v1/phones/" + on.running.attach(phone("udid-2")) + "/recordings";
    CHECK(on.client.post(other, "{}").status == 201);
    CHECK(on.client.post(other, "{}").error() == "QUEUE_FULL");
    on.stopped(first);
    CHECK(on.client.post(other, "{}").status == 201);
}

TEST_CASE("recordings under way may become no larger than there is room", "[recordings]")
{
    constexpr std::uint64_t mebibyte = 1024UL * 1024;
    limits small;
    small.recordings.bytes = 3 * mebibyte;
    limited_phone on(small);
    const auto first = on.record({{"max_bytes", 2 * mebibyte}});
    CHECK(first.at("max_bytes") == 2 * mebibyte);
    CHECK(on.record().at("max_bytes") == mebibyte);
    const auto refused = on.client.post(on.path("recordings"), "{}");
    CHECK(refused.error() == "QUEUE_FULL");
    CHECK(refused.json().at("context").at("limit") == 3 * mebibyte);
    on.stopped(first);
    CHECK(on.record().at("max_bytes") == 2 * mebibyte);
}

TEST_CASE("recordings that are too old go by themselves", "[recordings]")
{
    limits quick;
    quick.recordings.age = std::chrono::hours(0);
    quick.desktop_return = std::chrono::seconds(0);
    quick.upkeep_interval = std::chrono::seconds(1);
    limited_phone on(quick);
    const auto running = on.record();
    on.finished("one");
    CHECK(e2e::eventually(std::chrono::seconds(30), [&] { return on.kept() == 1; }));
    CHECK(on.shown(running).at("status") == "recording");
}

TEST_CASE("beyond an account's share its oldest recordings go", "[recordings]")
{
    limits small;
    small.recordings.bytes = 250'000;
    small.desktop_return = std::chrono::seconds(0);
    small.upkeep_interval = std::chrono::seconds(1);
    limited_phone on(small);
    const auto first = on.finished(std::string(100'000, 'a'));
    const auto second = on.finished(std::string(100'000, 'b'));
    const auto third = on.finished(std::string(100'000, 'c'));
    CHECK(e2e::eventually(std::chrono::seconds(30), [&] { return on.kept() == 2; }));
    CHECK(on.client.get(on.path_of(first)).status == 404);
    CHECK(on.content(second).status == 200);
    CHECK(on.content(third).status == 200);
}

TEST_CASE("a disk that takes nothing ends a recording", "[recordings]")
{
    limited_phone on({});
    std::ofstream(on.running.state_dir() / "recordings") << "no folder";
    const auto begun = on.record();
    CHECK(on.streams(1));
    on.show("one");
    CHECK(on.becomes(begun, "ended_by", "storage_full"));
    CHECK(on.shown(begun).at("status") == "failed");
    CHECK(on.content(begun).error() == "DATA_NOT_FOUND");
    CHECK(on.streams(0));
}

} // namespace thimble::service::test
