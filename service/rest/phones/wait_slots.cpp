#include "service/rest/phones/wait_slots.hpp"

namespace thimble::service::api {

namespace {

constexpr int most_of_an_account = 32;

} // namespace

wait_slots::slot wait_slots::take(const std::string& account_id)
{
    auto& count = (*taken_)[account_id];
    if (count >= most_of_an_account)
        return nullptr;
    ++count;
    const auto give_back = [taken = taken_, account_id](void*) {
        const auto found = taken->find(account_id);
        if (--found->second == 0)
            taken->erase(found);
    };
    return {taken_.get(), give_back};
}

} // namespace thimble::service::api
