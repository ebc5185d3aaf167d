# Installs the modules, each as a component of find_package(kebne COMPONENTS …).

include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(destination ${CMAKE_INSTALL_LIBDIR}/cmake/kebne)
get_property(modules GLOBAL PROPERTY KEBNE_MODULES)

set(KEBNE_COMPONENT_NEEDS)
foreach(module IN LISTS modules)
  install(TARGETS kebne_${module} EXPORT kebne-${module}
          ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
          FILE_SET HEADERS DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
  install(EXPORT kebne-${module} NAMESPACE kebne:: DESTINATION ${destination})
  get_property(needs GLOBAL PROPERTY KEBNE_NEEDS_${module})
  string(APPEND KEBNE_COMPONENT_NEEDS "set(kebne_${module}_needs ${needs})\n")
endforeach()

configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/kebneConfig.cmake.in
                              ${PROJECT_BINARY_DIR}/kebneConfig.cmake
                              INSTALL_DESTINATION ${destination})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/kebneConfigVersion.cmake
                                 COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/kebneConfig.cmake ${PROJECT_BINARY_DIR}/kebneConfigVersion.cmake
        DESTINATION ${destination})
