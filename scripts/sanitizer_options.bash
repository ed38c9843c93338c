# Sourced by the checks that run programs or tests built with a sanitizer.
suppressions="$PWD/tests/sanitizers"
export ASAN_OPTIONS="detect_stack_use_after_return=1:strict_string_checks=1"
export LSAN_OPTIONS="suppressions=$suppressions/leaks.supp:print_suppressions=0"
export TSAN_OPTIONS="suppressions=$suppressions/races.supp:history_size=4:second_deadlock_stack=1"
export UBSAN_OPTIONS="print_stacktrace=1"
export THIMBLE_TEST_SLOWDOWN=5
