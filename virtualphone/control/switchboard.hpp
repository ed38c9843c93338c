// Takes a control call to the phone and the table entry that it names.
#pragma once

#include "virtualphone/control/call.hpp"

#include <string_view>
#include <vector>

namespace thimble::virtualphone::control {

/// The phones, their agents and the world outlive it. Home thread only.
class switchboard {
public:
    switchboard(std::vector<controlled_phone> phones, world& around)
        : phones_(std::move(phones)), context_(around)
    {
    }

    /// `target` is the path with its query; the views are valid until the reply has come.
    boost::asio::awaitable<reply>
    answer(boost::beast::http::verb method, std::string_view target, std::string_view body);

private:
    reply list_phones(boost::beast::http::verb method);
    reply change_mux(boost::beast::http::verb method, std::string_view to);
    boost::asio::awaitable<reply> ask_phone(boost::beast::http::verb method,
                                            std::string_view path,
                                            std::string_view query,
                                            std::string_view body);

    std::vector<controlled_phone> phones_;
    world& context_;
};

} // namespace thimble::virtualphone::control
