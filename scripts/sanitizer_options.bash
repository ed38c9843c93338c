# Sourced by the checks that run programs or tests built with a sanitizer.
suppressions="$PWD/tests/sanitizers"
# Where memory was allocated is told by twelve frames, and what was freed is kept apart in 32 MiB: both cost
# time in every test, as do the large stacks that are kept of functions that have returned.
export ASAN_OPTIONS="detect_stack_use_after_return=1:strict_string_checks=1"
ASAN_OPTIONS+=":malloc_context_size=12:quarantine_size_mb=32:max_uar_stack_size_log=16"
export LSAN_OPTIONS="suppressions=$suppressions/leaks.supp:print_suppressions=0"
export TSAN_OPTIONS="suppressions=$suppressions/races.supp:history_size=4:second_deadlock_stack=1"
export UBSAN_OPTIONS="print_stacktrace=1"
export THIMBLE_TEST_SLOWDOWN=5
