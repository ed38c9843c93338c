// A state directory that one service leaves to the next.
#pragma once

#include "tests/e2e/temporary_directory.hpp"
#include "tests/service/http_client.hpp"
#include "tests/service/running_service.hpp"
#include "tests/store/store_in.hpp"

#include <fstream>
#include <functional>
#include <memory>
#include <sstream>
#include <string>

namespace thimble::service::test {

class lasting_state {
public:
    /// A service that finds what the one before has left; `teach` what its desktop knows by then.
    std::unique_ptr<running_service> start(const std::function<void(scripted_desktop&)>& teach = {})
    {
        return std::make_unique<running_service>(
            limits{}, std::chrono::seconds(2),
            [&](server_options& given) {
                given.state_dir = directory_.path();
                given.database = database();
            },
            teach);
    }

    /// The database as a program finds it while no service runs.
    store::database_file database() const
    {
        return store::database_file::open(store::test::store_in(directory_.path())).value();
    }

    /// Everything in the files of the directory.
    std::string content() const
    {
        std::ostringstream all;
        for (const auto& each : std::filesystem::recursive_directory_iterator(directory_.path()))
            if (each.is_regular_file())
                all << std::ifstream(each.path(), std::ios::binary).rdbuf();
        return all.str();
    }

private:
    e2e::temporary_directory directory_;
};

} // namespace thimble::service::test
