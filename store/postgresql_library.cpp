#include "store/postgresql_library.hpp"

#include <dlfcn.h>
#include <stdexcept>
#include <string>

namespace thimble::service::store {

namespace {

[[noreturn]] void fail_to_load()
{
    const char* const said = dlerror(); // NOLINT(concurrency-mt-unsafe): each thread has its own
    throw std::runtime_error("SOCI's back end for PostgreSQL cannot be loaded (" +
                             std::string(said == nullptr ? "no reason given" : said) +
                             "); install the package libsoci-postgresql4.0, or SOCI with "
                             "PostgreSQL");
}

/// Looks into the libraries that this one has brought as well.
template <class Function>
Function* function_in(void* library, const char* name)
{
    void* const found = dlsym(library, name);
    if (found == nullptr)
        fail_to_load();
    return reinterpret_cast<Function*>(found); // NOLINT(*-reinterpret-cast): what dlsym is for
}

postgresql_library load_postgresql()
{
    void* const library = dlopen(THIMBLE_SOCI_POSTGRESQL, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    if (library == nullptr)
        fail_to_load();
    return {.backend =
                function_in<decltype(soci::factory_postgresql)>(library, "factory_postgresql")(),
            .status = function_in<decltype(PQstatus)>(library, "PQstatus"),
            .socket = function_in<decltype(PQsocket)>(library, "PQsocket"),
            .set_error_verbosity =
                function_in<decltype(PQsetErrorVerbosity)>(library, "PQsetErrorVerbosity"),
            .set_notice_processor =
                function_in<decltype(PQsetNoticeProcessor)>(library, "PQsetNoticeProcessor")};
}

} // namespace

const postgresql_library& postgresql_library::get()
{
    static const postgresql_library loaded = load_postgresql();
    return loaded;
}

} // namespace thimble::service::store
