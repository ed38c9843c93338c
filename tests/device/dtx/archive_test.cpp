// Archives of NSKeyedArchiver, ours and those of others.
#include "device/dtx/archive.hpp"
#include "device/plist/binary_list.hpp"
#include "tests/catch2.hpp"
#include "tests/device/coredevice/bytes.hpp"

#include <array>

namespace thimble::tests {
namespace {

namespace dtx = device::dtx;
namespace plist = device::plist;
using dtx::malformed;

// The text "a", object by object as the encoder writes them.
constexpr std::string_view archive_of_a =
    "62706c6973743030 d407090b0c080a0506 55246e756c6c 5161 54726f6f74 8001 d10304 a20102"
    "582476657273696f6e 12000186a0 59246172636869766572 5f100f4e534b657965644172636869766572"
    "5424746f70 58246f626a65637473 081117191e2023262f343e5055"
    "000000000000 01 01 000000000000000d 0000000000000000 000000000000005e";

// By another encoder: one of each kind, of mutable classes and of an unknown one.
constexpr std::string_view foreign_archive =
    "62706c6973743030d4010203040506070a582476657273696f6e592461726368697665725424746f7058246f"
    "626a6563747312000186a05f100f4e534b657965644172636869766572d1080954726f6f748001af10320b0c"
    "35363738393a3b3c3d3e3f404648494c505152555b5c5f6364676b6c6f7774787c7f808488898d919293979d"
    "9e9fa0a155246e756c6cd30d0e0f102234574e532e6b6579735a4e532e6f626a656374735624636c617373af"
    "10111112131415161718191a1b1c1d1e1f20218003800580078009800b800c800f801280168019801f802380"
    "268029802d802e8030af1011232425262728292a2b2c2d2e2f303132338002800480068008800a8000800e80"
    "1180158018801e802280258028802c8020802f8031095379657313fffffffffffffffd556d696e7573233fe0"
    "0000000000005468616c666300fcd83dde0056756d6c61757442010254626c6f62536e696cd2414243445a24"
    "636c6173736e616d655824636c6173736573564e534e756c6ca24345584e534f626a656374d10f47800d546e"
    "6f6e65d241424a4b564e5355554944a24a45d24d0f4e4f5c4e532e7575696462797465734f10100001020304"
    "05060708090a0b0c0d0e0f80105269645966696c653a2f2f2f61d241425354554e5355524ca25345d356570f"
    "58595a574e532e626173655b4e532e72656c61746976658000801380145375726cd241425d5e564e53446174"
    "65a25d45d2600f6162574e532e74696d652340290000000000008017547768656ed2414265665c4e53446963"
    "74696f6e617279a26545d30d0e0f68696aa0a0801a5a4454584d657373616765d241426d6e574e534572726f"
    "72a26d45d47071720f73747576584e53446f6d61696e564e53436f64655a4e5355736572496e666f801c1001"
    "801b801d556572726f72d24142797a5c4e534d757461626c65536574a3797b45554e53536574d20e0f7d7ea2"
    "3232802153736574d2414281825f100f4e534d757461626c65537472696e67a3818345584e53537472696e67"
    "d2850f8687594e532e737472696e6752686980245474657874d241428a8b5d4e534d757461626c6544617461"
    "a38a8c45564e5344617461d28e0f8f90574e532e6461746141078027546461746154736c6f77d2414294955f"
    "100f5843544d757461626c654973737565a3949645585843544973737565d398990f9a9b9c54747970655f10"
    "13636f6d706163742d6465736372697074696f6e1003802a802b556973737565100714000000000000000080"
    "00000000000000556c61726765d24142a2a35f10134e534d757461626c6544696374696f6e617279a3a26545"
    "00080011001a00240029003200370049004c005100530088008e0095009d00a800af00c300c500c700c900cb"
    "00cd00cf00d100d300d500d700d900db00dd00df00e100e300e500f900fb00fd00ff01010103010501070109"
    "010b010d010f01110113011501170119011b011d011e0122012b0131013a013f0146014d015001550159015e"
    "016901720179017c01850188018a018f0194019b019e01a301b001c301c501c801d201d701dd01e001e701ef"
    "01fb01fd01ff02010205020a0211021402190221022a022c0231023602430246024d024e024f0251025c0261"
    "0269026c0275027e028502900292029402960298029e02a302b002b402ba02bf02c202c402c802cd02df02e3"
    "02ec02f102fb02fe03000305030a0318031c032303280330033203340339033e03430355035903620369036e"
    "038403860388038a0390039203a303a903ae03c4000000000000020100000000000000a40000000000000000"
    "00000000000003c8";

dtx::value foreign_value()
{
    dtx::uuid counted;
    for (std::size_t at = 0; at < counted.content.size(); ++at)
        counted.content.at(at) = static_cast<std::byte>(at);
    const dtx::object issue{.class_name = "XCTMutableIssue",
                            .fields = {{"type", std::int64_t{3}}, {"compact-description", "slow"}},
                            .ancestors = {"XCTIssue", "NSObject"}};
    return dtx::dictionary{
        {"yes", true},
        {"minus", std::int64_t{-3}},
        {"half", 0.5},
        {"umlaut", "\u00fc\U0001f600"},
        {"blob", bytes_of("0102")},
        {"nil", dtx::null{}},
        {"none", dtx::null{}},
        {"id", counted},
        {"url", dtx::url{.relative = "file:///a"}},
        {"when", dtx::date{.seconds = 12.5}},
        {"error", dtx::ns_error{.domain = "DTXMessage", .code = 1}},
        {"set", dtx::list{std::int64_t{1}, std::int64_t{1}}},
        {"text", "hi"},
        {"data", bytes_of("07")},
        {"issue", issue},
        {"7", std::int64_t{1}}, // its key is a number
        {"large", 9223372036854775808.0},
    };
}

/// An archive object by object.
class archive_builder {
public:
    using number = plist::binary_list_writer::number;

