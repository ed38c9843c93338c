#include "tests/e2e/sessions/scripted_provider.hpp"

#include "tests/e2e/eventually.hpp"

#include <fstream>
#include <stdexcept>

namespace thimble::e2e {

environment scripted_provider::variables() const
{
    const bool anthropic = spoken_ == wire::anthropic;
    const auto url = "http://" + address_ + ":" + std::to_string(port_.number());
    return {{"THIMBLE_MODEL_PROVIDER", anthropic ? "anthropic" : "openai"},
            {"THIMBLE_MODEL_BASE_URL", anthropic ? url : url + "/v1"},
            {"THIMBLE_MODEL", "scripted"},
            {"THIMBLE_MODEL_API_KEY", "sk-scripted-0000000000"},
            {"THIMBLE_MODEL_PRICES", "*=1/1"}};
}

void scripted_provider::play(const nlohmann::json& script)
{
    model_.reset();
    const auto file = directory_.path() / "script.json";
    const auto log = directory_.path() / "requests";
    std::ofstream(file) << script.dump();
    std::ofstream(log, std::ios::trunc).flush();
    model_.emplace("scripted_model",
                   arguments{"--script", file.string(), "--log", log.string(), "--address",
                             address_, "--port", std::to_string(port_.number())});
    if (!model_->prints("listening", 30s))
        throw std::runtime_error("the scripted model did not start: " + model_->errors());
}

std::vector<nlohmann::json> scripted_provider::requests() const
{
    std::ifstream log(directory_.path() / "requests");
    std::vector<nlohmann::json> out;
    for (std::string line; std::getline(log, line);)
        if (auto read = nlohmann::json::parse(line, nullptr, false); read.is_object())
            out.push_back(std::move(read));
    return out;
}

} // namespace thimble::e2e
