# The contents of `cmake --install` and of the Debian package. Palio finds its workers, studies and charts relative to its
# own place, so their paths below the prefix are fixed.
set(pages ${CMAKE_BINARY_DIR}/share/man/man1)
set(completions ${CMAKE_BINARY_DIR}/share/completions)
find_program(PALIO_GZIP gzip REQUIRED)

# palio writes them, from the same source as its help.
add_custom_command(OUTPUT ${CMAKE_BINARY_DIR}/share/manuals.stamp
  COMMAND ${CMAKE_COMMAND} -E rm -rf ${pages} ${completions}
  COMMAND ${CMAKE_COMMAND} -E make_directory ${pages} ${completions}
  COMMAND palio man --dir ${pages}
  COMMAND sh -c "\"$0\" -9n \"$1\"/*.1" ${PALIO_GZIP} ${pages}
  COMMAND sh -c "\"$0\" completion bash >\"$1\"/palio" $<TARGET_FILE:palio> ${completions}
  COMMAND sh -c "\"$0\" completion zsh >\"$1\"/_palio" $<TARGET_FILE:palio> ${completions}
  COMMAND ${CMAKE_COMMAND} -E touch ${CMAKE_BINARY_DIR}/share/manuals.stamp
  DEPENDS palio
  COMMENT "Writing the manual pages and the completions"
  VERBATIM)
add_custom_target(manuals ALL DEPENDS ${CMAKE_BINARY_DIR}/share/manuals.stamp)

set(CMAKE_SKIP_INSTALL_ALL_DEPENDENCY ON) # an installation needs neither tests nor benchmarks
install(TARGETS palio DESTINATION bin)
install(TARGETS palio-worker palio-worker-fluid palio-archive DESTINATION libexec/palio)
install(TARGETS palio_clp DESTINATION libexec/palio)
if(TARGET palio_sqlite)
  # Below /usr the dynamic linker finds the link by its name. The file is no library that programs link, and lies elsewhere.
  install(TARGETS palio_sqlite DESTINATION libexec/palio)
  file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/lib/link)
  file(CREATE_LINK ../libexec/palio/palio_sqlite.so ${CMAKE_BINARY_DIR}/lib/link/palio_sqlite.so SYMBOLIC)
  install(FILES ${CMAKE_BINARY_DIR}/lib/link/palio_sqlite.so DESTINATION lib)
endif()
install(DIRECTORY ${PALIO_PYTHON}/ DESTINATION lib/python3/dist-packages FILES_MATCHING PATTERN "*.py"
  PATTERN __pycache__ EXCLUDE)
install(DIRECTORY campaign/studies/ DESTINATION share/palio/studies
  FILES_MATCHING PATTERN "*.toml" PATTERN "*.json" PATTERN "LICENSE*" PATTERN "README*")
# What the documents name as $PALIO/analysis.
install(DIRECTORY analysis/claims analysis/figures analysis/queries analysis/tables DESTINATION share/palio/analysis
  FILES_MATCHING PATTERN "*.sql")
install(DIRECTORY ${CMAKE_BINARY_DIR}/share/palio/report DESTINATION share/palio OPTIONAL)
install(DIRECTORY ${pages}/ DESTINATION share/man/man1)
install(FILES ${completions}/palio DESTINATION share/bash-completion/completions)
install(FILES ${completions}/_palio DESTINATION share/zsh/vendor-completions)
install(FILES README.md CHANGELOG.md DESTINATION share/doc/palio)
install(DIRECTORY docs DESTINATION share/doc/palio PATTERN docs/reproduction EXCLUDE)
install(FILES LICENSE DESTINATION share/doc/palio RENAME copyright)

# Debian wants a changelog in its own form, and the reasons why lintian is not heard.
configure_file(cmake/package/changelog ${CMAKE_BINARY_DIR}/share/changelog @ONLY)
execute_process(COMMAND ${PALIO_GZIP} -9nf ${CMAKE_BINARY_DIR}/share/changelog)
install(FILES ${CMAKE_BINARY_DIR}/share/changelog.gz DESTINATION share/doc/palio)
install(FILES cmake/package/lintian-overrides DESTINATION share/lintian/overrides RENAME palio)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_PACKAGE_CONTACT "The Palio authors <palio@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "parallel campaigns of scheduling experiments")
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION
"Palio expands a study file into scenarios (a platform, a workload, a scheduling
strategy), simulates each on all cores, streams the results into one SQLite
file, resumes after any interruption, and turns the file into answers: SQL,
statistics, the claims of papers checked, charts, a replay of any scenario.")
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "sqlite3, python3, nodejs, librsvg2-bin, man-db")
include(CPack)
