# thimble_add_room(NAME SOURCES… [SEES ROOMS…] [PUBLIC LIBRARIES…] [PRIVATE LIBRARIES…])
# The library of a room, thimble_NAME, which may include the rooms that it sees. Those are the ones
# that tests/structure/include_table_test.cpp allows it.
function(thimble_add_room name)
    cmake_parse_arguments(arg "" "" "SEES;PUBLIC;PRIVATE" ${ARGN})
    list(TRANSFORM arg_SEES PREPEND thimble_)
    add_library(thimble_${name} STATIC ${arg_UNPARSED_ARGUMENTS})
    target_include_directories(thimble_${name} PUBLIC ${CMAKE_SOURCE_DIR})
    target_link_libraries(thimble_${name} PUBLIC ${arg_SEES} ${arg_PUBLIC}
        PRIVATE ${arg_PRIVATE} thimble_warnings)
    thimble_precompile(thimble_${name})
endfunction()
