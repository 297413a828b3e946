#include "CProj.h"

#include <stddef.h>

#ifdef __APPLE__

/* Linked: what a program's libraries need is cached there. */
const char *sextant_geodesics_load(struct sextant_geodesics *geodesics) {
    geodesics->init = geod_init;
    geodesics->inverse = geod_inverse;
    geodesics->direct = geod_direct;
    return NULL;
}

#else

#include <dlfcn.h>

/* The library of the headers that this was compiled with; then the one that a machine without headers has, since
 * PROJ 9.0. */
static const char *const names[] = {"libproj.so", "libproj.so.25"};

const char *sextant_geodesics_load(struct sextant_geodesics *geodesics) {
    void *library = NULL;
    for (size_t i = 0; library == NULL && i < sizeof names / sizeof *names; i++) library = dlopen(names[i], RTLD_LAZY);
    if (library == NULL) return dlerror();
    void *init = dlsym(library, "geod_init");
    void *inverse = dlsym(library, "geod_inverse");
    void *direct = dlsym(library, "geod_direct");
    if (init == NULL || inverse == NULL || direct == NULL) return "the library has no geodesics";
    /* POSIX has dlsym's result as a function's address. */
    *(void **)&geodesics->init = init;
    *(void **)&geodesics->inverse = inverse;
    *(void **)&geodesics->direct = direct;
    return NULL;
}

#endif
