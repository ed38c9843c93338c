#include "daemon/trial/trials.hpp"

#include <charconv>
#include <utility>

namespace thimble::daemon {

namespace {

constexpr std::array trials{
    trial{.id = "screenshot",
          .point = "Screenshots of protected content",
          .person = "Open any app that plays protected video, or leave the phone as it is.",
          .thimble = "Three pictures are taken and thrown away; sizes and times are kept.",
          .actions = {"screenshot x.png", "screenshot x.png", "screenshot x.png"}},
    trial{.id = "elements",
          .point = "Time of a large element tree",
          .person = "Open an app with a long list, Settings for one.",
          .thimble = "The elements of the screen are read and counted.",
          .actions = {"elements"}},
    trial{.id = "apps",
          .point = "Names of apps",
          .thimble = "The list of apps is read and counted.",
          .actions = {"apps"}},
    trial{.id = "home",
          .point = "Home by the button",
          .person = "Open any app.",
          .thimble = "The home screen is asked for.",
          .question = "Does the phone show its home screen?",
          .actions = {"home"}},
    trial{.id = "app_switcher",
          .point = "Swipes from the edges",
          .person = "Open any app.",
          .thimble = "The app switcher is opened, and left.",
          .question = "Did the app switcher open, and nothing else?",
          .actions = {"app-switcher"},
          .after = "home"},
    trial{.id = "control_center",
          .point = "Names of system surfaces, and their trees",
          .person = "Open any app.",
          .thimble = "Control Center is opened, its elements are counted, and it is left.",
          .question = "Did Control Center open and close, with no switch turned?",
          .actions = {"control-center", "elements"},
          .after = "escape"},
    trial{.id = "notification_center",
          .point = "Names of system surfaces, and their trees",
          .person = "Open any app.",
          .thimble = "The notifications are opened, and left.",
          .question = "Did the notifications open and close?",
          .actions = {"notification-center"},
          .after = "escape"},
    trial{.id = "spotlight",
          .point = "Names of system surfaces, and their trees",
          .thimble = "The search of the home screen is opened, and left.",
          .question = "Did the search open and close?",
          .actions = {"spotlight"},
          .after = "home"},
    trial{.id = "double_tap",
          .point = "Two taps at two places",
          .person = "Open Maps and close every sheet, so that there is map in the middle.",
          .thimble = "The middle is tapped twice.",
          .question = "Did the map zoom in by one step?",
          .actions = {"double-tap @50 @50"}},
    trial{.id = "pinch",
          .point = "What a phone takes for a double tap, a pinch, a rotation",
          .person = "Leave Maps open.",
          .thimble = "Two fingers are moved apart, then together, then turned.",
          .question = "Did the map zoom in, zoom out, and turn?",
          .actions = {"pinch @50 @50 pinch_out", "pinch @50 @50 pinch_in",
                      "pinch @50 @50 rotate_cw"}},
    trial{.id = "pan",
          .point = "Momentum after a pan or a drag",
          .person = "Open Settings, at the top of its list.",
          .thimble = "The list is dragged up by a finger that rests before it lifts.",
          .question = "Did the list stop as soon as the finger had lifted?",
          .actions = {"pan @50 @70 up"}},
    trial{.id = "turn",
          .point = "A runner that turns late",
          .person = "Open Safari or Notes with the rotation lock off, and hold the phone upright.",
          .thimble = "The interface is turned to the left, and to portrait.",
          .question = "Did it turn and come back?",
          .actions = {"rotate landscape_left"},
          .after = "rotate portrait"},
    trial{.id = "volume",
          .point = "First events on a fresh HID connection",
          .person = "Set the volume to the middle.",
          .thimble = "The volume is turned up by one step, and down again.",
          .question = "Did it go up by one step, and down by one?",
          .actions = {"volume-up"},
          .after = "volume-down"},
    trial{.id = "typing",
          .point = "Keys a second",
          .person = "Open a new note, and tap into it so that the keyboard shows.",
          .thimble = "Two lines are typed, with capitals, digits, accents and an emoji.",
          .question = "Are there exactly these two lines: 'The quick brown fox 0123456789' and "
                      "'Grüße, ça va? 😀'?",
          .actions = {"type The quick brown fox 0123456789", "keypress enter",
                      "type Grüße, ça va? 😀"}},
    trial{.id = "keys",
          .point = "Keys on an iPhone",
          .person = "Open a new note, or leave that one open, and tap into it so that the "
                    "keyboard shows.",
          .thimble = "'abc' is typed, and its b deleted with left arrow and backspace.",
          .question = "Is there 'ac' now, and has nothing else gone?",
          .actions = {"type abc", "keypress arrow_left", "keypress backspace"}},
    trial{.id = "clipboard",
          .point = "Time of the clipboard's detour",
          .person = "The clipboard is going to be overwritten. Open any app.",
          .thimble = "A line is put on the clipboard, and read again.",
          .question = "Did the same app stay in front, or come back?",
          .actions = {"copy-text Thimble", "read-clipboard"}},
    trial{.id = "address",
          .point = "Addresses before iOS 16.4",
          .thimble = "https://example.com/ is opened.",
          .question = "Does the browser show it?",
          .actions = {"open-url https://example.com/"},
          .after = "home"},
    trial{.id = "siri",
          .point = "Siri without words",
          .thimble = "Siri is called without a word, and left.",
          .question = "Did Siri listen, rather than answer?",
          .actions = {"siri"},
          .after = "home"},
    trial{.id = "locking",
          .point = "`PasswordProtected` on a trusted session",
          .thimble = "The time is taken until Thimble knows that the phone is locked, and that it "
                     "is not any more.",
          .what = trial::kind::locking},
    trial{.id = "replugging",
          .point = "Silence of a tunnel",
          .thimble = "The time is taken until Thimble knows that the phone is gone, and until it "
                     "is ready again.",
          .what = trial::kind::replugging},
};

std::string_view next_word(std::string_view& rest)
{
    const auto end = rest.find(' ');
    const auto out = rest.substr(0, end);
    rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + 1);
    return out;
}

} // namespace

std::span<const trial> all_trials()
{
    return trials;
}

std::optional<std::string> placed(std::string_view action, int width, int height)
{
    std::string out;
    bool across = true; // the next place is one of the width
    for (auto rest = action; !rest.empty();) {
        const auto each = next_word(rest);
        int percent = 0;
        if (!out.empty())
            out += ' ';
        if (!each.starts_with('@') ||
            std::from_chars(each.data() + 1, each.data() + each.size(), percent).ec !=
                std::errc{}) {
            out += each;
            continue;
        }
        const int edge = std::exchange(across, !across) ? width : height;
        if (edge <= 0)
            return std::nullopt;
        out += std::to_string(edge * percent / 100);
    }
    return out;
}

} // namespace thimble::daemon
