/* The table of handles that implements sextant.h. This header is not installed. */
#ifndef SEXTANT_HANDLES_H
#define SEXTANT_HANDLES_H

#include <stdint.h>

/* Stores an object of a kind (1 to 255), and returns its handle, or 0 if the table is full. */
uint64_t sextant_handle_store(void *object, uint8_t kind);

/* Returns the object of a handle, or NULL if the handle is invalid or has another kind. */
void *sextant_handle_object(uint64_t handle, uint8_t kind);

/* Removes a handle, and returns its object, or NULL if the handle is invalid or has another kind. */
void *sextant_handle_remove(uint64_t handle, uint8_t kind);

#endif
