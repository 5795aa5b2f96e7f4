# palio_embed(<target> <function> <file>...): the files become part of the target, which then has the function
#   std::span<const palio::EmbeddedFile> palio::<function>();
# in the order given. Declare it in a header of your own; core/text/embedded_file.h has the type.
function(palio_embed target function)
  set(files)
  foreach(file IN LISTS ARGN)
    cmake_path(ABSOLUTE_PATH file NORMALIZE)
    list(APPEND files ${file})
  endforeach()
  set(source ${CMAKE_CURRENT_BINARY_DIR}/embedded/${function}.cpp)
  set(writer ${PROJECT_SOURCE_DIR}/cmake/write_embedded.cmake)
  list(JOIN files "|" joined)  # a list would be torn apart on its way to the command
  add_custom_command(OUTPUT ${source}
    COMMAND ${CMAKE_COMMAND} -D OUTPUT=${source} -D FUNCTION=${function} -D FILES=${joined} -P ${writer}
    DEPENDS ${files} ${writer}
    COMMENT "Embedding ${function}"
    VERBATIM)
  target_sources(${target} PRIVATE ${source})
  # One file of a paper changes more often than what is compiled with it.
  set_source_files_properties(${source} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
endfunction()
