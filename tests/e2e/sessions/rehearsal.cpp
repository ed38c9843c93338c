#include "tests/e2e/sessions/rehearsal.hpp"

#include "tests/e2e/sessions/script.hpp"

namespace thimble::e2e {

using nlohmann::json;

rehearsal::rehearsal(const thimble_system& by, const virtual_phone& twin)
    : by_(by), twin_(twin), path_(by.path(twin, "/"))
{
    const auto record = by_.record_of(twin_);
    width_ = record.at("width");
    height_ = record.at("height");
}

rehearsal& rehearsal::open(const std::string& app)
{
    return act("open_app", "open-app", {{"app_name", app}});
}

rehearsal& rehearsal::tap(const std::string& label, const std::string& type)
{
    const auto where = middle_of(label, type);
    return act("tap", "tap", {{"x", where.x}, {"y", where.y}});
}

rehearsal& rehearsal::double_tap(pixel where)
{
    return act("double_tap", "double-tap", {{"x", where.x}, {"y", where.y}});
}

rehearsal& rehearsal::long_press(const std::string& label)
{
    const auto where = middle_of(label);
    return act("long_press", "tap-and-hold", {{"x", where.x}, {"y", where.y}});
}

/// The edges of the screen belong to the system.
bool rehearsal::can_touch(const std::string& label) const
{
    const auto found = find(label, "");
    if (!found)
        return false;
    const int middle = found->at("y").get<int>() + found->at("height").get<int>() / 2;
    return middle > height_ / 10 && middle < height_ * 9 / 10;
}

rehearsal& rehearsal::bring(const std::string& label)
{
    for (int drags = 0; drags < 12 && !can_touch(label); ++drags)
        act("drag", "drag",
            {{"from_x", width_ / 2},
             {"from_y", height_ * 7 / 10},
             {"to_x", width_ / 2},
             {"to_y", height_ * 4 / 10}});
    INFO("scrolling to " << label);
    REQUIRE(can_touch(label));
    return *this;
}

rehearsal& rehearsal::zoom_in()
{
    return act("pinch", "pinch", {{"x", width_ / 2}, {"y", height_ / 2}, {"action", "pinch_out"}});
}

rehearsal& rehearsal::type(const std::string& text)
{
    const auto answer =
        by_.api().post(path_ + "type", json{{"text", text}, {"method", "auto"}}.dump());
    INFO(answer.body);
    REQUIRE(answer.status == 200);
    return note("type", {{"text", text}});
}

rehearsal& rehearsal::note(const std::string& tool, const json& arguments)
{
    turns_.push_back(turn_of(tool, arguments));
    return *this;
}

rehearsal& rehearsal::act(const std::string& tool, const std::string& action, const json& arguments)
{
    const auto answer = by_.api().post(path_ + action, arguments.dump());
    INFO(action << " " << arguments.dump() << ": " << answer.body);
    REQUIRE(answer.status == 200);
    return note(tool, arguments);
}

std::optional<json> rehearsal::find(const std::string& label, const std::string& type) const
{
    const auto answer = by_.api().get(path_ + "elements?limit=200");
    INFO(answer.body);
    REQUIRE(answer.status == 200);
    for (const auto& one : answer.json().at("elements"))
        if (one.at("label") == label && (type.empty() || one.at("type") == type))
            return one;
    return std::nullopt;
}

json rehearsal::element(const std::string& label, const std::string& type) const
{
    const auto found = find(label, type);
    INFO("looking for " << type << " '" << label << "'");
    REQUIRE(found);
    return *found;
}

pixel rehearsal::middle_of(const std::string& label, const std::string& type) const
{
    const auto one = element(label, type);
    return {.x = one.at("x").get<int>() + one.at("width").get<int>() / 2,
            .y = one.at("y").get<int>() + one.at("height").get<int>() / 2};
}

std::vector<json> rehearsal::to_the_end(const std::string& summary) const
{
    auto out = turns_;
    out.push_back(claim(summary));
    return out;
}

} // namespace thimble::e2e
