// A virtual phone as somebody describes it: on the command line or in a scene file.
#pragma once

#include "virtualphone/phone/phone.hpp"
#include "virtualphone/program/stream_description.hpp"

#include <expected>
#include <string>
#include <string_view>
#include <vector>

namespace thimble::virtualphone {

struct phone_description {
    const model* hardware = nullptr;
    const ios_profile* ios = nullptr;
    std::string name; // empty: the model's
    std::string udid; // empty: made from the model and the place in the list
    std::optional<std::string> passcode;
    bool locked = false;
    virtualphone::trust trust = trust::yes;
    virtualphone::runner runner = runner::running;
    bool runner_installed = true;
    wda::runner_profile agent;
    std::string runner_id; // empty: WebDriverAgent's own
    bool developer_mode = true;
    bool developer_image = true;
    bool image_of_xcode_27 = false; // though the iOS is older
    ui_automation automation = ui_automation::on;
    bool runner_has_frameworks = true;
    bool trusts_developers = true; // whose apps hosts install
    stream_description stream;
};

/// Sets one key: model, ios, name, udid, passcode, locked, trust (ask, yes, no), runner (running,
/// dead, hung, zombie, absent: not installed), wda (a release of WebDriverAgent), runner_id (the
/// bundle id that the runner was signed as), frameworks (embedded, removed: XCTest's in the
/// runner), developer_mode (on, off), automation (on, off, asked: for the passcode), image
/// (mounted: the one that came with the iOS; xcode27, none), or one of describe_stream(). `fresh`
/// sets several at once: a phone from the box, with the passcode 123456, locked, that has met no
/// computer and no developer. The error is a sentence.
std::expected<void, std::string>
describe(phone_description& what, std::string_view key, std::string_view text);

/// "MODEL[,key=value]…"; the values of `locked` and `fresh` may be left out.
std::expected<phone_description, std::string> parse_phone(std::string_view text);

/// Fills what was left open and checks the whole: a model there is, UDIDs that differ.
std::expected<void, std::string> complete(std::vector<phone_description>& phones);

/// Ready to be made: identity of a complete description.
identity identity_of(const phone_description& what);

} // namespace thimble::virtualphone
