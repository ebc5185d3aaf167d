# cmake -DBUILD=… -DCONSUMER=… -DWORK=… -DCOMPILER=… -DFLAGS=… -P install.cmake

function(run what)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE status OUTPUT_VARIABLE output
                  ERROR_VARIABLE errors)
  if(NOT status STREQUAL "0")
    message(FATAL_ERROR "${what}: exit status ${status}\n${output}${errors}")
  endif()
  set(output "${output}" PARENT_SCOPE)
endfunction()

file(REMOVE_RECURSE ${WORK})
set(configure ${CMAKE_COMMAND} -G Ninja -S ${CONSUMER} -DCMAKE_PREFIX_PATH=${WORK}/prefix
              -DCMAKE_CXX_COMPILER=${COMPILER} -DCMAKE_CXX_FLAGS=${FLAGS})

run("install" ${CMAKE_COMMAND} --install ${BUILD} --prefix ${WORK}/prefix)
run("configure" ${configure} -B ${WORK}/build)
run("build" ${CMAKE_COMMAND} --build ${WORK}/build)
run("consumer" ${WORK}/build/consumer)
if(NOT output STREQUAL "hello from akka://installed/user/greeter\n")
  message(FATAL_ERROR "consumer: expected the greeter's hello, got \"${output}\"")
endif()

file(GLOB_RECURSE private RELATIVE ${WORK}/prefix ${WORK}/prefix/include/*/internal/*)
if(private)
  message(FATAL_ERROR "installed, but internal: ${private}")
endif()

execute_process(COMMAND ${configure} -B ${WORK}/wrong -DCOMPONENT=nonsense RESULT_VARIABLE status
                OUTPUT_QUIET ERROR_VARIABLE errors)
if(status STREQUAL "0" OR NOT errors MATCHES "no component \"nonsense\"; there are: base, config, actor")
  message(FATAL_ERROR "COMPONENTS nonsense: expected an error that names the components, got "
                      "status ${status}:\n${errors}")
endif()
