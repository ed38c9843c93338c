// Files that describe phones and options, in TOML.
#pragma once

#include "virtualphone/program/phone_description.hpp"

#include <expected>
#include <map>
#include <string>
#include <vector>

namespace thimble::virtualphone {

struct scene {
    std::map<std::string, std::string> options; // by the names of the command line, e.g. "control"
    std::vector<phone_description> phones;      // [[phone]], in order
};

/// Tables [[phone]] with the keys of describe(), and, where `options_allowed`, keys at the top. The
/// error is a sentence that names the file and, where there is one, the line.
std::expected<scene, std::string> read_scene(const std::string& path, bool options_allowed);

} // namespace thimble::virtualphone
