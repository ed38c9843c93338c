// Jobs as they are stored, those of earlier versions included.
#include "service/jobs/job_record.hpp"
#include "service/jobs/job_row_mapping.hpp"
#include "tests/catch2.hpp"

#include <boost/asio/io_context.hpp>

namespace thimble::service::test {

namespace {

/// The frame of a job's receipt when this was stored.
nlohmann::json frame_read_from(const std::string& receipt)
{
    boost::asio::io_context context;
    store::job_row row;
    row.id = "019a-seen";
    row.completed_at = job::clock::time_point();
    row.outcome = "done";
    row.receipt = receipt;
    const auto read = read_job(context.get_executor(), row);
    return nlohmann::json(receipt_record(*read->result().receipt)).at("frame");
}

} // namespace

TEST_CASE("a frame that was stored without what has changed is read", "[service]")
{
    const auto frame = frame_read_from(
        R"({"effect":"changed","verified":null,"shaped":false,"frame":{"frame_id":"019a-seen",)"
        R"("width":620,"height":1344,"orientation":"portrait","settled":true,"captured_ms":42}})");
    CHECK(frame.at("url") == "/v1/jobs/019a-seen/download");
    CHECK(frame.at("width") == 620);
    CHECK(frame.at("settled") == true);
    CHECK(frame.at("changed").is_null());
    CHECK(frame.at("region").is_null());
}

TEST_CASE("a frame whose stored members are of other types is read", "[service]")
{
    const auto frame = frame_read_from(
        R"({"frame":{"frame_id":7,"changed":"yes","region":{"x":1,"width":"3","height":4},"width":null}})");
    CHECK(frame.at("frame_id") == "");
    CHECK(frame.at("changed").is_null());
    CHECK(frame.at("region").is_null());
    CHECK(frame.at("width") == 0);
}

} // namespace thimble::service::test
