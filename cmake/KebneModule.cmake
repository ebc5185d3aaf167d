# kebne_module(<name>
#   [PUBLIC dep…] [PRIVATE dep…]    other modules by their short name, or any target with `::`
#   HEADERS file…                   installed; public ones and those in detail/
#   SOURCES file…
#   [TESTS file…]                   go into the program <name>_tests
#   [CONCURRENCY_TESTS file…]       the same, and the TSan lane runs them
#   [COUNTED_TESTS file…]           go into <name>_counted_tests, where atomics are counted
#   [TEST_LIBRARIES dep…]           what the tests need beside the module
#   [COUNTED])                      also builds kebne_<name>_counted, never installed
#
# Makes the static library kebne_<name>, alias kebne::<name>. Files are relative to the module.

include(${CMAKE_CURRENT_LIST_DIR}/KebneTests.cmake)

set(KEBNE_WARNINGS -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion
                   -Wnon-virtual-dtor -Woverloaded-virtual -Wold-style-cast -Wcast-qual
                   -Wextra-semi -Wundef)
# GCC 12 sees overlapping copies in "literal" + std::string (gcc.gnu.org/PR105329).
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  list(APPEND KEBNE_WARNINGS -Wno-restrict)
endif()

# What every target of ours has: language, warnings, the include root.
function(kebne_own_target target)
  target_compile_features(${target} PUBLIC cxx_std_20)
  target_compile_options(${target} PRIVATE ${KEBNE_WARNINGS})
  set_target_properties(${target} PROPERTIES CXX_EXTENSIONS OFF CXX_VISIBILITY_PRESET hidden
                                             VISIBILITY_INLINES_HIDDEN ON)
endfunction()

# Ends the configuration when a listed file is not there.
function(kebne_require_files what)
  foreach(file IN LISTS ARGN)
    if(NOT EXISTS ${CMAKE_CURRENT_SOURCE_DIR}/${file})
      message(FATAL_ERROR "${what}: ${CMAKE_CURRENT_SOURCE_DIR}/CMakeLists.txt lists ${file}, "
                          "which does not exist; create it or take it off the list")
    endif()
  endforeach()
endfunction()

# Short names of modules become targets: `base` is kebne::base, with `suffix` behind it. The `::`
# makes CMake say so when there is no such target.
function(kebne_resolve result suffix)
  set(targets)
  foreach(dep IN LISTS ARGN)
    if(dep MATCHES "::")
      list(APPEND targets ${dep})
    else()
      list(APPEND targets kebne::${dep}${suffix})
    endif()
  endforeach()
  set(${result} ${targets} PARENT_SCOPE)
endfunction()

function(kebne_module_library target suffix)
  add_library(${target} STATIC ${ARGN} ${arg_SOURCES})
  add_library(kebne::${name}${suffix} ALIAS ${target})
  kebne_own_target(${target})
  target_include_directories(${target} PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/src>)
  target_compile_definitions(${target} PUBLIC $<$<BOOL:${KEBNE_ASSERTS}>:KEBNE_ASSERTS>
                                              $<$<BOOL:${KEBNE_PLAIN_POOL}>:KEBNE_PLAIN_POOL>)
  if(KEBNE_FUZZ)
    target_compile_options(${target} PRIVATE -fsanitize=fuzzer-no-link)
  endif()
  kebne_resolve(public "${suffix}" ${arg_PUBLIC})
  kebne_resolve(private "${suffix}" ${arg_PRIVATE})
  target_link_libraries(${target} PUBLIC ${public} PRIVATE ${private})
endfunction()

function(kebne_module name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "COUNTED" ""
    "PUBLIC;PRIVATE;HEADERS;SOURCES;TESTS;CONCURRENCY_TESTS;COUNTED_TESTS;TEST_LIBRARIES")
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "kebne_module(${name}): expected a keyword such as SOURCES before "
                        "\"${arg_UNPARSED_ARGUMENTS}\"")
  endif()
  kebne_require_files("kebne_module(${name})" ${arg_HEADERS} ${arg_SOURCES} ${arg_TESTS}
                      ${arg_CONCURRENCY_TESTS} ${arg_COUNTED_TESTS})

  kebne_module_library(kebne_${name} "")
  target_sources(kebne_${name} PUBLIC FILE_SET HEADERS BASE_DIRS ${PROJECT_SOURCE_DIR}/src
                                      FILES ${arg_HEADERS})
  set_target_properties(kebne_${name} PROPERTIES EXPORT_NAME ${name})
  if(KEBNE_INSTALL)
    set(needs ${arg_PUBLIC} ${arg_PRIVATE})
    list(FILTER needs EXCLUDE REGEX "::")
    set_property(GLOBAL APPEND PROPERTY KEBNE_MODULES ${name})
    set_property(GLOBAL PROPERTY KEBNE_NEEDS_${name} "${needs}")
  endif()

  if(NOT KEBNE_TESTS)
    return()
  endif()
  if(arg_TESTS OR arg_CONCURRENCY_TESTS)
    kebne_resolve(libraries "" ${name} ${arg_TEST_LIBRARIES})
    kebne_tests(${name}_tests SOURCES ${arg_TESTS} CONCURRENCY ${arg_CONCURRENCY_TESTS}
                LIBRARIES ${libraries})
  endif()
  if(arg_COUNTED)
    kebne_module_library(kebne_${name}_counted "_counted" EXCLUDE_FROM_ALL)
    target_compile_definitions(kebne_${name}_counted PUBLIC KEBNE_COUNT_ATOMICS)
  endif()
  if(arg_COUNTED_TESTS)
    # Only modules have a counted form; another library would bring the plain form of base along.
    list(FILTER arg_TEST_LIBRARIES EXCLUDE REGEX "::")
    kebne_resolve(libraries "_counted" ${name} ${arg_TEST_LIBRARIES})
    kebne_tests(${name}_counted_tests SOURCES ${arg_COUNTED_TESTS} LIBRARIES ${libraries})
  endif()
endfunction()
