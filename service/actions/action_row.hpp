// One action of the REST contract as a row: its path, its arguments, what it becomes.
#pragma once

#include "contract/arguments.hpp"
#include "contract/description.hpp"
#include "contract/failure.hpp"
#include "service/phones/phones.hpp"

#include <functional>
#include <string>
#include <vector>

namespace thimble::service::api {

struct action_row {
    std::string name; // in the path
    std::vector<parameter> body = {};

    /// Called once the arguments have been checked one by one; what is wrong with them together is
    /// its failure.
    std::function<result<link::action>(const arguments&)> make = {};

    /// Instead of `make`, where it matters what is kept about the phone.
    std::function<result<link::action>(const known_phone&, const arguments&)> make_for = {};

    result<link::action> make_action(const known_phone& phone, const arguments& given) const
    {
        return make_for ? make_for(phone, given) : make(given);
    }

    /// Where the path is not the name: one with places for fields of the body.
    std::string path = {};

    /// Other paths of the same action.
    std::vector<std::string> also = {};

    /// Without its answers, which are those of every action.
    description documented_as = {};

    /// The record of a sync answer, where more stands in it than in a job.
    std::string record = "job";
};

/// "x" and "y", pixels of the screenshot.
parameter x();
parameter y();

// The rows, by what they are done with.
std::vector<action_row> touch_rows();
std::vector<action_row> element_rows();
std::vector<action_row> text_rows();
std::vector<action_row> command_rows();
std::vector<action_row> app_rows();

} // namespace thimble::service::api
