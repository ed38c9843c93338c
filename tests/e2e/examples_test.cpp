// The programs in examples/ do what they say, and stay short.
#include "tests/e2e/driven_phone.hpp"
#include "tests/e2e/program.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>

namespace thimble::e2e {

TEST_CASE("the example in Python types into Notes and sees that it stands there", "[e2e][linked]")
{
    const std::string example = THIMBLE_SOURCE_DIR "/examples/type_in_notes.py";
    std::ifstream file(example);
    CHECK(std::count(std::istreambuf_iterator<char>(file), {}, '\n') <= 25);
    driven_phone on("iPhone 15 Pro,ios=18.5");
    const auto url = "http://127.0.0.1:" + std::to_string(on.daemon().port());
    const auto ended =
        run("python3", {example}, {{"THIMBLE_URL", url}, {"THIMBLE_API_KEY", on.daemon().key()}});
    INFO(ended.output << ended.errors);
    CHECK(ended.code == 0);
    CHECK(on.state_of(app::notes).at("text") == "Grüße aus der Küche.");
}

} // namespace thimble::e2e
