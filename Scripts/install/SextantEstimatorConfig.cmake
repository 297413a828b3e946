# find_package(SextantEstimator) defines the target Sextant::Estimator, the header of estimators in shared libraries.
if(NOT TARGET Sextant::Estimator)
  get_filename_component(_sextant_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
  add_library(Sextant::Estimator INTERFACE IMPORTED)
  set_target_properties(Sextant::Estimator PROPERTIES INTERFACE_INCLUDE_DIRECTORIES "${_sextant_prefix}/include")
  unset(_sextant_prefix)
endif()
