# palio_embed(<target> <function> <file>...): makes the files part of the target and adds the function
#   std::span<const palio::EmbeddedFile> palio::<function>();
# which returns them in the given order. Declare it in a header; core/text/embedded_file.h has the type.
function(palio_embed target function)
  set(files)
  foreach(file IN LISTS ARGN)
    cmake_path(ABSOLUTE_PATH file NORMALIZE)
    list(APPEND files ${file})
  endforeach()
  set(source ${CMAKE_CURRENT_BINARY_DIR}/embedded/${function}.cpp)
  set(writer ${PROJECT_SOURCE_DIR}/cmake/write_embedded.cmake)
  list(JOIN files "|" joined)  # the command would split a list
  add_custom_command(OUTPUT ${source}
    COMMAND ${CMAKE_COMMAND} -D OUTPUT=${source} -D FUNCTION=${function} -D FILES=${joined} -P ${writer}
    DEPENDS ${files} ${writer}
    COMMENT "Embedding ${function}"
    VERBATIM)
  target_sources(${target} PRIVATE ${source})
  # Embedded files change more often than the sources of a batch.
  set_source_files_properties(${source} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
endfunction()
