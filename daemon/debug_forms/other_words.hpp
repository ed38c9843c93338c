// Words that people have for actions beside the names of their rows.
#pragma once

#include "service/actions/action_row.hpp"

#include <span>
#include <string_view>
#include <vector>

namespace thimble::daemon {

struct other_word {
    std::string_view word;
    std::string_view usage;
    std::string_view summary;
};

/// In the order of the help.
std::span<const other_word> other_words();

struct meant_row {
    const service::api::action_row* row = nullptr; // nullptr: nothing is called so
    bool by_next_word = false;                     // which belongs to the name, then
};

/// The row of that name; of another word the row that it stands for, which the word after it may
/// decide: `press` is a button of the phone where one is called so, else a key; `open` is an
/// address where a scheme stands in front, else an app.
meant_row row_meant(const std::vector<service::api::action_row>& rows,
                    std::string_view name,
                    std::string_view next);

} // namespace thimble::daemon
