# palio_embed runs it. Writes OUTPUT, a C++ file with FILES (separated by |) and FUNCTION. The files are arrays of bytes,
# because compilers limit the length of a string literal.
string(REPLACE "|" ";" files "${FILES}")
set(arrays "")
set(rows "")
set(index 0)
foreach(file IN LISTS files)
  file(READ ${file} bytes HEX)
  string(REPEAT "[0-9a-f]" 64 line)
  string(REGEX REPLACE "(${line})" "\\1\n" bytes "${bytes}")  # 32 bytes
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
  cmake_path(GET file FILENAME name)
  # A zero at the end, so that an empty file is an array too.
  string(APPEND arrays "// NOLINTNEXTLINE(modernize-avoid-c-arrays): the length is that of the file\nconstexpr unsigned char k_${FUNCTION}_${index}[] = {${bytes}0};\n")
  string(APPEND rows "      {\"${name}\", {reinterpret_cast<const char*>(k_${FUNCTION}_${index}), sizeof k_${FUNCTION}_${index} - 1}},\n")
  math(EXPR index "${index} + 1")
endforeach()
file(WRITE ${OUTPUT} "#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include \"core/text/embedded_file.h\"

namespace palio {
namespace {

${arrays}
}  // namespace

std::span<const EmbeddedFile> ${FUNCTION}();

std::span<const EmbeddedFile> ${FUNCTION}() {
  static const std::vector<EmbeddedFile> files{
${rows}  };
  return files;
}

}  // namespace palio
")
