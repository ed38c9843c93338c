// The phone that thimbled try is about: one that is attached, ready and meant.
#include "tests/catch2.hpp"
#include "tests/daemon/trial/trial_desk.hpp"

namespace thimble::daemon {

TEST_CASE("who drives the phones may end, and none may be there", "[trial]")
{
    trial_desk on(yes_to_all());
    on.phone.gone = true;
    CHECK(on.go() == trial_run::end::left);
    CHECK(on.phone.done.empty());
}

TEST_CASE("nothing is tried on a phone that is not there or not ready", "[trial]")
{
    trial_desk on(yes_to_all());
    SECTION("none is attached")
    {
        on.phone.as_told = [](auto& phones) { phones.clear(); };
        CHECK(on.go() == trial_run::end::no_phone);
        CHECK(on.out.str().contains("No phone is attached"));
    }
    SECTION("it is locked")
    {
        on.phone.as_told = [](auto& phones) {
            phones.front().blockers = {{.code = "LOCKED",
                                        .message = "It is locked.",
                                        .remedy = "Unlock it.",
                                        .since = {}}};
        };
        CHECK(on.go() == trial_run::end::no_phone);
        CHECK(on.out.str().contains("The phone is not ready: It is locked. Unlock it."));
    }
    SECTION("another one is attached than the one that was chosen")
    {
        on.phone.as_told = [&on](auto& phones) {
            on.phone.gone = on.phone.looks == 3;
            if (on.phone.looks > 1)
                phones.front().udid = "another";
            else
                phones.front().blockers = {
                    {.code = "LOCKED", .message = "It is.", .remedy = "Do.", .since = {}}};
        };
        on.options.attachment = std::chrono::hours{1};
        trial_run run(on.options, on.report, on.person, on.out);
        CHECK(tests::run_until_done(on.context, run.go(on.phone)) == trial_run::end::left);
        CHECK(on.phone.chosen == tried_udid);
    }
    CHECK(on.phone.done.empty());
}

TEST_CASE("of several phones one is named, by its name or its UDID", "[trial]")
{
    trial_desk on(answers_for("apps", "y\n"));
    on.phone.as_told = [](auto& phones) {
        phones.insert(phones.begin(), phones.front());
        phones.front().udid = "another";
        phones.front().name = "Ben's iPhone";
    };
    on.options.attachment = std::chrono::hours{1};
    const auto go = [&] {
        trial_run run(on.options, on.report, on.person, on.out);
        return tests::run_until_done(on.context, run.go(on.phone));
    };
    SECTION("none is")
    {
        CHECK(go() == trial_run::end::no_phone); // at once
        CHECK(on.out.str().contains("Several phones are attached"));
        CHECK(on.phone.chosen.empty());
        CHECK(on.phone.done.empty());
    }
    SECTION("one is")
    {
        on.options.phone = GENERATE(as<std::string>(), "Ada's iPhone", tried_udid);
        CHECK(go() == trial_run::end::done);
        CHECK(on.phone.chosen == tried_udid);
        CHECK(on.phone.done == std::vector<std::string>{"apps"});
    }
}

TEST_CASE("a phone that was not named is chosen when others have had time to show", "[trial]")
{
    trial_desk on(yes_to_all());
    on.phone.as_told = [looks = 0](auto& phones) mutable {
        if (++looks == 1)
            return;
        phones.push_back(phones.front());
        phones.back().udid = "another";
    };
    on.options.survey = std::chrono::hours{1};
    trial_run run(on.options, on.report, on.person, on.out);
    CHECK(tests::run_until_done(on.context, run.go(on.phone)) == trial_run::end::no_phone);
    CHECK(on.phone.chosen.empty());
}

} // namespace thimble::daemon
