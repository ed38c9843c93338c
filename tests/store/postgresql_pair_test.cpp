// A pair of servers for campaigns: what one has committed, the other has when it takes over.
#include "store/connection.hpp"
#include "tests/catch2.hpp"
#include "tests/store/postgresql_pair.hpp"
#include "tests/store/postgresql_server.hpp"

#include <iostream>

namespace thimble::service::store::test {

TEST_CASE("what one server of a pair has committed is there after a failover", "[store][pair]")
{
    const auto programs = postgresql_server::installed();
    if (!programs) {
        std::cout << "PostgreSQL is not installed: skipped (scripts/setup)" << std::endl;
        return;
    }
    postgresql_pair both(*programs);
    both.make_database("kept");
    const auto address =
        server_address::parse("postgresql://" + std::string(postgresql_pair::owner) +
                              "@127.0.0.1:" + std::to_string(both.port_of(0)) +
                              ",127.0.0.1:" + std::to_string(both.port_of(1)) + "/kept");
    REQUIRE(address);
    const auto write = [&](const std::string& statement) {
        connection(*address, access::write).run(statement);
    };
    write("CREATE TABLE seen (number INT PRIMARY KEY)");
    write("INSERT INTO seen VALUES (1)");
    both.fail_over();
    both.rejoin();
    CHECK_THROWS(write("INSERT INTO seen VALUES (1)")); // it is there
    write("INSERT INTO seen VALUES (2)");
    both.fail_over();
    both.rejoin();
    CHECK_THROWS(write("INSERT INTO seen VALUES (2)"));
    both.stop_primary();
    both.start_primary();
    CHECK_THROWS(write("INSERT INTO seen VALUES (2)"));
    write("INSERT INTO seen VALUES (3)");
}

} // namespace thimble::service::store::test
