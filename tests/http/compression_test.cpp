#include "http/compression.hpp"
#include "tests/catch2.hpp"
#include "tests/service/service_with_phone.hpp"

#include <libdeflate.h>
#include <memory>

namespace thimble::service::test {

namespace {

std::string unzip(const std::string& gzipped)
{
    const std::unique_ptr<libdeflate_decompressor, decltype(&libdeflate_free_decompressor)> with(
        libdeflate_alloc_decompressor(), libdeflate_free_decompressor);
    std::string out(1024UL * 1024, '\0');
    std::size_t length = 0;
    const auto result = libdeflate_gzip_decompress(with.get(), gzipped.data(), gzipped.size(),
                                                   out.data(), out.size(), &length);
    REQUIRE(result == LIBDEFLATE_SUCCESS);
    out.resize(length);
    return out;
}

} // namespace

TEST_CASE("gzip is taken where it is named, or anything is, and not refused", "[service]")
{
    for (const auto* header : {"gzip", "GZIP", "deflate, gzip", "br;q=1.0, gzip;q=0.5", "*",
                               "x-gzip", "identity;q=0.1,gzip", "gzip ; q=0.001", "*;q=0.1"}) {
        CAPTURE(header);
        CHECK(http::accepts_gzip(header));
    }
    for (const auto* header : {"", "br", "identity", "gzip;q=0", "gzip; q=0.000", "*;q=0",
                               "gzip;q=0, *", "deflate, br;q=1", "gzip;q=x", "gzip;q=", ";;,,"}) {
        CAPTURE(header);
        CHECK_FALSE(http::accepts_gzip(header));
    }
}

TEST_CASE("a long list is compressed for those who ask for it", "[service]")
{
    with_phone with;
    for (int each = 2; each < 12; ++each)
        with.running.attach(phone("udid-" + std::to_string(each)));
    const auto plain = with.client.get("/v1/phones");
    CHECK(plain.field("content-encoding").empty());
    CHECK(plain.field("vary") == "Accept-Encoding");
    const auto smaller = with.client.get("/v1/phones", {{"Accept-Encoding", "gzip"}});
    CHECK(smaller.field("content-encoding") == "gzip");
    CHECK(smaller.field("content-length") == std::to_string(smaller.body.size()));
    CHECK(smaller.body.size() < plain.body.size() / 2);
    CHECK(unzip(smaller.body) == plain.body);
    const auto head = with.client.ask("HEAD", "/v1/phones",
                                      {{"X-API-Key", api_key}, {"Accept-Encoding", "gzip"}});
    CHECK(head.field("content-length") == smaller.field("content-length"));
}

TEST_CASE("short answers and pictures are not compressed", "[service]")
{
    with_phone with;
    with.running.direct([](auto& desktop) {
        desktop.script = [](const link::command& what) {
            return picture(what, std::string(10'000, 'p'));
        };
    });
    const headers asks{{"Accept-Encoding", "gzip"}};
    const auto record = with.client.get(with.path("info"), asks);
    CHECK(record.status == 200);
    CHECK(record.body.size() > 300); // gzip would make it smaller
    CHECK(record.body.size() < 1024);
    CHECK(record.field("content-encoding").empty());
    const auto shot = with.client.get("/v1/screenshot", asks);
    CHECK(shot.status == 200);
    CHECK(shot.body.size() == 10'000);
    CHECK(shot.field("content-encoding").empty());
}

} // namespace thimble::service::test
