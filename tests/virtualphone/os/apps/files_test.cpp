#include "tests/virtualphone/os/handset.hpp"

using thimble::tests::handset;
namespace vp = thimble::virtualphone;

namespace {

using names = std::vector<std::string>;

struct files_in_hand : handset {
    explicit files_in_hand(std::string_view model = "iPhone 15 Pro",
                           vp::turned way = vp::turned::portrait)
        : handset(model)
    {
        os.launch("com.apple.DocumentsApp", now);
        os.rotate_device(way, now);
    }

    nlohmann::json state() const { return state_of("com.apple.DocumentsApp"); }
    names in(const std::string& folder) const
    {
        return state().at("items").at(folder).get<names>();
    }
    vp::place cell(std::string_view name) const
    {
        INFO(name);
        const auto found = find("Cell", name);
        REQUIRE(found);
        return {.x = found->frame.x + found->frame.width / 2,
                .y = found->frame.y + found->frame.height / 2};
    }
    /// Holds, drags in 300 ms, and lets go after a rest.
    void carry(vp::place from, vp::place to, double hold_ms = 550, double rest_ms = 100)
    {
        down(from);
        wait(hold_ms);
        for (int i = 1; i <= 18; ++i) {
            wait(300.0 / 18);
            move({.x = std::lerp(from.x, to.x, i / 18.0), .y = std::lerp(from.y, to.y, i / 18.0)});
        }
        wait(rest_ms);
        up(to);
    }
};

} // namespace

TEST_CASE("a file that is held and dragged onto a folder moves there", "[virtualphone]")
{
    for (const auto* model : {"iPhone SE 2", "iPhone 15 Pro", "iPad 9"})
        for (const auto way : {vp::turned::portrait, vp::turned::landscape_left}) {
            INFO(model << " " << vp::to_string(way));
            files_in_hand phone(model, way);
            const auto before = phone.in("Documents").size();
            phone.carry(phone.cell("Plan.pdf"), phone.cell("Documents"));
            CHECK(phone.in("Documents").size() == before + 1);
            CHECK(phone.in("Documents").back() == "Plan.pdf");
            CHECK_FALSE(phone.find("Cell", "Plan.pdf"));
            CHECK(phone.gestures() == names{"long_press", "drag_and_drop"});
        }
}

TEST_CASE("a file that is thrown onto a folder moves there too", "[virtualphone]")
{
    files_in_hand phone;
    phone.carry(phone.cell("Plan.pdf"), phone.cell("Archive"), 550, 0);
    CHECK(phone.in("Archive") == names{"Plan.pdf"});
}

TEST_CASE("a file that is dropped elsewhere goes back", "[virtualphone]")
{
    files_in_hand phone;
    const auto before = phone.state();
    phone.carry(phone.cell("Plan.pdf"),
                {.x = phone.os.width_pt() / 2, .y = phone.os.height_pt() - 60});
    CHECK(phone.state() == before);
    CHECK(phone.find("Cell", "Plan.pdf"));
    phone.carry(phone.cell("Plan.pdf"), phone.cell("Letter.txt"));
    CHECK(phone.state() == before);
}

TEST_CASE("a finger that does not hold long enough moves no file", "[virtualphone]")
{
    files_in_hand phone;
    const auto before = phone.state();
    phone.carry(phone.cell("Plan.pdf"), phone.cell("Documents"), 450);
    CHECK(phone.state() == before);
    CHECK(phone.gestures() == names{"pan"});
}

TEST_CASE("a file in the hand is seen, and put back when the app goes away", "[virtualphone]")
{
    files_in_hand phone;
    phone.down(phone.cell("Plan.pdf"));
    phone.wait(600);
    phone.move({.x = 200, .y = 500});
    const auto carried = phone.find("Other", "Plan.pdf");
    REQUIRE(carried);
    CHECK(carried->frame.x + carried->frame.width / 2 == 200);
    phone.os.go_home(phone.now);
    phone.up({.x = 200, .y = 500});
    phone.os.launch("com.apple.DocumentsApp", phone.now);
    CHECK(phone.find("Cell", "Plan.pdf"));
    CHECK_FALSE(phone.find("Other", "Plan.pdf"));
}

TEST_CASE("a long press without a drag asks what to do with the file", "[virtualphone]")
{
    files_in_hand phone;
    const auto file = phone.cell("Letter.txt");
    phone.down(file);
    phone.wait(600);
    phone.up(file);
    phone.choose("MenuItem", "Copy");
    CHECK(phone.os.clipboard() == "Letter.txt");
    CHECK_FALSE(phone.find("MenuItem", "Delete"));

    phone.down(file);
    phone.wait(600);
    phone.up(file);
    phone.tap({.x = 20, .y = phone.os.height_pt() - 60}); // beside the menu
    CHECK_FALSE(phone.find("MenuItem", "Delete"));

    phone.down(file);
    phone.wait(600);
    phone.up(file);
    phone.choose("MenuItem", "Delete");
    CHECK(phone.in("On My iPhone") == names{"Budget.xlsx", "Plan.pdf"});
}

TEST_CASE("folders and files open, and Back leads back", "[virtualphone]")
{
    files_in_hand phone;
    phone.choose("Cell", "Documents");
    CHECK(phone.state().at("path") == "On My iPhone/Documents");
    phone.choose("Cell", "Minutes.txt");
    CHECK(phone.state().at("open") == "Minutes.txt");
    phone.choose("Button", "Files");
    CHECK(phone.find("Cell", "Contract.pdf"));
    phone.choose("Button", "Back");
    CHECK(phone.state().at("path") == "On My iPhone");
}
