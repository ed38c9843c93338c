#include "tests/service/agent_loop/model_scripts.hpp"

namespace thimble::service::test {

std::string use(const std::string& name, const std::string& arguments)
{
    return R"({"name": ")" + name + R"(", "arguments": )" + arguments + "}";
}

namespace {

std::string joined(const std::vector<std::string>& all)
{
    std::string out;
    for (const auto& each : all)
        out += (out.empty() ? "" : ", ") + each;
    return out;
}

} // namespace

std::string turn(const std::vector<std::string>& uses, const std::string& more)
{
    return R"({"tool_uses": [)" + joined(uses) + "]" + (more.empty() ? "" : ", " + more) + "}";
}

std::string tap()
{
    return use("tap", R"({"x": 100, "y": 200})");
}

std::string claim()
{
    return use("done", R"({"success": true, "summary": "All set."})");
}

std::string script(const std::vector<std::string>& turns,
                   const std::vector<std::string>& verdicts,
                   bool repeat_last)
{
    std::vector<std::string> looks;
    for (const auto& each : verdicts)
        looks.push_back(R"({"text": ")" + each + R"("})");
    return R"({"conversations": [{"when": "The task:", "turns": [)" + joined(looks) +
           R"(]}, {"when": "", "repeat_last": )" + (repeat_last ? "true" : "false") +
           R"(, "turns": [)" + joined(turns) + "]}]}";
}

std::string short_task()
{
    return script({turn({tap()}), turn({claim()})});
}

std::string slow_model()
{
    return script({turn({tap()}, R"("delay_ms": 60000)")}, {"NO: x"}, true);
}

} // namespace thimble::service::test
