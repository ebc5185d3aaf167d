# cmake -DCOMPILER=… -DINCLUDES=… -DFILE=x.cpp -DSENTENCE=… -P CompileFail.cmake
# The file must compile as it is; with KEBNE_MUST_FAIL defined the compiler must refuse it and say
# the sentence.

list(TRANSFORM INCLUDES PREPEND -I)
# Not -fsyntax-only: templates have to be instantiated to the end.
set(compile ${COMPILER} -std=c++20 ${INCLUDES} -fmessage-length=0 -S -o /dev/null ${FILE})

execute_process(COMMAND ${compile} RESULT_VARIABLE status ERROR_VARIABLE errors)
if(NOT status STREQUAL "0")
  message(FATAL_ERROR "${FILE}: without KEBNE_MUST_FAIL it should compile, but:\n${errors}")
endif()
execute_process(COMMAND ${compile} -DKEBNE_MUST_FAIL RESULT_VARIABLE status ERROR_VARIABLE errors)
if(status STREQUAL "0")
  message(FATAL_ERROR "${FILE}: with KEBNE_MUST_FAIL it should be refused, but it compiles")
endif()
string(FIND "${errors}" "${SENTENCE}" at)
if(at EQUAL -1)
  message(FATAL_ERROR "${FILE}: should be refused with \"${SENTENCE}\", but the compiler says:\n"
                      "${errors}")
endif()
