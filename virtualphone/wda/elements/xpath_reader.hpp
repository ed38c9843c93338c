// Reading XPath: from its tokens to an expression that can be evaluated.
#pragma once

#include "virtualphone/wda/elements/xpath_axes.hpp"
#include "virtualphone/wda/elements/xpath_tokens.hpp"

namespace thimble::virtualphone::wda {

/// Throws xpath_error, with the place from which on it is not understood.
class xpath_reader {
public:
    xpath_reader(std::string_view query, std::vector<xpath_token> tokens)
        : query_(query), tokens_(std::move(tokens))
    {
    }

    /// The whole query.
    xpath_expression read();

private:
    [[noreturn]] void fail() const;
    const xpath_token& next(std::size_t ahead = 0) const;
    void count_operator();
    bool is_sign(std::string_view sign, std::size_t ahead = 0) const;
    bool take_sign(std::string_view sign);
    void need_sign(std::string_view sign);

    xpath_expression binary(int level);
    xpath_expression unary();
    xpath_expression union_of_paths();
    xpath_expression path();
    xpath_expression path_from(xpath_expression beginning);
    xpath_expression location_path();
    xpath_expression primary();
    xpath_expression call(const std::string& name);
    bool begins_primary() const;
    bool begins_step() const;
    std::vector<xpath_step> relative_path();
    void add_separator(std::vector<xpath_step>& to);
    xpath_step step();
    void read_node_test(xpath_step& to);
    std::vector<xpath_expression> predicates();

    std::string_view query_;
    std::vector<xpath_token> tokens_;
    std::size_t at_ = 0;
    int depth_ = 0;
    int operators_ = 0;
};

} // namespace thimble::virtualphone::wda
