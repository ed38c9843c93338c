// Exceptions that are held as pointers.
#pragma once

#include <exception>
#include <string>

namespace thimble::async {

/// Completion handler of a coroutine that nothing awaits: what it throws leaves io_context::run().
inline void rethrow(const std::exception_ptr& problem)
{
    if (problem)
        std::rethrow_exception(problem);
}

/// The message of a std::exception, or a fixed text for anything else. `error` must hold one.
inline std::string exception_text(const std::exception_ptr& error)
{
    try {
        std::rethrow_exception(error);
    } catch (const std::exception& known) {
        return known.what();
    } catch (...) {
        return "an unknown error";
    }
}

} // namespace thimble::async
