// Jobs as one node tells them to another.
#include "service/jobs/job_record.hpp"
#include "service/jobs/job_state.hpp"
#include "tests/catch2.hpp"

#include <boost/asio/io_context.hpp>

namespace thimble::service::test {

namespace {

struct told_job {
    nlohmann::ordered_json here() const { return job_record(of); }

    nlohmann::ordered_json elsewhere()
    {
        const auto read = read_job_state(context.get_executor(), job_state(of));
        REQUIRE(read);
        return job_record(*read);
    }

    boost::asio::io_context context;
    job of{context.get_executor(),
           {.id = "019a-told",
            .account_id = "ada",
            .phone_id = "phone-1",
            .udid = "udid-1",
            .desktop_id = "desk-1",
            .action = "read-clipboard",
            .sensitive = true}};
};

} // namespace

TEST_CASE("another node hears how far a job has come", "[service]")
{
    told_job on;
    CHECK(on.elsewhere() == on.here());
    on.of.start();
    on.of.tell_progress({.step = "sending", .done = 0.5});
    CHECK(on.elsewhere() == on.here());
    CHECK(on.elsewhere().at("status") == "running");
    CHECK(on.elsewhere().at("progress").at("step") == "sending");
}

TEST_CASE("a result that is not announced is not told to another node", "[service]")
{
    told_job on;
    on.of.start();
    link::result result;
    result.value = {{"text", "a secret"}};
    on.of.settle(result);
    CHECK(on.elsewhere().at("status") == "running");
    CHECK_FALSE(job_state(on.of).dump().contains("a secret"));
    on.of.announce();
    CHECK(on.elsewhere().at("status") == "completed");
}

TEST_CASE("another node hears what is never written down", "[service]")
{
    told_job on;
    on.of.start();
    link::result result;
    result.value = {{"text", "from the clipboard"}};
    on.of.settle(result);
    on.of.announce();
    CHECK(on.elsewhere() == on.here());
    CHECK(on.elsewhere().at("result").at("text") == "from the clipboard");
}

TEST_CASE("what is no job is not read as one", "[service]")
{
    boost::asio::io_context context;
    for (const auto* text : {R"({})", R"({"id":7,"account":"ada","created":1})",
                             R"({"id":"019a","account":"ada","created":"now"})"})
        CHECK_FALSE(read_job_state(context.get_executor(), nlohmann::json::parse(text)));
}

} // namespace thimble::service::test
