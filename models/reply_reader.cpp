#include "models/reply_reader.hpp"

#include "text/json_member.hpp"

#include <algorithm>

namespace thimble::service::models {

model_failure broken_off()
{
    return {.kind = failure_kind::network, .message = "The model's reply breaks off."};
}

std::int64_t token_count(const nlohmann::json& usage, std::string_view name, std::int64_t usual)
{
    constexpr std::int64_t most = 1'000'000'000;
    return std::clamp(member<std::int64_t>(usage, name, usual), std::int64_t{0}, most);
}

} // namespace thimble::service::models
