#ifndef SEXTANT_CPROJ_H
#define SEXTANT_CPROJ_H

#include <geodesic.h>

#endif
