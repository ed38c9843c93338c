// Recordings over the end of the service, orderly and not.
#include "service/recordings/recording_folders.hpp"
#include "service/recordings/recording_rows.hpp"
#include "tests/catch2.hpp"
#include "tests/e2e/eventually.hpp"
#include "tests/service/lasting_state.hpp"
#include "tests/service/recordings/archive_reader.hpp"
#include "tests/store/store_in.hpp"

#include <fstream>

namespace thimble::service::test {

using nlohmann::json;

namespace {

/// The record of the only recording of the phone.
json only_recording(running_service& running, const std::string& phone_id)
{
    http_client client(running.port());
    const auto all = client.get("/v1/phones/" + phone_id + "/recordings").json().at("recordings");
    REQUIRE(all.size() == 1);
    return all.front();
}

std::string content_of(running_service& running, const json& recording)
{
    http_client client(running.port());
    return client.get("/v1/recordings/" + recording.at("id").get<std::string>() + "/content").body;
}

} // namespace

TEST_CASE("a recording under way is whole when the service ends", "[recordings][store]")
{
    lasting_state state;
    auto running = state.start();
    const auto id = running->attach(phone("udid-1"));
    http_client client(running->port());
    CHECK(client.post("/v1/phones/" + id + "/recordings", "{}").status == 201);
    CHECK(running->until([](const auto& seen) { return !seen.streams.empty(); }));
    running->direct([](auto& desktop) { desktop.show(live_frame("one")); });
    CHECK(e2e::eventually(std::chrono::seconds(30),
                          [&] { return only_recording(*running, id).at("pictures") == 1; }));
    client.close();
    running->stop();
    running = state.start();
    CHECK(running->attach(phone("udid-1")) == id);
    const auto left = only_recording(*running, id);
    CHECK(left.at("status") == "completed");
    CHECK(left.at("ended_by") == "service_ended");
    CHECK(left.at("pictures") == 1);
    const auto content = content_of(*running, left);
    CHECK(content.size() == left.at("bytes"));
    CHECK(content.contains("PK\x05\x06")); // the end of an archive
    CHECK(files_in_archive(content).size() == 1);
}

TEST_CASE("of a recording that was cut off what is in its file is left", "[recordings][store]")
{
    e2e::temporary_directory directory;
    const std::string cut_off = "0197e7a3-52b0-7c4e-9d0e-0a4f4f0a8d11";
    const std::string unseen = "0197e7a3-52b0-7c4e-9d0e-0a4f4f0a8d12";
    const std::string ended_elsewhere = "0197e7a3-52b0-7c4e-9d0e-0a4f4f0a8d13";
    const std::string account = local_account().id;
    const recording_folders folders(directory.path() / "recordings");
    std::string phone_id;
    {
        const running_service first({}, std::chrono::seconds(2), [&](server_options& given) {
            given.state_dir = directory.path();
            given.database =
                store::database_file::open(store::test::store_in(directory.path())).value();
        });
    }
    {
        auto database = store::database_file::open(store::test::store_in(directory.path())).value();
        const auto written = database.run([&](store::transaction& on) {
            recording what{.id = cut_off, .account_id = account, .phone_id = "p"};
            what.created_at = recording::moment(std::chrono::seconds(1'790'000'000));
            insert_recording(on, recording{.id = unseen,
                                           .account_id = account,
                                           .phone_id = "p",
                                           .created_at = what.created_at});
            what.format = recording_format::mp4;
            what.started_at = what.created_at;
            insert_recording(on, what);
            // Another node, which cannot see the file, has taken this one for gone.
            what.id = ended_elsewhere;
            insert_recording(on, service::cut_off(what, true, what.created_at));
            return true;
        });
        REQUIRE(written);
        std::filesystem::create_directories(folders.file_of(account, cut_off).parent_path());
        std::ofstream(folders.file_of(account, cut_off)) << "some fragments";
        std::ofstream(folders.file_of(account, ended_elsewhere)) << "more of them";
        std::ofstream(folders.file_of(account, "nobody-knows-it")) << "x";
    }
    running_service second({}, std::chrono::seconds(2), [&](server_options& given) {
        given.state_dir = directory.path();
        given.database =
            store::database_file::open(store::test::store_in(directory.path())).value();
    });
    http_client client(second.port());
    const auto left = client.get("/v1/recordings/" + cut_off).json();
    CHECK(left.at("status") == "completed");
    CHECK(left.at("ended_by") == "service_ended");
    CHECK(left.at("bytes") == 14);
    CHECK(left.at("ended_at") > left.at("started_at"));
    CHECK(content_of(second, left) == "some fragments");
    const auto back = client.get("/v1/recordings/" + ended_elsewhere).json();
    CHECK(back.at("status") == "completed");
    CHECK(back.at("ended_by") == "service_ended");
    CHECK(back.at("bytes") == 12);
    CHECK(back.at("ended_at") > back.at("started_at"));
    CHECK(content_of(second, back) == "more of them");
    CHECK(client.get("/v1/recordings/" + unseen).json().at("status") == "failed");
    CHECK_FALSE(std::filesystem::exists(folders.file_of(account, "nobody-knows-it")));
}

} // namespace thimble::service::test
