#include "sextant_estimator.h"

// If a member had another offset, libraries that were built earlier would fail.
_Static_assert(offsetof(sextant_estimator, version) == 0, "the version is the first member");
_Static_assert(offsetof(sextant_estimator, name) == 8, "the layout of version 1");
_Static_assert(sizeof(sextant_estimator) == 88 || sizeof(void *) != 8, "the layout of version 1");
_Static_assert(sizeof(sextant_parameter) == 48 || sizeof(void *) != 8, "the layout of version 1");
