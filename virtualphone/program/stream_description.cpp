#include "virtualphone/program/stream_description.hpp"

#include "virtualphone/program/choice.hpp"

#include <charconv>
#include <map>

namespace thimble::virtualphone {
namespace {

using result = std::expected<void, std::string>;
using stream_setter = result (*)(stream_description&, std::string_view);

constexpr unsigned longest_wait = 86'400;

result set_seconds(std::chrono::duration<double>& to, std::string_view text)
{
    unsigned seconds = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seconds);
    if (error != std::errc() || end != text.data() + text.size() || seconds > longest_wait)
        return std::unexpected(fmt::format("must be a whole number from 0 to {}", longest_wait));
    to = std::chrono::seconds(seconds);
    return {};
}

result set_touch_gate(stream_description& what, std::string_view text)
{
    return choose(what.settings.touch_gate, text,
                  {{"stream", touch_gate::stream}, {"open", touch_gate::open}});
}

result set_reports(stream_description& what, std::string_view text)
{
    return choose(what.settings.reports, text,
                  {{"ignored", receiver_reports::ignored}, {"heard", receiver_reports::heard}});
}

result set_stillness(stream_description& what, std::string_view text)
{
    return set_seconds(what.settings.stillness, text);
}

result set_pause(stream_description& what, std::string_view text)
{
    return set_seconds(what.settings.pause, text);
}

result set_loop(stream_description& what, std::string_view text)
{
    if (text.empty())
        return std::unexpected("must be the path of a file");
    what.loop = text;
    return {};
}

const std::map<std::string_view, stream_setter>& stream_setters()
{
    static const std::map<std::string_view, stream_setter> all{{"touch_gate", set_touch_gate},
                                                               {"rtcp", set_reports},
                                                               {"stillness", set_stillness},
                                                               {"stream_pause", set_pause},
                                                               {"loop", set_loop}};
    return all;
}

} // namespace

bool describes_stream(std::string_view key)
{
    return stream_setters().contains(key);
}

result describe_stream(stream_description& what, std::string_view key, std::string_view text)
{
    return stream_setters().at(key)(what, text);
}

} // namespace thimble::virtualphone
