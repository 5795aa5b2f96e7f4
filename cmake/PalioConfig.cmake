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
  find_program(palio_program palio HINTS ${palio_prefix}/bin NO_CACHE)
  if(palio_program)
    add_executable(Palio::palio IMPORTED)
    set_target_properties(Palio::palio PROPERTIES IMPORTED_LOCATION ${palio_program})
  endif()
endif()
unset(palio_prefix)
