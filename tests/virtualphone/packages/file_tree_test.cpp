// Files that hosts put on the phone.
#include "tests/catch2.hpp"
#include "virtualphone/packages/file_tree.hpp"

namespace thimble::virtualphone::tests {
namespace {

using packages::file_kind;
using packages::file_status;
using packages::file_tree;

using names = std::vector<std::string>;

} // namespace

TEST_CASE("files lie in folders, and folders are made on the way", "[virtualphone]")
{
    file_tree files;
    CHECK(files.make_file("a/b") == file_status::not_found);
    CHECK(files.make_folder("/a/b/") == file_status::done);
    CHECK(files.make_folder("a/b") == file_status::done);
    CHECK(files.make_file("a/b/c") == file_status::done);
    CHECK(files.make_folder("a/b/c") == file_status::exists);
    CHECK(files.make_file("a/b") == file_status::is_folder);
    CHECK(files.make_file("a/b/c/d") == file_status::invalid);
    CHECK(files.make_folder("a-b") == file_status::done);
    CHECK(files.names_in("") == names{"a", "a-b"});
    CHECK(files.names_in("/") == names{"a", "a-b"});
    CHECK(files.names_in("/a") == names{"b"});
    CHECK(files.paths_below("a") == names{"a/b", "a/b/c"});
    CHECK(files.find("a/./b//c")->kind == file_kind::file);
    CHECK(files.find("a/x") == nullptr);
}

TEST_CASE("no path leads out of the files", "[virtualphone]")
{
    file_tree files;
    for (const auto* path : {"..", "a/../../b", "../a"}) {
        CHECK_FALSE(file_tree::normal(path));
        CHECK(files.make_folder(path) == file_status::invalid);
        CHECK(files.find(path) == nullptr);
    }
    CHECK_FALSE(file_tree::normal(std::string(1025, 'a')));
    CHECK(file_tree::normal("//a/") == "a");
    CHECK(file_tree::normal("/") == "");
    CHECK(files.remove("", true) == file_status::denied);
    CHECK(files.make_link("link", "/etc") == file_status::done);
    CHECK(files.make_file("link/passwd") == file_status::invalid);
    CHECK(files.make_file("link") == file_status::denied);
}

TEST_CASE("a file is written from any place on, within a limit", "[virtualphone]")
{
    file_tree files;
    const plist::bytes content{1, 2, 3};
    CHECK(files.write("f", 0, content) == file_status::not_found);
    REQUIRE(files.make_file("f") == file_status::done);
    CHECK(files.write("f", 2, content) == file_status::done);
    CHECK(files.write("f", 0, plist::bytes{9}) == file_status::done);
    CHECK(files.find("f")->content == plist::bytes{9, 0, 1, 2, 3});
    CHECK(files.bytes() == 5);
    CHECK(files.write("f", file_tree::most_bytes, content) == file_status::no_space);
    CHECK(files.write("f", ~std::uint64_t{0}, content) == file_status::no_space);
    CHECK(files.resize("f", file_tree::most_bytes + 1) == file_status::no_space);
    CHECK(files.resize("f", 2) == file_status::done);
    CHECK(files.make_file("f") == file_status::done);
    CHECK(files.bytes() == 0);
}

TEST_CASE("files are renamed and removed with what they hold", "[virtualphone]")
{
    file_tree files;
    REQUIRE(files.make_folder("a/b") == file_status::done);
    REQUIRE(files.make_file("a/b/c") == file_status::done);
    REQUIRE(files.write("a/b/c", 0, plist::bytes{1}) == file_status::done);
    CHECK(files.rename("a", "a/b/d") == file_status::invalid);
    CHECK(files.rename("x", "y") == file_status::not_found);
    CHECK(files.rename("a/b", "e") == file_status::done);
    CHECK(files.find("e/c")->content == plist::bytes{1});
    CHECK(files.find("a/b") == nullptr);
    CHECK(files.remove("e", false) == file_status::not_empty);
    CHECK(files.remove("e", true) == file_status::done);
    CHECK(files.remove("e", true) == file_status::not_found);
    CHECK(files.bytes() == 0);
    CHECK(files.names_in("") == names{"a"});
}

TEST_CASE("the number of files has a limit", "[virtualphone]")
{
    file_tree files; // with its root
    for (std::size_t i = 1; i < file_tree::most_files; ++i)
        REQUIRE(files.make_file(std::to_string(i)) == file_status::done);
    CHECK(files.make_file("more") == file_status::no_space);
    CHECK(files.make_folder("more") == file_status::no_space);
}

TEST_CASE("trees share the phone's room, and give it back", "[virtualphone]")
{
    const auto room = std::make_shared<packages::file_room>();
    room->most = 100;
    file_tree media(room, 90);
    REQUIRE(media.make_file("f") == file_status::done);
    CHECK(media.resize("f", 91) == file_status::no_space);
    CHECK(media.resize("f", 60) == file_status::done);
    CHECK(media.free_bytes() == 30);
    {
        file_tree container(room, 90);
        REQUIRE(container.make_file("g") == file_status::done);
        CHECK(container.free_bytes() == 40);
        CHECK(container.resize("g", 41) == file_status::no_space);
        CHECK(container.resize("g", 40) == file_status::done);
        CHECK(media.free_bytes() == 0);
        CHECK(media.resize("f", 61) == file_status::no_space);
        CHECK(media.resize("f", 50) == file_status::done);
        CHECK(container.free_bytes() == 10);
        CHECK(room->used == 90);
    }
    CHECK(room->used == 50);
    CHECK(media.remove("f", false) == file_status::done);
    CHECK(room->used == 0);
    CHECK(media.free_bytes() == 90);
}

} // namespace thimble::virtualphone::tests
