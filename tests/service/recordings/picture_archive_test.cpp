// Pictures with their times in an archive.
#include "service/recordings/picture_archive.hpp"
#include "tests/catch2.hpp"
#include "tests/e2e/program.hpp"
#include "tests/service/recordings/archive_reader.hpp"

#include <algorithm>
#include <fstream>
#include <span>

namespace thimble::service {

namespace {

using namespace std::chrono_literals;
using moment = picture_archive::moment;
using files = std::vector<std::pair<std::string, std::string>>;

constexpr moment begun{1'790'000'000s};

struct written_archive {
    void add(const std::string& content, moment at)
    {
        const auto bytes = std::as_bytes(std::span(content));
        append(archive.add(std::make_shared<const screen::bytes>(bytes.begin(), bytes.end()), at));
    }

    void append(const screen::bytes& more)
    {
        written.append(reinterpret_cast<const char*>(more.data()), more.size());
    }

    picture_archive archive{begun};
    std::string written;
};

} // namespace

TEST_CASE("pictures are files of an archive, named after their time", "[recordings]")
{
    written_archive on;
    on.add("one", begun);
    on.add("two", begun + 1234ms);
    const files both{{"000000000.jpg", "one"}, {"000001234.jpg", "two"}};
    CHECK(test::files_in_archive(on.written) == both); // before it has ended
    CHECK(on.archive.pictures() == 2);
    CHECK(on.archive.duration() == 1234ms);
    const auto reserved = on.archive.directory_bytes();
    const auto before = on.written.size();
    on.append(on.archive.finish(begun + 2s));
    CHECK(on.archive.duration() == 2s);
    CHECK(on.written.size() - before <= reserved);
    CHECK(test::files_in_archive(on.written) == both);
}

TEST_CASE("another program reads the archive", "[recordings]")
{
    const e2e::temporary_directory folder;
    written_archive on;
    for (int each = 0; each < 50; ++each)
        on.add(std::string(1000, static_cast<char>('a' + each % 26)), begun + each * 100ms);
    on.append(on.archive.finish(begun + 5s));
    const auto file = folder.path() / "pictures.zip";
    std::ofstream(file, std::ios::binary) << on.written;
    const auto told =
        e2e::run("python3", {"-c",
                             "import sys, zipfile\n"
                             "z = zipfile.ZipFile(sys.argv[1])\n"
                             "assert z.testzip() is None\n"
                             "l = z.infolist()\n"
                             "print(len(l), l[3].filename, l[3].file_size, l[3].compress_type)",
                             file.string()});
    CHECK(told.errors.empty());
    CHECK(told.output == "50 000000300.jpg 1000 0\n");
}

TEST_CASE("a screen that stands still is one picture", "[recordings]")
{
    written_archive on;
    const auto same = std::make_shared<const screen::bytes>(3, std::byte{7});
    on.append(on.archive.add(same, begun));
    CHECK(on.archive.add(same, begun + 1s).empty());
    CHECK(on.archive.add(std::make_shared<const screen::bytes>(*same), begun + 2s).empty());
    CHECK(on.archive.add(nullptr, begun + 3s).empty());
    CHECK(on.archive.add(std::make_shared<const screen::bytes>(), begun + 3s).empty());
    on.append(on.archive.add(std::make_shared<const screen::bytes>(3, std::byte{8}), begun + 4s));
    on.append(on.archive.add(same, begun + 5s));
    CHECK(test::files_in_archive(on.written).size() == 3);
}

TEST_CASE("times go on where the clock of the pictures is set back", "[recordings]")
{
    written_archive on;
    on.add("one", begun);
    on.add("two", begun + 100ms);
    on.add("three", begun - 600s);
    on.add("three", begun - 599s); // stands still
    on.add("four", begun - 598s);
    const auto all = test::files_in_archive(on.written);
    REQUIRE(all.size() == 4);
    CHECK(all[2].first == "000000101.jpg");
    CHECK(all[3].first == "000002100.jpg");
    on.append(on.archive.finish(begun - 595s));
    CHECK(on.archive.duration() == 5100ms);
}

TEST_CASE("no two pictures have one name", "[recordings]")
{
    written_archive on;
    on.add("one", begun);
    on.add("two", begun);
    on.add("three", begun - 5s);
    const auto all = test::files_in_archive(on.written);
    REQUIRE(all.size() == 3);
    CHECK(all[1].first == "000000001.jpg");
    CHECK(all[2].first == "000000002.jpg");
}

} // namespace thimble::service
