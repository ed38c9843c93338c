// Pictures that were encoded beforehand.
#include "tests/catch2.hpp"
#include "tests/virtualphone/media/units.hpp"
#include "virtualphone/media/protocol/picture_loop.hpp"

#include <filesystem>
#include <fstream>
#include <unistd.h>

namespace thimble::virtualphone::tests {
namespace {

using media::picture_loop;

media::bytes small_loop()
{
    const media::bytes delimiter{0x46, 0x01, 0x50};
    return stream_of({delimiter, video_parameters, sequence_parameters, picture_parameters,
                      key_slice(), slice(20, 30, false), delimiter, next_slice(), picture_hash,
                      next_slice(20)});
}

} // namespace

TEST_CASE("a loop knows its pictures and their size", "[media]")
{
    const auto loop = picture_loop::from(small_loop());
    REQUIRE(loop);
    CHECK((*loop)->size() == media::picture_size{1088, 2368});
    REQUIRE((*loop)->length() == 3);
    CHECK((*loop)->is_key(0));
    CHECK_FALSE((*loop)->is_key(1));
    CHECK((*loop)->units_of(0).size() == 5); // without the delimiter
    CHECK((*loop)->units_of(1).size() == 1); // without the hash
    CHECK((*loop)->units_of(2).size() == 1);
}

TEST_CASE("a loop has to begin with a whole key picture", "[media]")
{
    CHECK_FALSE(picture_loop::from({}));
    CHECK_FALSE(picture_loop::from(media::bytes(1000)));
    CHECK_FALSE(picture_loop::from(stream_of({next_slice()})));
    CHECK_FALSE(picture_loop::from(stream_of({key_slice()})));
    CHECK_FALSE(picture_loop::from(stream_of({sequence_parameters})));
}

TEST_CASE("a loop is read from a file, and the error names the file", "[media]")
{
    const auto path = std::filesystem::temp_directory_path() /
                      ("loop-test-" + std::to_string(::getpid()) + ".hevc");
    const auto missing = picture_loop::open(path.string());
    REQUIRE_FALSE(missing);
    CHECK(missing.error().starts_with(path.string()));
    const media::bytes content = small_loop();
    std::ofstream(path, std::ios::binary)
        .write(reinterpret_cast<const char*>(content.data()), // NOLINT: streams want chars
               static_cast<std::streamsize>(content.size()));
    const auto loop = picture_loop::open(path.string());
    std::filesystem::remove(path);
    REQUIRE(loop);
    CHECK((*loop)->length() == 3);
}

} // namespace thimble::virtualphone::tests
