#include "mcp/changes.hpp"

namespace thimble::mcp {

std::string_view notification_of(const change& what)
{
    switch (what.what) {
    case change::kind::tools:
        return "notifications/tools/list_changed";
    case change::kind::prompts:
        return "notifications/prompts/list_changed";
    case change::kind::resources:
        return "notifications/resources/list_changed";
    case change::kind::resource:
        break;
    }
    return "notifications/resources/updated";
}

void changes::tell(const change& what)
{
    for (auto each = listeners_.begin(); each != listeners_.end();) {
        auto* listener = *each;
        ++each; // which may go meanwhile
        listener->hear(what);
    }
}

changes::listening::listening(changes& to, change_listener& who)
    : to_(to), place_(to.listeners_.insert(to.listeners_.end(), &who))
{
}

changes::listening::~listening()
{
    to_.listeners_.erase(place_);
}

} // namespace thimble::mcp
