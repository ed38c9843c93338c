// A pointer to what lives in a coroutine only, for as long as it does.
#pragma once

namespace thimble::async {

/// Lets `where` point to `what` until it is destroyed, as a coroutine's frame is also when the
/// coroutine is cancelled or throws.
template <class Value>
class scoped_pointer {
public:
    scoped_pointer(Value*& where, Value& what) : where_(where) { where_ = &what; }
    ~scoped_pointer() { where_ = nullptr; }
    scoped_pointer(const scoped_pointer&) = delete;
    scoped_pointer& operator=(const scoped_pointer&) = delete;

private:
    Value*& where_;
};

} // namespace thimble::async
