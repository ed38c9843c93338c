// Leaks of libimobiledevice are told from ours by the function that made them. The system's
// libraries have no frame pointers, so their stacks are unwound the slow way, and only that far.

/// Asked by the address sanitizer before the program begins.
extern "C" const char* __asan_default_options();

extern "C" const char* __asan_default_options()
{
    return "fast_unwind_on_malloc=0:malloc_context_size=6";
}
