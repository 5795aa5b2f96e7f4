# find_package(Palio) gives Palio::strategy, which libraries of strategies link, and Palio::palio, the program: the one of the
# same prefix if there is one, else the one in PATH.
get_filename_component(palio_prefix ${CMAKE_CURRENT_LIST_DIR}/../../.. ABSOLUTE)

if(NOT TARGET Palio::strategy)
  add_library(Palio::strategy INTERFACE IMPORTED)
  # The same bits on every machine, as in Palio itself.
  set_target_properties(Palio::strategy PROPERTIES
    INTERFACE_INCLUDE_DIRECTORIES ${palio_prefix}/include
    INTERFACE_COMPILE_FEATURES cxx_std_20
    INTERFACE_COMPILE_OPTIONS -ffp-contract=off)
  # Palio may bring a libstdc++ that is older than the compiler's, so each library has its own part of the compiler's.
  execute_process(COMMAND ${CMAKE_CXX_COMPILER} -print-file-name=libstdc++.a OUTPUT_VARIABLE palio_static
    OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND EXISTS "${palio_static}")
    set_target_properties(Palio::strategy PROPERTIES
      INTERFACE_LINK_OPTIONS "-static-libstdc++;-static-libgcc;LINKER:--exclude-libs,ALL")
  endif()
  unset(palio_static)
  find_program(palio_program palio HINTS ${palio_prefix}/bin NO_CACHE)
  if(palio_program)
    add_executable(Palio::palio IMPORTED)
    set_target_properties(Palio::palio PROPERTIES IMPORTED_LOCATION ${palio_program})
  endif()
endif()
unset(palio_prefix)
