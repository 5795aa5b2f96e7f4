# The package that libraries of strategies build with (docs/custom-strategies.md). It has the same layout in the build folder as
# in an installation, so find_package(Palio) finds either.
add_library(palio_plugin INTERFACE)
target_include_directories(palio_plugin INTERFACE ${PROJECT_SOURCE_DIR}/plugin)
target_compile_options(palio_plugin INTERFACE -ffp-contract=off) # the same bits on every machine, as in Palio itself

set(plugin_headers bag_strategy.h declaration.h file_strategy.h graph_strategy.h strategy.h strategy_abi.h)
list(TRANSFORM plugin_headers PREPEND ${PROJECT_SOURCE_DIR}/plugin/palio/)
include(CMakePackageConfigHelpers)
write_basic_package_version_file(${CMAKE_BINARY_DIR}/lib/cmake/Palio/PalioConfigVersion.cmake
  COMPATIBILITY SameMajorVersion ARCH_INDEPENDENT)
configure_file(cmake/PalioConfig.cmake ${CMAKE_BINARY_DIR}/lib/cmake/Palio/PalioConfig.cmake COPYONLY)
foreach(header IN LISTS plugin_headers)
  get_filename_component(name ${header} NAME)
  configure_file(${header} ${CMAKE_BINARY_DIR}/include/palio/${name} COPYONLY)
endforeach()

install(FILES ${plugin_headers} DESTINATION include/palio COMPONENT plugin)
install(FILES ${CMAKE_BINARY_DIR}/lib/cmake/Palio/PalioConfig.cmake
              ${CMAKE_BINARY_DIR}/lib/cmake/Palio/PalioConfigVersion.cmake
        DESTINATION lib/cmake/Palio COMPONENT plugin)