    archive_builder() { add(list_.text("$null")); }

    plist::binary_list_writer& list() { return list_; }

    std::size_t add(number what)
    {
        objects_.push_back(what);
        return objects_.size() - 1;
    }

    std::size_t add_class(std::string_view name)
    {
        const auto text = list_.text(name);
        return add(list_.dictionary(
            {{list_.text("$classname"), text}, {list_.text("$classes"), list_.array({text})}}));
    }

    /// A list that refers to one place several times.
    std::size_t add_list(std::size_t of_class, std::size_t to, std::size_t times)
    {
        const std::vector<number> references(times, list_.uid(to));
        return add(list_.dictionary({{list_.text("NS.objects"), list_.array(references)},
                                     {list_.text("$class"), list_.uid(of_class)}}));
    }

    dtx::bytes finish(std::size_t root)
    {
        const auto top = list_.dictionary({{list_.text("root"), list_.uid(root)}});
        const auto objects = list_.array(objects_);
        return std::move(list_).finish(
            {{list_.text("$top"), top}, {list_.text("$objects"), objects}});
    }

private:
    plist::binary_list_writer list_;
    std::vector<number> objects_;
};

malformed archive_fault(dtx::byte_view from, dtx::archive_limits limits = {})
{
    const auto read = dtx::unarchive(from, limits);
    REQUIRE_FALSE(read);
    return read.error();
}

dtx::value nested_lists(int depth)
{
    dtx::value result = dtx::list();
    for (int at = 1; at < depth; ++at)
        result = dtx::list{std::move(result)};
    return result;
}

/// Number of the "$objects" of an archive.
std::size_t object_count(const dtx::bytes& of)
{
    const auto list = plist::binary_list::open(of);
    REQUIRE(list);
    const auto root = list->at(list->root());
    REQUIRE(root);
    for (std::size_t place = 0; place < root->count; ++place)
        if (plist::text_of(*list->at(list->reference(*root, place))) == "$objects")
            return list->at(list->reference(*root, root->count + place))->count;
    return 0;
}

} // namespace

TEST_CASE("a text has its archive", "[dtx]")
{
    CHECK(hexadecimal(dtx::archive("a")) == hexadecimal(bytes_of(archive_of_a)));
    CHECK(dtx::unarchive(bytes_of(archive_of_a)) == dtx::value("a"));
}

TEST_CASE("an archive of another encoder is read", "[dtx]")
{
    const auto read = dtx::unarchive(bytes_of(foreign_archive));
    REQUIRE(read);
    const auto expected = foreign_value();
    const auto* entries = read->as<dtx::dictionary>();
    REQUIRE(entries);
    const auto wanted = expected.as<dtx::dictionary>()->entries();
    REQUIRE(entries->entries().size() == wanted.size());
    for (std::size_t at = 0; at < wanted.size(); ++at) {
        INFO(wanted[at].key);
        CHECK(entries->entries()[at].key == wanted[at].key);
        CHECK(entries->entries()[at].what == wanted[at].what);
    }
}

TEST_CASE("values come back from their archives", "[dtx]")
{
    const auto same = [](const dtx::value& what) {
        return dtx::unarchive(dtx::archive(what)) == what;
    };
    CHECK(same(foreign_value()));
    CHECK(same(dtx::null{}));
    CHECK(same(dtx::url{.relative = "c", .base = "file:///b/"}));
    CHECK(same(std::string(300, 'x')));
    CHECK(same(dtx::data(70'000, std::byte{7})));
    CHECK(same(dtx::list(300, std::int64_t{-1})));
    CHECK(same(nested_lists(20)));
    for (const std::int64_t number :
         {std::int64_t{0}, std::int64_t{255}, std::int64_t{256}, std::int64_t{65'536},
          std::int64_t{4'294'967'295}, std::int64_t{4'294'967'296}, INT64_MAX, INT64_MIN})
        CHECK(same(number));
}

TEST_CASE("text that is no UTF-8 is replaced", "[dtx]")
{
    CHECK(dtx::unarchive(dtx::archive("a\xff")) == dtx::value("a\uFFFD"));
}

TEST_CASE("numbers stand in an object's fields, other values beside it", "[dtx]")
{
    const auto with_field = [](dtx::value what) {
        return dtx::archive(
            dtx::object{.class_name = "XCTestConfiguration", .fields = {{"a", std::move(what)}}});
    };
    CHECK(object_count(with_field(true)) == 3); // with "$null" and the class
    CHECK(object_count(with_field(std::int64_t{2})) == 3);
    CHECK(object_count(with_field(dtx::null{})) == 3);
    CHECK(object_count(with_field("text")) == 4);
    CHECK(object_count(dtx::archive(dtx::list{true, true})) == 5);
    // One class for both.
    CHECK(object_count(dtx::archive(dtx::list{dtx::list(), dtx::list()})) == 5);
}

TEST_CASE("an object that holds itself is refused", "[dtx]")
{
    archive_builder builder;
    const auto of_class = builder.add_class("NSArray");
    const auto itself = builder.add_list(of_class, 2, 1);
    REQUIRE(itself == 2);
    CHECK(archive_fault(builder.finish(itself)) == malformed::cyclic);
}

TEST_CASE("a property list whose array holds itself is refused", "[dtx]")
{
    archive_builder builder;
    const auto next = builder.list().text("x") + 1;
    const auto root = builder.add(builder.list().array({next}));
    CHECK(archive_fault(builder.finish(root)) == malformed::too_deep);
}

TEST_CASE("a few objects that are referred to without end are refused", "[dtx]")
{
    archive_builder builder;
    const auto of_class = builder.add_class("NSArray");
    auto last = builder.add_list(of_class, 0, 10);
    for (int level = 0; level < 9; ++level)
        last = builder.add_list(of_class, last, 10);
    CHECK(archive_fault(builder.finish(last)) == malformed::too_many);
}

TEST_CASE("a text that is referred to often counts each time", "[dtx]")
{
    const auto twice = [] {
        archive_builder builder;
        const auto of_class = builder.add_class("NSArray");
        const auto text = builder.add(builder.list().text(std::string(600, 'x')));
        return builder.finish(builder.add_list(of_class, text, 2));
    };
    CHECK(dtx::unarchive(twice(), {.bytes = 2000}));
    CHECK(archive_fault(twice(), {.bytes = 1000}) == malformed::too_large);
}

TEST_CASE("too deep archives are refused", "[dtx]")
{
    CHECK(archive_fault(dtx::archive(nested_lists(40))) == malformed::too_deep);
}

TEST_CASE("references to nothing are refused", "[dtx]")
{
    archive_builder builder;
    const auto of_class = builder.add_class("NSArray");
    CHECK(archive_fault(builder.finish(builder.add_list(of_class, 99, 1))) ==
          malformed::bad_reference);
    archive_builder classless;
    const auto list = classless.add_list(77, 0, 1);
    CHECK(archive_fault(classless.finish(list)) == malformed::bad_reference);
}

TEST_CASE("bytes that are no archive are refused", "[dtx]")
{
    CHECK(archive_fault({}) == malformed::not_an_archive);
    CHECK(archive_fault(letters_of("bplist00")) == malformed::not_an_archive);
    CHECK(archive_fault(plist::binary_list_writer().finish({})) == malformed::not_an_archive);
    const auto whole = bytes_of(foreign_archive);
    for (std::size_t length = 0; length < whole.size(); ++length)
        CHECK_FALSE(dtx::unarchive(dtx::byte_view(whole).first(length)));
}

} // namespace thimble::tests
