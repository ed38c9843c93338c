#include "tests/e2e/setup/unboxed_phone.hpp"

#include "tests/catch2.hpp"
#include "tests/e2e/app_desk.hpp"
#include "tests/e2e/eventually.hpp"

#include <fstream>
#include <utility>

namespace thimble::e2e {

namespace {

constexpr auto whole_way = 180s;

/// As Xcode builds it, with XCTest in it, signed for this phone.
void install_package(const virtual_phones& phones, const household& home)
{
    auto app = runner_for(phones.at(0));
    app.embeds_xctest = true;
    const temporary_directory place;
    const auto file = (place.path() / "runner.ipa").string();
    std::ofstream(file, std::ios::binary) << tests::zip_of(tests::entries_of(app));
    const auto ended =
        run("thimbled",
            {"runner", "install", file, "--json", "--state-dir", home.state.path().string()},
            home.variables(phones), 60s);
    INFO(ended.output << ended.errors);
    CHECK(ended.code == 0);
}

arguments with(arguments some, const arguments& more)
{
    some.insert(some.end(), more.begin(), more.end());
    return some;
}

} // namespace

unboxed_phone::unboxed_phone(const unboxing& what)
    : phones({.phones = {what.phone}, .device_time = "0"}), phone(phones.at(0)),
      owner(phone,
            {.step_by_step = what.step_by_step,
             .install_runner = what.from_package ? std::function<void()>(
                                                       [this] { install_package(phones, home); })
                                                 : std::function<void()>()})
{
    if (!what.plugged)
        phone.make("unplug");
    run = std::make_unique<set_up>(phones, home, with(with_images(images, server), what.more));
}

int unboxed_phone::play(const std::function<bool(const std::string& step)>& disturb) const
{
    std::optional<exit_status> ended;
    eventually(whole_way, [&] {
        ended = run->process().wait(0ms);
        if (ended)
            return true;
        const auto step = run->current();
        if (!step.empty() && !(disturb && disturb(step)))
            owner.take(step);
        return false;
    });
    return ended ? ended->code : -1;
}

} // namespace thimble::e2e
