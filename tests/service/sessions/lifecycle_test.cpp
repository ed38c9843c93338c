// Every control in every state, and any sequence of them.
#include "service/sessions/lifecycle.hpp"
#include "tests/catch2.hpp"

#include <array>
#include <ostream>
#include <rapidcheck.h>
#include <rapidcheck/state.h>
#include <string>
#include <utility>
#include <vector>

namespace thimble::service::sessions::test {

namespace {

constexpr std::array ends{status::completed, status::failed, status::killed};
constexpr std::array all_controls{control::pause, control::resume, control::message,
                                  control::interrupt, control::stop};

lifecycle running_life()
{
    lifecycle out;
    out.begin();
    return out;
}

lifecycle waiting_life()
{
    auto out = running_life();
    out.ask();
    return out;
}

lifecycle paused_life(lifecycle what)
{
    what.apply(control::pause);
    return what;
}

lifecycle ended(status how)
{
    auto out = running_life();
    out.end(how);
    return out;
}

/// A row of the contract's table: what becomes of one state with each control.
struct table_row {
    std::string says;
    lifecycle from;
    std::array<status, 5> then; // in the order of all_controls
    std::array<bool, 5> cancels;
};

std::vector<table_row> contract_table()
{
    using enum status;
    constexpr std::array only_stop{false, false, false, false, true};
    constexpr std::array when_running{false, false, false, true, true};
    return {
        {"creating", {}, {paused, creating, creating, waiting_for_user, killed}, only_stop},
        {"running",
         running_life(),
         {paused, running, running, waiting_for_user, killed},
         when_running},
        {"waiting_for_user",
         waiting_life(),
         {paused, waiting_for_user, running, waiting_for_user, killed},
         only_stop},
        {"paused while creating",
         paused_life({}),
         {paused, creating, paused, paused, killed},
         only_stop},
        {"paused while running",
         paused_life(running_life()),
         {paused, running, paused, paused, killed},
         only_stop},
        {"paused while waiting",
         paused_life(waiting_life()),
         {paused, waiting_for_user, paused, paused, killed},
         only_stop},
    };
}

} // namespace

TEST_CASE("every control does in every state what the contract says", "[sessions]")
{
    for (const auto& row : contract_table())
        for (std::size_t column = 0; column < all_controls.size(); ++column) {
            INFO(to_string(all_controls[column]) << " when " << row.says);
            auto life = row.from;
            const auto before = life.now();
            const auto done = life.apply(all_controls[column]);
            REQUIRE(done);
            CHECK(life.now() == row.then[column]);
            CHECK(done->moved == (life.now() != before));
            CHECK(done->cancels_act == row.cancels[column]);
        }
}

TEST_CASE("a session that has ended takes no control and no other end", "[sessions]")
{
    for (const auto how : ends) {
        for (const auto each : all_controls) {
            auto life = ended(how);
            CHECK_FALSE(life.apply(each));
            CHECK(life.now() == how);
        }
        for (const auto other : ends) {
            auto life = ended(how);
            CHECK_FALSE(life.end(other));
            CHECK_FALSE(life.begin());
            CHECK_FALSE(life.ask());
            CHECK(life.now() == how);
        }
    }
}

TEST_CASE("what happens below a pause shows when it is over", "[sessions]")
{
    auto life = paused_life({});
    CHECK_FALSE(life.begin());
    CHECK(life.now() == status::paused);
    life.apply(control::resume);
    CHECK(life.now() == status::running);

    life = paused_life(running_life());
    CHECK_FALSE(life.ask());
    life.apply(control::resume);
    CHECK(life.now() == status::waiting_for_user);
}

TEST_CASE("an answer in a pause is an answer", "[sessions]")
{
    auto life = paused_life(waiting_life());
    life.apply(control::message);
    CHECK(life.now() == status::paused);
    life.apply(control::resume);
    CHECK(life.now() == status::running);
}

TEST_CASE("a pause may end as any session does", "[sessions]")
{
    for (const auto how : ends) {
        auto life = paused_life(waiting_life());
        CHECK(life.end(how));
        CHECK(life.now() == how);
    }
}

TEST_CASE("one that was interrupted before it began does not begin by itself", "[sessions]")
{
    lifecycle life;
    life.apply(control::interrupt);
    CHECK_FALSE(life.begin());
    CHECK(life.now() == status::waiting_for_user);
    life.apply(control::message);
    CHECK(life.now() == status::running);
}

namespace {

/// The contract's table once more, with a memory of where a pause came from: nothing is shared with
/// how the lifecycle does it.
struct table_model {
    status now = status::creating;
    status resumes_at = status::creating;

