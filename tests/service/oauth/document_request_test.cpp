// The fetch of a client's document, from a server that speaks TLS on this machine.
#include "http/certificate.hpp"
#include "http/client/trust.hpp"
#include "service/oauth/document_request.hpp"
#include "tests/async/wait_for.hpp"
#include "tests/catch2.hpp"
#include "tests/e2e/test_certificate.hpp"
#include "tests/service/running_service.hpp"

namespace thimble::service::oauth::test {

namespace {

/// The service itself is the server: it has files, redirections and refusals.
struct with_documents_of_others {
    using answer = std::expected<std::string, std::string>;

    with_documents_of_others()
        : running({}, std::chrono::seconds(2), [this](server_options& options) {
              options.certificate =
                  http::certificate::load(
                      http::tls_files{.certificate = shown.certificate(), .key = shown.key()})
                      .value();
          })
    {
    }

    answer fetch(const std::string& path,
                 const e2e::test_certificate& trusted,
                 document_reach within = {.private_addresses = true})
    {
        const auto trust = http::load_trust(trusted.certificate()).value();
        within.trust = trust.get();
        const auto url = "https://localhost:" + std::to_string(running.port()) + path;
        return tests::wait_for(home, fetch_document(url, within, resolver));
    }

    e2e::test_certificate shown;
    service::test::running_service running;
    boost::asio::io_context home{1};
    async::worker resolver{home.get_executor()};
};

} // namespace

TEST_CASE("a document comes from whom its certificate names", "[oauth]")
{
    with_documents_of_others on;
    const auto got = on.fetch("/dashboard/dom.js", on.shown);
    REQUIRE(got);
    CHECK(got->find("export function make") != std::string::npos);
    const e2e::test_certificate another;
    const auto refused = on.fetch("/dashboard/dom.js", another);
    REQUIRE_FALSE(refused);
    CHECK(refused.error().find("not trusted") != std::string::npos);
}

TEST_CASE("no document comes from a private address", "[oauth]")
{
    with_documents_of_others on;
    const auto refused = on.fetch("/dashboard/dom.js", on.shown, {});
    REQUIRE_FALSE(refused);
    CHECK(refused.error().find("private address") != std::string::npos);
}

TEST_CASE("a redirection is not followed, and an error is none", "[oauth]")
{
    with_documents_of_others on;
    CHECK(on.fetch("/sign-in", on.shown).error() == "it answers 303");
    CHECK(on.fetch("/v1/phones", on.shown).error() == "it answers 401");
    CHECK(on.fetch("/nothing", on.shown).error() == "it answers 404");
}

TEST_CASE("a document that is too long is left", "[oauth]")
{
    with_documents_of_others on;
    const auto refused =
        on.fetch("/dashboard/dom.js", on.shown, {.private_addresses = true, .most_bytes = 100});
    REQUIRE_FALSE(refused);
    CHECK(refused.error().find("64 KiB") != std::string::npos);
}

} // namespace thimble::service::oauth::test
