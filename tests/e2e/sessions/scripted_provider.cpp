#include "tests/e2e/sessions/scripted_provider.hpp"

#include "tests/e2e/eventually.hpp"

#include <fstream>
#include <stdexcept>

namespace thimble::e2e {

std::string scripted_provider::url_at(const std::string& host_and_port) const
{
    return (shown_ == nullptr ? "http://" : "https://") + host_and_port +
           (spoken_ == wire::anthropic ? "" : "/v1");
}

environment scripted_provider::variables() const
{
    environment out{
        {"THIMBLE_MODEL_PROVIDER", spoken_ == wire::anthropic ? "anthropic" : "openai"},
        {"THIMBLE_MODEL_BASE_URL", url_at(address_ + ":" + std::to_string(port_.number()))},
        {"THIMBLE_MODEL", "scripted"},
        {"THIMBLE_MODEL_API_KEY", "sk-scripted-0000000000"},
        {"THIMBLE_MODEL_PRICES", "*=1/1"}};
    if (shown_ != nullptr)
        out["THIMBLE_MODEL_CA_FILE"] = shown_->certificate().string();
    return out;
}

void scripted_provider::play(const nlohmann::json& script)
{
    model_.reset();
    const auto file = directory_.path() / "script.json";
    const auto log = directory_.path() / "requests";
    std::ofstream(file) << script.dump();
    std::ofstream(log, std::ios::trunc).flush();
    arguments how{"--script",  file.string(), "--log",  log.string(),
                  "--address", address_,      "--port", std::to_string(port_.number())};
    if (shown_ != nullptr)
        how.insert(how.end(), {"--tls-cert", shown_->certificate().string(), "--tls-key",
                               shown_->key().string()});
    model_.emplace("scripted_model", how);
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