    void apply(control what)
    {
        if (is_end(now))
            return;
        const bool is_paused = now == status::paused;
        const bool waits = (is_paused ? resumes_at : now) == status::waiting_for_user;
        if (what == control::stop)
            now = status::killed;
        else if (what == control::pause && !is_paused)
            resumes_at = std::exchange(now, status::paused);
        else if (what == control::resume && is_paused)
            now = resumes_at;
        else if (what == control::interrupt && !is_paused)
            now = status::waiting_for_user;
        else if (what == control::message && waits)
            (is_paused ? resumes_at : now) = status::running;
    }

    void replace(status from, status to)
    {
        if (now == from)
            now = to;
        else if (now == status::paused && resumes_at == from)
            resumes_at = to;
    }
};

using life_command = rc::state::Command<table_model, lifecycle>;

struct apply_control : life_command {
    control what = *rc::gen::weightedElement<control>({{6, control::pause},
                                                       {6, control::resume},
                                                       {6, control::message},
                                                       {6, control::interrupt},
                                                       {1, control::stop}});

    void apply(table_model& model) const override { model.apply(what); }

    void run(const table_model& model, lifecycle& life) const override
    {
        const auto done = life.apply(what);
        RC_ASSERT(done.has_value() == !is_end(model.now));
        auto then = model;
        then.apply(what);
        RC_ASSERT(life.now() == then.now);
        if (done)
            RC_ASSERT(done->moved == (then.now != model.now));
    }

    void show(std::ostream& to) const override { to << to_string(what); }
};

struct begin_session : life_command {
    void apply(table_model& model) const override
    {
        model.replace(status::creating, status::running);
    }

    void run(const table_model& model, lifecycle& life) const override
    {
        RC_ASSERT(life.begin() == (model.now == status::creating));
        RC_ASSERT(life.now() == nextState(model).now);
    }

    void show(std::ostream& to) const override { to << "begin"; }
};

struct ask_user : life_command {
    void apply(table_model& model) const override
    {
        model.replace(status::running, status::waiting_for_user);
    }

    void run(const table_model& model, lifecycle& life) const override
    {
        RC_ASSERT(life.ask() == (model.now == status::running));
        RC_ASSERT(life.now() == nextState(model).now);
    }

    void show(std::ostream& to) const override { to << "ask"; }
};

struct end_session : life_command {
    status how = *rc::gen::element(status::completed, status::failed, status::killed);

    void apply(table_model& model) const override
    {
        if (!is_end(model.now))
            model.now = how;
    }

    void run(const table_model& model, lifecycle& life) const override
    {
        RC_ASSERT(life.end(how) == !is_end(model.now));
        RC_ASSERT(life.now() == nextState(model).now);
    }

    void show(std::ostream& to) const override { to << "end " << to_string(how); }
};

} // namespace

TEST_CASE("any sequence of controls and events goes as the table says", "[sessions]")
{
    // Named as often as they are to come: an end is rare, so that sequences are long.
    const auto any_command =
        rc::state::gen::execOneOfWithArgs<apply_control, apply_control, apply_control,
                                          apply_control, apply_control, apply_control,
                                          begin_session, ask_user, ask_user, end_session>();
    REQUIRE(rc::check([&] {
        lifecycle life;
        rc::state::check(table_model(), life, any_command);
    }));
}

} // namespace thimble::service::sessions::test
