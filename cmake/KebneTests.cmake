# kebne_tests(<program> SOURCES file… [CONCURRENCY file…] LIBRARIES target…)
#
# One test program, and one ctest entry <program>.<Suite> for each suite that its sources name, so
# nothing has to run at build time. Labels: `unit`; files in CONCURRENCY also `concurrency`;
# x.stress.test.cpp has `stress;concurrency` instead; x.nightly.test.cpp has `nightly`.

# The suites that a file's TEST macros name.
function(kebne_suites result file)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
  file(READ ${file} text)
  string(REGEX MATCHALL "(^|\n)(TYPED_)?TEST(_F|_P)?\\([ \n]*[A-Za-z0-9_]+" heads "${text}")
  list(TRANSFORM heads REPLACE ".*\\([ \n]*" "")
  list(REMOVE_DUPLICATES heads)
  if(NOT heads)
    message(FATAL_ERROR "${file}: expected TEST(Suite, Case), found none")
  endif()
  set(${result} ${heads} PARENT_SCOPE)
endfunction()

function(kebne_tests program)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;CONCURRENCY;LIBRARIES")
  kebne_require_files("kebne_tests(${program})" ${arg_SOURCES} ${arg_CONCURRENCY})
  add_executable(${program} ${arg_SOURCES} ${arg_CONCURRENCY})
  kebne_own_target(${program})
  target_link_libraries(${program} PRIVATE ${arg_LIBRARIES} GTest::gtest GTest::gtest_main)
  target_include_directories(${program} PRIVATE ${PROJECT_SOURCE_DIR})
  target_precompile_headers(${program} PRIVATE <gtest/gtest.h>)
  target_compile_definitions(${program} PRIVATE KEBNE_TEST_DATA="${PROJECT_SOURCE_DIR}/tests/data")

  set(stress ${arg_SOURCES})
  list(FILTER stress INCLUDE REGEX "\\.stress\\.test\\.cpp$")
  if(arg_CONCURRENCY OR stress)
    set_property(GLOBAL APPEND PROPERTY KEBNE_CONCURRENCY_PROGRAMS ${program})
  endif()

  set(seen)
  foreach(file IN LISTS arg_SOURCES arg_CONCURRENCY)
    if(file MATCHES "\\.nightly\\.test\\.cpp$")
      set(labels nightly)
    elseif(file MATCHES "\\.stress\\.test\\.cpp$")
      set(labels stress concurrency)
    elseif(file IN_LIST arg_CONCURRENCY)
      set(labels unit concurrency)
    else()
      set(labels unit)
    endif()
    kebne_suites(suites ${CMAKE_CURRENT_SOURCE_DIR}/${file})
    foreach(suite IN LISTS suites)
      if(NOT suite IN_LIST seen)
        list(APPEND seen ${suite})
        set(labels_${suite} "${labels}")
        set(file_${suite} ${file})
        add_test(NAME ${program}.${suite}
                 COMMAND ${program} --gtest_filter=${suite}.*:*/${suite}.*:${suite}/*.*)
        set_tests_properties(${program}.${suite} PROPERTIES LABELS "${labels}" TIMEOUT 600
                             FAIL_REGULAR_EXPRESSION "Running 0 tests")
      elseif(NOT labels_${suite} STREQUAL labels)
        message(FATAL_ERROR "${program}: suite ${suite} is in ${file_${suite}} with the labels "
                            "\"${labels_${suite}}\" and in ${file} with \"${labels}\": rename one")
      endif()
    endforeach()
  endforeach()
endfunction()
