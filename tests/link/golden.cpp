#include "tests/link/golden.hpp"

#include <filesystem>
#include <fstream>
#include <stdexcept>

namespace thimble::link {

using nlohmann::json;

json golden(const std::string& name)
{
    std::ifstream file(std::string(THIMBLE_GOLDEN) + "/" + name + ".json");
    if (!file)
        throw std::runtime_error("there is no golden file " + name);
    return json::parse(file);
}

std::set<std::string> golden_names()
{
    std::set<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(THIMBLE_GOLDEN))
        names.insert(entry.path().stem().string());
    return names;
}

std::string golden_with(const std::string& name, const std::string& place, const std::string& value)
{
    json message = golden(name);
    const json::json_pointer at(place);
    if (!value.empty())
        message[at] = json::parse(value);
    else if (message.at(at.parent_pointer()).is_object())
        message.at(at.parent_pointer()).erase(at.back());
    return message.dump();
}

} // namespace thimble::link
