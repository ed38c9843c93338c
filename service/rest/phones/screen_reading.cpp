#include "service/rest/phones/screen_reading.hpp"

namespace thimble::service::api {

using nlohmann::ordered_json;

namespace {

constexpr std::size_t account_screens = 32UL * 1024 * 1024; // bytes

} // namespace

reading_mark mark_of(const services& in, const known_phone& phone)
{
    // Inputs of other nodes are counted there.
    return {.inputs = phone.inputs, .quiet = in.alone && in.dispatcher.queue_depth(phone.id) == 0};
}

const shown_screen* remember_screen(services& in,
                                    known_phone& phone,
                                    const nlohmann::json& value,
                                    const reading_mark& read)
{
    auto seen = read_screen(value);
    if (!seen)
        return nullptr;
    const auto& kept = phone.screens.remember(std::move(*seen), read);
    phone.frames.remember(kept.frame_id, kept.space);
    const std::string id = kept.frame_id;
    in.phones.limit_screens(phone.account_id, account_screens);
    return phone.screens.find(id);
}

ordered_json remember_element(services& in,
                              known_phone& phone,
                              const nlohmann::json& value,
                              const reading_mark& read)
{
    const auto& record = value.value("element", nlohmann::json::object());
    auto found = read_element(record);
    if (!found)
        return nullptr;
    const auto source = record.value("source", "");
    const auto space = read_space(value);
    if (source == "tree" && space) {
        found->ref =
            phone.screens.remember(*found, *space, value.value("app", std::string()), read);
        in.phones.limit_screens(phone.account_id, account_screens);
    }
    auto out = element_record(*found);
    out["source"] = source;
    out["confidence"] = record.value("confidence", 0.0);
    return out;
}

} // namespace thimble::service::api
