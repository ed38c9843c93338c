#include "service/rest/readiness.hpp"

#include "text/enum_words.hpp"

#include <utility>

namespace thimble::service {

namespace asio = boost::asio;

namespace {

/// Something that is in the file of every database.
void look_at_schema(store::transaction& on)
{
    on.select<std::int64_t>("SELECT number FROM schema_migrations");
}

} // namespace

readiness::readiness(const asio::any_io_executor& home,
                     store::database& store,
                     std::chrono::milliseconds limit)
    : store_(store), limit_(limit), answered_(home)
{
}

asio::awaitable<readiness::obstacle> readiness::find_obstacle()
{
    if (!asking_)
        co_return co_await ask_store();
    const auto mine = questions_;
    while (asking_ && questions_ == mine)
        co_await answered_.wait();
    co_return last_;
}

asio::awaitable<readiness::obstacle> readiness::ask_store()
{
    struct until_answered {
        readiness& self;
        ~until_answered()
        {
            self.asking_ = false;
            self.answered_.notify_all();
        }
    } const mark{*this};
    asking_ = true;
    ++questions_;
    const auto answer = co_await store_.read_within(limit_, look_at_schema);
    if (answer)
        last_ = obstacle::none;
    else
        last_ = answer.error().may_have_happened ? obstacle::store_late : obstacle::store_failed;
    co_return last_;
}

std::string_view to_string(readiness::obstacle value)
{
    return enum_word(value);
}

} // namespace thimble::service
