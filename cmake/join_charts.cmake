# Installs the pinned packages into FOLDER and joins what a page needs of them, each behind its licence, into OUTPUT.
execute_process(COMMAND ${NPM} ci --ignore-scripts --no-audit --no-fund --loglevel=error
  WORKING_DIRECTORY ${FOLDER} RESULT_VARIABLE status OUTPUT_QUIET ERROR_VARIABLE words)
if(NOT status EQUAL 0)
  message(FATAL_ERROR "npm ci failed in ${FOLDER}: ${words}\n"
    "It needs npm's registry once. To build reports without charts: cmake -D PALIO_CHARTS=OFF")
endif()

set(text "")
foreach(package IN ITEMS vega vega-lite vega-embed)
  set(folder ${FOLDER}/node_modules/${package})
  file(READ ${folder}/LICENSE licence)
  file(READ ${folder}/build/${package}.min.js script)
  string(REGEX REPLACE "\n//# sourceMappingURL=[^\n]*" "" script "${script}")
  if(script MATCHES "</script" OR script MATCHES "<!--")
    message(FATAL_ERROR "${package} cannot stand inside a page: it contains </script or <!--")
  endif()
  string(APPEND text "/* ${package}\n\n${licence}*/\n${script}\n")
endforeach()
file(READ ${THEME} theme)
file(WRITE ${OUTPUT} "${text}${theme}")
