// Prompts that people choose from a menu of their client: tasks on a phone.
#include "mcp/content.hpp"
#include "service/mcp_tools/phone_catalogue.hpp"

#include <algorithm>
#include <array>

namespace thimble::service::mcp_tools {

namespace asio = boost::asio;
using nlohmann::json;

namespace {

struct prompt_text {
    const char* name;
    const char* title;
    const char* description;
    const char* argument; // that it needs
    const char* meaning;
    const char* words; // after the argument
};

constexpr std::array prompt_texts{
    prompt_text{"phone_task", "Do a task on a phone", "Does one task, step by step, and proves it",
                "task", "What is to be done, in words",
                "\n\nDo this on the phone with the tools of Thimble. Begin with `look`. Prefer "
                "elements to coordinates. Read what the screen became after each act, and when it "
                "did not change, try another way instead of the same again. Ask me before "
                "anything is sent, paid or deleted. At the end say what the screen shows that "
                "proves it."},
    prompt_text{"explore_app", "Explore an app", "Goes through an app and describes it", "app",
                "Name or bundle id",
                "\n\nOpen this app on the phone with the tools of Thimble and find out what it "
                "can do: visit each of its main screens once, and change nothing, send nothing, "
                "buy nothing. Then give me a map: screens, how one gets there, what can be done "
                "on each, and what looked wrong."},
    prompt_text{"reproduce_bug", "Reproduce a bug", "Follows a report until the bug shows",
                "report", "The report, with its steps",
                "\n\nReproduce this on the phone with the tools of Thimble. Follow the steps as "
                "they are written; where they leave something open, try the likely ways, three "
                "times at most each. Then tell: whether it shows, the exact steps that lead to "
                "it, what the screen showed instead of what was expected, and the job ids of the "
                "pictures."}};

} // namespace

std::vector<mcp::prompt> phone_catalogue::prompts(const mcp::principal& /*who*/)
{
    std::vector<mcp::prompt> out;
    for (const auto& each : prompt_texts)
        out.push_back({each.name,
                       each.title,
                       each.description,
                       {{each.argument, each.meaning, true},
                        {"phone", "Its id, UDID or name, where there are several", false}}});
    return out;
}

asio::awaitable<mcp::outcome<mcp::prompt_result>>
phone_catalogue::get_prompt(std::string_view name, const json& arguments, mcp::call& /*of*/)
{
    const auto found = std::ranges::find_if(
        prompt_texts, [&](const prompt_text& each) { return name == each.name; });
    if (found == prompt_texts.end())
        co_return std::unexpected(mcp::halt(mcp::invalid_params("There is no such prompt")));
    auto words = arguments.value(found->argument, std::string()) + found->words;
    if (const auto phone = arguments.value("phone", std::string()); !phone.empty())
        words += "\n\nThe phone is: " + phone;
    mcp::prompt_result out{.description = found->description};
    out.messages.push_back({{"role", "user"}, {"content", mcp::content::text(std::move(words))}});
    co_return out;
}

} // namespace thimble::service::mcp_tools
