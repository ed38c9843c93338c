// The places in the documents that remedies lead to.
#include "contract/remedy_docs.hpp"
#include "tests/catch2.hpp"

namespace thimble::service::test {

TEST_CASE("a code that is not known leads to everything that goes wrong", "[contract]")
{
    CHECK(docs_of_remedy("TRUST_PENDING") == "docs/iphone.md#trust");
    CHECK(docs_of_remedy("OF_A_NEWER_DESKTOP") == "docs/iphone.md#when-it-does-not-work");
    CHECK(docs_of_remedy("") == "docs/iphone.md#when-it-does-not-work");
}

} // namespace thimble::service::test
