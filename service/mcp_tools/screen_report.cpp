#include "service/mcp_tools/screen_report.hpp"

#include "contract/url_check.hpp"
#include "mcp/content.hpp"
#include "service/mcp_tools/results.hpp"

#include <utility>

namespace thimble::service::mcp_tools {

namespace asio = boost::asio;
using nlohmann::json;

namespace {

constexpr std::size_t thin = 3;           // elements: fewer say too little
constexpr std::size_t most_listed = 2400; // bytes of a list of elements
constexpr std::size_t most_label = 80;    // bytes
constexpr auto elements_tail = "elements?limit=60&format=digest";
constexpr auto picture_tail = "screenshot?format=jpeg&quality=70&max_edge=1344";

std::string on_one_line(std::string label)
{
    for (auto& each : label)
        if (static_cast<unsigned char>(each) < 0x20)
            each = ' ';
    return label.size() <= most_label ? label : cut_to(std::move(label), most_label);
}

/// `Button "Save" 310,402`: its middle.
std::string line_of_element(const json& one)
{
    auto out = one.value("type", std::string("element"));
    if (const auto label = one.value("label", std::string()); !label.empty())
        out += " \"" + on_one_line(label) + '"';
    if (!one.value("enabled", true))
        out += " disabled";
    const auto middle = [&](const char* from, const char* length) {
        return std::to_string(one.value(from, 0) + one.value(length, 0) / 2);
    };
    return out + " " + middle("x", "width") + "," + middle("y", "height");
}

/// Of a service that gives no digest: the elements by themselves.
std::string list_of(const json& elements)
{
    std::string out;
    std::size_t told_of = 0;
    for (const auto& each : elements) {
        const auto line = line_of_element(each) + "\n";
        if (out.size() + line.size() > most_listed)
            break;
        out += line;
        ++told_of;
    }
    if (told_of < elements.size())
        out += "and " + std::to_string(elements.size() - told_of) + " more\n";
    return out.empty() ? "No elements are told of this screen.\n" : out;
}

struct read_text {
    std::string text;
    std::string frame_id;
    bool is_thin = false;
};

std::string failure_text(const rest_answer& how)
{
    return how.record.is_object() ? how.record.value("error", std::string("UNKNOWN")) : "UNKNOWN";
}

read_text text_in(const rest_answer& answer)
{
    if (!answer.ok() || !answer.record.is_object())
        return {.text = "The screen's elements cannot be read (" + failure_text(answer) + ").\n",
                .frame_id = {},
                .is_thin = true};
    const auto& record = answer.record;
    read_text out;
    if (const auto frame = record.find("frame_id"); frame != record.end() && frame->is_string())
        out.frame_id = frame->get<std::string>();
    const auto elements = record.value("elements", json::array());
    const auto digest = record.find("digest");
    if (digest != record.end() && digest->is_string()) {
        out.text = digest->get<std::string>();
        out.is_thin = record.value("element_count", thin) < thin;
    } else {
        out.text = list_of(elements);
        out.is_thin = elements.size() < thin;
    }
    return out;
}

} // namespace

picture_wish wish_in(const tool_use& use)
{
    if (!use.has("picture"))
        return picture_wish::when_text_is_thin;
    return use.flag("picture") ? picture_wish::always : picture_wish::never;
}

asio::awaitable<screen_report>
report_screen(tool_use& use, std::string phone_id, picture_wish wish, std::string since)
{
    std::string tail = elements_tail;
    if (!since.empty())
        tail += "&since=" + percent_encoded(since);
    auto read = text_in(co_await use.get(phone_target(phone_id, tail)));
    screen_report out{.text = std::move(read.text), .frame_id = std::move(read.frame_id)};
    const bool wanted =
        wish == picture_wish::always || (wish == picture_wish::when_text_is_thin && read.is_thin);
    if (!wanted)
        co_return out;
    const auto picture = co_await use.get(phone_target(phone_id, picture_tail));
    if (!picture.ok() || picture.bytes().empty()) {
        out.text += "There is no picture of it (" + failure_text(picture) + ").\n";
        co_return out;
    }
    if (auto frame = picture.header("X-Frame-Id"); !frame.empty())
        out.frame_id = std::move(frame);
    out.picture = mcp::content::image(picture.bytes(), picture.header("Content-Type"));
    co_return out;
}

void add_report(mcp::tool_result& to, std::string before, screen_report what)
{
    auto text = std::move(before);
    if (!what.frame_id.empty())
        text += "frame_id " + what.frame_id + "\n";
    text += what.text;
    to.content.push_back(mcp::content::text(cut_to(std::move(text), most_text)));
    if (!what.picture.is_null())
        to.content.push_back(std::move(what.picture));
    if (to.is_error)
        return;
    to.structured["frame_id"] = what.frame_id.empty() ? json() : json(what.frame_id);
    to.structured["screen"] = std::move(what.text);
}

} // namespace thimble::service::mcp_tools
