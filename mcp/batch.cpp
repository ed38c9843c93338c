#include "mcp/batch.hpp"

#include <utility>

namespace thimble::mcp {

using nlohmann::json;

namespace {

/// Shared by the outlets of a batch.
struct collected_answers {
    json answers;
    std::size_t missing;
    std::shared_ptr<outlet> whole;

    void count_one()
    {
        if (--missing > 0)
            return;
        if (answers.empty())
            whole->abandon();
        else
            whole->finish(answers, nullptr);
    }
};

class batch_outlet : public outlet {
public:
    explicit batch_outlet(std::shared_ptr<collected_answers> to) : to_(std::move(to)) {}

    void say(const json& message) override { to_->whole->say(message); }
    void finish(const json& answer, const error* /*why*/) override
    {
        to_->answers.push_back(answer);
        to_->count_one();
    }
    void abandon() override { to_->count_one(); }

private:
    std::shared_ptr<collected_answers> to_;
};

} // namespace

std::vector<std::shared_ptr<outlet>>
outlets_of_batch(std::size_t count, json known, std::shared_ptr<outlet> whole)
{
    const auto shared = std::make_shared<collected_answers>(collected_answers{
        .answers = std::move(known), .missing = count, .whole = std::move(whole)});
    std::vector<std::shared_ptr<outlet>> out;
    for (std::size_t each = 0; each < count; ++each)
        out.push_back(std::make_shared<batch_outlet>(shared));
    return out;
}

} // namespace thimble::mcp
