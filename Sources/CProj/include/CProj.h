#ifndef SEXTANT_CPROJ_H
#define SEXTANT_CPROJ_H

#include <geodesic.h>

/// The functions of PROJ's geodesics.
struct sextant_geodesics {
    void (*init)(struct geod_geodesic *, double, double);
    void (*inverse)(const struct geod_geodesic *, double, double, double, double, double *, double *, double *);
    void (*direct)(const struct geod_geodesic *, double, double, double, double, double *, double *, double *);
};

/// Loads PROJ. Returns NULL, or what the loader says against it.
///
/// PROJ's library brings some thirty others along, for networks and pictures. Linked, they would take half of the time
/// that each command needs to start; so they are loaded where a geodesic is asked for.
const char *sextant_geodesics_load(struct sextant_geodesics *geodesics);

#endif
