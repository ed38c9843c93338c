// Elements on the screen of a phone: its accessibility tree, and how it is read.
#pragma once

#include "device/failure.hpp"
#include "screen/orientation.hpp"

#include <boost/asio/awaitable.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace thimble::device {

/// In points of the upright interface.
struct element_frame {
    double x = 0;
    double y = 0;
    double width = 0;
    double height = 0;

    friend bool operator==(const element_frame&, const element_frame&) = default;
};

/// A node of the accessibility tree, in points of the upright interface.
struct element {
    std::string type; // "Button", "TextField", … without a platform's prefix
    std::string label;
    std::string name; // the identifier that the app's author gave it, else the label
    std::string value;
    double x = 0;
    double y = 0;
    double width = 0;
    double height = 0;
    bool enabled = true;
    bool visible = true;
    bool accessible = true;
    bool focused = false;
    int depth = 0; // 0 = the app

    std::string identifier = {};  // empty where the app's author gave none, or the driver is older
    std::string placeholder = {}; // of a field for text
    std::vector<std::string> traits = {}; // "Button", "Selected", … as iOS calls them

    friend bool operator==(const element&, const element&) = default;
};

/// A tree in the order in which it is drawn: a parent before its children.
struct element_list {
    std::vector<element> elements;
    screen::interface shown;
};

inline constexpr std::string_view app_not_in_front = "app_not_in_front";

class element_reader {
public:
    virtual ~element_reader() = default;

    /// The tree of the app in front.
    virtual boost::asio::awaitable<result<element_list>> read() = 0;

    /// read() of a screen with a text that stands in no recording.
    virtual boost::asio::awaitable<result<element_list>> read_unrecorded() { return read(); }

    /// The tree of one of the apps in the foreground, of which there may be several: what the
    /// system shows over an app stands in the tree of com.apple.springboard alone. `refused` with
    /// the cause app_not_in_front where it is none of them. A driver that cannot choose gives the
    /// other tree.
    virtual boost::asio::awaitable<result<element_list>> read_app(std::string /*bundle_id*/)
    {
        return read();
    }

    /// Where the field is that has the keyboard, as the trees do not tell; `unsupported` where the
    /// driver cannot say. A read that makes no session of its own and delays no touch but as long
    /// as the phone itself takes for it.
    virtual boost::asio::awaitable<result<element_frame>> focused_frame()
    {
        co_return std::unexpected(failure{.what = problem::unsupported,
                                          .message = "The driver does not tell where a field is.",
                                          .cause = {}});
    }
};

} // namespace thimble::device
