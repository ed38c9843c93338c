# Run by CPack between installing and packing: what Debian wants otherwise than `cmake --install`
# does it. Configuration in /etc, compressed manuals and changelogs, its own folder for zsh.

function(compress file)
    execute_process(COMMAND gzip -9n ${file} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

function(finish program)
    set(root ${CPACK_TEMPORARY_DIRECTORY}/${program})
    set(shared ${root}/usr/share)
    file(MAKE_DIRECTORY ${shared}/zsh/vendor-completions)
    file(RENAME ${shared}/zsh/site-functions/_${program}
        ${shared}/zsh/vendor-completions/_${program})
    file(REMOVE_RECURSE ${shared}/zsh/site-functions)
    compress(${shared}/man/man1/${program}.1)
    set(CPACK_PACKAGE_NAME ${program})
    configure_file(${CPACK_THIMBLE_DEBIAN_DIR}/changelog.in
        ${shared}/doc/${program}/changelog.Debian @ONLY)
    compress(${shared}/doc/${program}/changelog.Debian)
    configure_file(${CPACK_THIMBLE_DEBIAN_DIR}/lintian-overrides.in
        ${shared}/lintian/overrides/${program} @ONLY)
endfunction()

function(configure_in_etc program example)
    set(folder ${CPACK_TEMPORARY_DIRECTORY}/${program}/etc/thimble)
    file(MAKE_DIRECTORY ${folder})
    file(COPY ${CPACK_THIMBLE_EXAMPLES_DIR}/${example} DESTINATION ${folder})
endfunction()

foreach(program ${CPACK_COMPONENTS_ALL})
    finish(${program})
endforeach()
configure_in_etc(thimbled daemon.toml)
configure_in_etc(thimble-service service.toml)
