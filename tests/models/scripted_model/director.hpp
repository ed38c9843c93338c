// Choice of the script's turn that answers a request, and the record of it.
#pragma once

#include "tests/models/scripted_model/script.hpp"
#include "tests/models/scripted_model/turn_events.hpp"

#include <boost/beast/http/message.hpp>
#include <boost/beast/http/string_body.hpp>

#include <fstream>
#include <optional>
#include <string>
#include <vector>

namespace thimble::scripted_model {

using request = boost::beast::http::request<boost::beast::http::string_body>;

struct scene {
    turn what;
    format as = format::anthropic;
    std::string model = {};
};

/// Of one thread.
class director {
public:
    /// `log`: a line of JSON for each request, without its key; empty: none is written.
    director(script plays, const std::string& log);

    /// Answer to a request, a refusal included.
    scene answer(const request& asked, int connection);

private:
    scene play(const nlohmann::json& body, format as, nlohmann::ordered_json& noted);
    bool has_key(const request& asked) const;
    void note(const nlohmann::ordered_json& line);

    script script_;
    std::vector<std::size_t> played_; // turns of each conversation
    std::ofstream log_;
};

} // namespace thimble::scripted_model
