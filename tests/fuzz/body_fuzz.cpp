// JSON bodies: whatever is sent to whichever action is either understood or refused in order.
// The first byte says which action, the rest is the body.
#include "contract/error_codes.hpp"
#include "service/actions/action_row.hpp"
#include "service/actions/batch_row.hpp"
#include "service/phones/phones.hpp"
#include "tests/fuzz/fuzz.hpp"

#include <algorithm>
#include <iterator>

namespace thimble::fuzz {

namespace {

std::vector<service::api::action_row> all_rows()
{
    namespace api = service::api;
    std::vector<api::action_row> rows;
    for (auto group :
         {api::touch_rows, api::element_rows, api::text_rows, api::command_rows, api::app_rows})
        std::ranges::move(group(), std::back_inserter(rows));
    auto batch = api::batch_row(rows);
    rows.push_back(std::move(batch));
    return rows;
}

service::known_phone phone_with_screen()
{
    service::known_phone out;
    out.state.screenshot_size = screen::pixel_size{.width = 620, .height = 1344};
    out.shortcuts = {"Morning", "Log water"};
    return out;
}

/// A refusal is one of the contract's and can be written as JSON.
void check_refusal(const service::failure& what)
{
    require(service::find_error_code(what.code) != nullptr, "a refusal has a code of the contract");
    require(!what.message.empty(), "a refusal has a message");
    require(!what.context.dump().empty(), "the context of a refusal is JSON");
}

void check_integers(const std::vector<service::parameter>& fields, const service::arguments& given)
{
    for (const auto& each : fields) {
        if (each.kind != service::parameter::type::integer || each.along != service::axis::none ||
            !given.has(each.name))
            continue;
        const auto value = given.integer(each.name);
        require(value >= each.minimum && value <= each.maximum, "an integer is within its limits");
    }
}

} // namespace

} // namespace thimble::fuzz

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace thimble;
    static const auto rows = fuzz::all_rows();
    static const auto phone = fuzz::phone_with_screen();
    if (size == 0)
        return 0;
    const auto& row = rows[data[0] % rows.size()];
    service::http::request what;
    what.body = fuzz::text_of(data + 1, size - 1);
    service::arguments given;
    if (const auto read = service::read_body(row.body, false, what, given); !read) {
        fuzz::check_refusal(read.error());
        return 0;
    }
    fuzz::check_integers(row.body, given);
    const auto made = row.make_action(phone, given);
    if (made)
        fuzz::require(!link::name_of(*made).empty(), "an action has a name");
    else
        fuzz::check_refusal(made.error());
    return 0;
}
