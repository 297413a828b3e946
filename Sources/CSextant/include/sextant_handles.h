/* The table of handles of sextant.h. It is not installed. */
#ifndef SEXTANT_HANDLES_H
#define SEXTANT_HANDLES_H

#include <stdint.h>

/* Stores an object of a kind (1 to 255) and returns its handle; 0 where the table is full. */
uint64_t sextant_handle_store(void *object, uint8_t kind);

/* The object of a handle; NULL for a handle that is not valid or of another kind. */
void *sextant_handle_object(uint64_t handle, uint8_t kind);

/* Removes a handle and returns its object; NULL for a handle that is not valid or of another kind. */
void *sextant_handle_remove(uint64_t handle, uint8_t kind);

#endif
