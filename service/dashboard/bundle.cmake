# The scripts as one file, made from them by esbuild: a browser takes longer to load eighty scripts than to run them.
# Where esbuild is missing the pages load them singly, each named in the page, as a browser learns of a script only from
# those that import it. Sets `loads` to what the page loads, and `bundles` to the names of the files that were made.
find_program(THIMBLE_ESBUILD esbuild)
mark_as_advanced(THIMBLE_ESBUILD)

set(loads "")
set(bundles "")
set(bundle ${CMAKE_CURRENT_BINARY_DIR}/bundle.js)
if(THIMBLE_ESBUILD)
    # Beside those that are made, as they import each other by file.
    set(together ${CMAKE_CURRENT_BINARY_DIR}/scripts)
    file(REMOVE_RECURSE ${together})
    list(TRANSFORM scripts PREPEND ${CMAKE_CURRENT_SOURCE_DIR}/ OUTPUT_VARIABLE all_scripts)
    file(COPY ${all_scripts} ${CMAKE_CURRENT_BINARY_DIR}/document_names.js DESTINATION ${together})
    execute_process(COMMAND ${THIMBLE_ESBUILD} ${together}/main.js --bundle --minify --format=esm --target=es2022
            --charset=utf8 --log-level=warning --outfile=${bundle}
        RESULT_VARIABLE failed)
    if(NOT failed EQUAL 0)
        message(FATAL_ERROR "esbuild could not join the scripts of the dashboard")
    endif()
    set(bundles bundle.js)
    set(loads "<script type=\"module\" src=\"/dashboard/bundle.js\"></script>\n")
else()
    foreach(script IN LISTS scripts)
        string(APPEND loads "<link rel=\"modulepreload\" href=\"/dashboard/${script}\">\n")
    endforeach()
    string(APPEND loads "<script type=\"module\" src=\"/dashboard/main.js\"></script>\n")
    message(STATUS "The dashboard loads its scripts singly: esbuild is missing")
endif()
