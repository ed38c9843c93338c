#include "program/environment.hpp"

#include <cstdlib>

namespace thimble::service {

environment process_environment()
{
    return [](const char* name) -> std::optional<std::string> {
        const char* value = std::getenv(name); // NOLINT(concurrency-mt-unsafe): see the header
        if (value == nullptr || *value == '\0')
            return std::nullopt;
        return value;
    };
}

} // namespace thimble::service
