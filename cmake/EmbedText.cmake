# cmake -DOUT=x.cpp "-DFILES=a;b" -P EmbedText.cmake
# Writes a source file with the texts, for src/kebne/config/internal/reference_texts.hpp.

set(entries)
foreach(file IN LISTS FILES)
  get_filename_component(name ${file} NAME)
  file(READ ${file} text)
  string(FIND "${text}" ")text\"" clash)
  if(NOT clash EQUAL -1)
    message(FATAL_ERROR "${file}: expected no )text\" in it, found one at byte ${clash}")
  endif()
  # In pieces: compilers limit the length of one literal.
  set(literals)
  string(LENGTH "${text}" left)
  set(at 0)
  while(at LESS left)
    string(SUBSTRING "${text}" ${at} 8000 piece)
    string(APPEND literals "\n     R\"text(${piece})text\"")
    math(EXPR at "${at} + 8000")
  endwhile()
  string(APPEND entries "    {\"${name}\",${literals}},\n")
endforeach()
file(WRITE ${OUT} "#include \"kebne/config/internal/reference_texts.hpp\"

namespace kebne::detail::hocon {

std::span<const ReferenceText> reference_texts() noexcept {
  static constexpr ReferenceText texts[] = {
${entries}  };
  return texts;
}

}  // namespace kebne::detail::hocon
")
