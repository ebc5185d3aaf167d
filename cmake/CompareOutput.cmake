# cmake -DPROGRAM=… -DEXPECTED=file -P CompareOutput.cmake
# Runs the program; its standard output must be the file's text and its exit status 0.

execute_process(COMMAND ${PROGRAM} OUTPUT_VARIABLE output ERROR_VARIABLE errors
                RESULT_VARIABLE status)
file(READ ${EXPECTED} expected)
if(NOT status STREQUAL "0")
  message(FATAL_ERROR "${PROGRAM}: expected exit status 0, got ${status}\n${output}${errors}")
endif()
if(NOT output STREQUAL expected)
  message(FATAL_ERROR "${PROGRAM}: expected the output of ${EXPECTED}:\n${expected}\n"
                      "got:\n${output}\nstderr:\n${errors}")
endif()
