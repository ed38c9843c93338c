// The text of an exception that is held as a pointer.
#pragma once

#include <exception>
#include <string>

namespace thimble::async {

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
