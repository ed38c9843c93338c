#include "service/actions/action_row.hpp"

#include <algorithm>
#include <iterator>

namespace thimble::service::api {

typed_word word_for(const parameter& field)
{
    typed_word out{.field = field.name, .shown = field.typed, .optional = !field.required};
    if (!out.shown.empty())
        return out;
    for (const char each : field.name)
        out.shown += each >= 'a' && each <= 'z' ? static_cast<char>(each - 'a' + 'A') : each;
    return out;
}

std::vector<parameter> action_row::fields_without_refs() const
{
    std::vector<parameter> out;
    for (parameter each : body) {
        if (std::ranges::find(body, each.name, &parameter::instead) != body.end())
            continue;
        each.instead.clear();
        out.push_back(std::move(each));
    }
    return out;
}

std::vector<typed_word> action_row::words() const
{
    if (typed)
        return *typed;
    std::vector<typed_word> out;
    for (const parameter& each : fields_without_refs()) {
        out.push_back(word_for(each));
        if (out.back().is_rest_of_line())
            break;
    }
    return out;
}

std::vector<action_row> step_rows()
{
    std::vector<action_row> all;
    for (auto group : {touch_rows, element_rows, text_rows, command_rows, app_rows})
        std::ranges::move(group(), std::back_inserter(all));
    return all;
}

} // namespace thimble::service::api
