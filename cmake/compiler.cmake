# Chooses the compiler before project() does, and refuses one that cannot build this.
#
# g++ 12 destroys temporaries in co_await expressions twice (a double free at run time), so the
# default compiler of Debian 12 must not be taken by accident.

if(NOT CMAKE_CXX_COMPILER AND NOT DEFINED ENV{CXX} AND NOT CMAKE_HOST_APPLE)
    find_program(CMAKE_CXX_COMPILER NAMES clang++-19 clang++-20 clang++-21 clang++-22)
    if(NOT CMAKE_CXX_COMPILER)
        unset(CMAKE_CXX_COMPILER CACHE)
    endif()
endif()

function(thimble_check_compiler)
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 14)
        message(FATAL_ERROR "g++ ${CMAKE_CXX_COMPILER_VERSION} miscompiles coroutines; use clang++ 19 "
                            "or newer (scripts/setup installs it) or g++ 14 or newer.")
    endif()
    if(CMAKE_CXX_COMPILER_ID STREQUAL "AppleClang" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 16)
        message(FATAL_ERROR "Apple clang ${CMAKE_CXX_COMPILER_VERSION} is too old for C++23; "
                            "install Xcode 16 or its command line tools, or newer.")
    endif()
    if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 19)
        message(FATAL_ERROR "clang++ ${CMAKE_CXX_COMPILER_VERSION} lacks std::expected with libstdc++; "
                            "use clang++ 19 or newer (scripts/setup installs it).")
    endif()
endfunction()
