#include "store/problem.hpp"

#include "store/postgresql.hpp"
#include "store/sqlite.hpp"

#include <soci/soci.h>
#include <utility>

namespace thimble::service::store {

namespace {

/// Not what(), which ends with the values that the statement was given.
std::string text_of(const soci::soci_error& refused)
{
    if (auto meaning = meaning_in_sqlite(refused))
        return std::move(*meaning);
    return meaning_in_postgresql(refused).value_or(refused.get_error_message());
}

} // namespace

problem problem_of(const std::exception_ptr& error)
{
    try {
        std::rethrow_exception(error);
    } catch (const soci::soci_error& refused) {
        return {.text = text_of(refused)};
    } catch (const doubtful_commit& doubt) {
        return {.text = doubt.what(), .may_have_happened = true, .away = true};
    } catch (const std::exception& other) {
        return {.text = other.what()};
    }
}

} // namespace thimble::service::store
