// mkdtemp as a value.
#include "tests/e2e/temporary_directory.hpp"

#include <cerrno>
#include <cstdlib>
#include <string>
#include <system_error>

namespace thimble::e2e {

temporary_directory::temporary_directory()
{
    std::string name = "/tmp/thimble-e2e-XXXXXX";
    if (::mkdtemp(name.data()) == nullptr)
        throw std::system_error(errno, std::generic_category(), "mkdtemp");
    path_ = name;
}

temporary_directory::~temporary_directory()
{
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
}

} // namespace thimble::e2e
