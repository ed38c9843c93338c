// Prices of replies, by model.
#pragma once

#include "models/reply.hpp"

#include <cstdint>
#include <expected>
#include <string>
#include <string_view>
#include <vector>

namespace thimble::service::models {

/// In micro-dollars for a million tokens, 0 to a billion: 3,000,000 is 3 USD.
struct price {
    std::int64_t input = 0;
    std::int64_t output = 0;
    std::int64_t cache_read = 0;
    std::int64_t cache_written = 0;

    friend bool operator==(const price&, const price&) = default;
};

struct cost {
    std::int64_t micro_dollars = 0; // rounded to the nearest
    bool known = false;             // the model has a price and its tokens were told; else it is 0
};

/// Prices by how the names of models begin: the longest beginning counts.
class price_table {
public:
    void set(std::string beginning, price what);

    /// Nothing where no price is known.
    const price* find(std::string_view model) const;

    cost of(std::string_view model, const token_usage& used) const;

private:
    struct row {
        std::string beginning;
        price what;
    };

    std::vector<row> rows_;
};

/// "claude-sonnet=3/15/0.3/3.75, local=0/0": beginnings of names with USD for a million tokens of
/// input and output, of input from the cache and of input that is written to it. Without the last
/// two, both cost what input costs. "*" begins every name. An error continues "… is wrong: ".
std::expected<price_table, std::string> parse_prices(std::string_view text);

} // namespace thimble::service::models
