// Units of HEVC are found in what an encoder writes, as soon as they are complete.
#include "tests/catch2.hpp"
#include "tests/virtualphone/media/units.hpp"
#include "virtualphone/media/protocol/nal_units.hpp"

#include <algorithm>

namespace thimble::virtualphone::tests {
namespace {

using namespace media;

std::vector<std::vector<bytes>> pictures_in(hashed_picture_reader& reader)
{
    std::vector<std::vector<bytes>> all;
    for (;;) {
        auto next = reader.next();
        REQUIRE(next);
        if (!*next)
            return all;
        all.push_back(**std::move(next));
    }
}

} // namespace

TEST_CASE("a byte stream is split at its start codes", "[media]")
{
    const bytes stream = stream_of({video_parameters, key_slice(), next_slice()});
    const auto units = split_units(stream);
    REQUIRE(units.size() == 3);
    CHECK(type_of(units[0]) == nal_type::video_parameters);
    CHECK(is_parameter_set(units[0]));
    CHECK(bytes(units[1].begin(), units[1].end()) == key_slice());
    CHECK(is_key(units[1]));
    CHECK(begins_picture(units[1]));
    CHECK(is_slice(units[2]));
    CHECK_FALSE(is_key(units[2]));
    CHECK(split_units({}).empty());
    CHECK(split_units(bytes{0, 0, 1}).empty());
}

TEST_CASE("a real encoder's parameters tell the size of its pictures", "[media]")
{
    CHECK(size_in(sequence_parameters) == picture_size{1088, 2368});
    CHECK_FALSE(size_in(video_parameters));
    CHECK_FALSE(size_in(byte_view(sequence_parameters).first(16)));
    CHECK_FALSE(size_in({}));
}

TEST_CASE("a picture is complete with the last byte of its hash", "[media]")
{
    const bytes stream = stream_of(
        {video_parameters, sequence_parameters, picture_parameters, key_slice(), picture_hash});
    hashed_picture_reader reader;
    reader.append(byte_view(stream).first(stream.size() - 2));
    CHECK(pictures_in(reader).empty());
    reader.append(byte_view(stream).last(2));
    const auto pictures = pictures_in(reader);
    REQUIRE(pictures.size() == 1);
    REQUIRE(pictures[0].size() == 4);
    CHECK(pictures[0][1] == sequence_parameters);
    CHECK(pictures[0][3] == key_slice());
}

TEST_CASE("pictures are found however the stream is cut into pieces", "[media]")
{
    const bytes stream =
        stream_of({video_parameters, key_slice(), picture_hash, next_slice(), slice(1, 40, false),
                   picture_hash, next_slice(30), picture_hash});
    for (const std::size_t piece :
         {std::size_t{1}, std::size_t{2}, std::size_t{7}, stream.size()}) {
        hashed_picture_reader reader;
        std::vector<std::size_t> sizes;
        for (std::size_t at = 0; at < stream.size(); at += piece) {
            reader.append(byte_view(stream).subspan(at, std::min(piece, stream.size() - at)));
            for (const auto& picture : pictures_in(reader))
                sizes.push_back(picture.size());
        }
        CHECK(sizes == std::vector<std::size_t>{2, 2, 1});
    }
}

TEST_CASE("each picture may be as long as the longest", "[media]")
{
    constexpr std::size_t most_of_it = hashed_picture_reader::longest_picture / 3 * 2;
    hashed_picture_reader reader;
    reader.append(stream_of(
        {key_slice(most_of_it), picture_hash, next_slice(most_of_it), picture_hash, next_slice()}));
    CHECK(pictures_in(reader).size() == 2);
}

TEST_CASE("a picture that does not end is an encoder's failure", "[media]")
{
    hashed_picture_reader reader;
    reader.append(stream_of({key_slice(hashed_picture_reader::longest_picture + 10)}));
    CHECK_FALSE(reader.next());
}

} // namespace thimble::virtualphone::tests
