#ifndef SEXTANT_CLIBEXPAT_H
#define SEXTANT_CLIBEXPAT_H

#include <expat.h>

#endif
