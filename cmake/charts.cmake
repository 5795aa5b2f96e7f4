# Joins the npm packages that analysis/report/package-lock.json pins into one script next to the program; it draws the charts
# of `palio report`. Without npm, or with -D PALIO_CHARTS=OFF, reports have only tables and say so.
option(PALIO_CHARTS "Fetch the npm packages that draw the charts of reports" ON)
find_program(PALIO_NPM npm)

set(PALIO_CHARTS_SCRIPT "")
if(NOT PALIO_CHARTS)
  message(STATUS "PALIO_CHARTS is OFF: reports will have tables and no charts")
elseif(NOT PALIO_NPM)
  message(STATUS "npm was not found: reports will have tables and no charts (Debian packages nodejs and npm)")
else()
  set(source ${PROJECT_SOURCE_DIR}/analysis/report)
  set(npm ${CMAKE_BINARY_DIR}/npm)
  set(PALIO_CHARTS_SCRIPT ${CMAKE_BINARY_DIR}/share/palio/report/charts.js)
  set(joiner ${PROJECT_SOURCE_DIR}/cmake/join_charts.cmake)
  add_custom_command(OUTPUT ${PALIO_CHARTS_SCRIPT}
    COMMAND ${CMAKE_COMMAND} -E make_directory ${npm}
    COMMAND ${CMAKE_COMMAND} -E copy ${source}/package.json ${source}/package-lock.json ${npm}
    COMMAND ${CMAKE_COMMAND} -D NPM=${PALIO_NPM} -D FOLDER=${npm} -D OUTPUT=${PALIO_CHARTS_SCRIPT} -P ${joiner}
    DEPENDS ${source}/package.json ${source}/package-lock.json ${joiner}
    COMMENT "Fetching the scripts that draw the charts"
    VERBATIM)
  # No program depends on it: the registry may be slow.
  add_custom_target(charts ALL DEPENDS ${PALIO_CHARTS_SCRIPT})
endif()
