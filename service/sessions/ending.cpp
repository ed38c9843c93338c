#include "service/sessions/ending.hpp"

#include <utility>

namespace thimble::service::sessions {

std::string_view code_of(fault what)
{
    switch (what) {
    case fault::timeout:
        return "TIMEOUT";
    case fault::budget_exceeded:
        return "BUDGET_EXCEEDED";
    case fault::stuck:
        return "STUCK";
    case fault::model_failed:
        return "MODEL_FAILED";
    case fault::unverified:
        return "UNVERIFIED";
    case fault::service_restarted:
        return "SERVICE_RESTARTED";
    }
    std::unreachable();
}

ending completed(std::string result)
{
    return {.how = status::completed, .result = std::move(result)};
}

ending killed()
{
    return {.how = status::killed};
}

ending failed(fault what, std::string_view why)
{
    return failed(code_of(what), why);
}

ending failed(std::string_view code, std::string_view why)
{
    return {.how = status::failed, .error = std::string(code).append(": ").append(why)};
}

} // namespace thimble::service::sessions
