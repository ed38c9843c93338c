#include "contract/store_failure.hpp"

namespace thimble::service {

failure failure_of_store(const store::problem& why, failure otherwise)
{
    if (!why.away)
        return otherwise;
    otherwise.code = "STORE_UNAVAILABLE";
    otherwise.context["reason"] = why.may_have_happened ? "not_in_time" : "not_reached";
    return otherwise;
}

failure failure_of_write(const store::problem& why, failure otherwise)
{
    if (!why.away)
        return otherwise;
    otherwise.message = why.may_have_happened
                            ? "The store of the service has not confirmed this in time: it may "
                              "have been done, or be done yet. Look before you send it again."
                            : "The store of the service does not answer now, and nothing was "
                              "written; send it again.";
    return failure_of_store(why, std::move(otherwise));
}

} // namespace thimble::service
