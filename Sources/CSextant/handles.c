#include "sextant_handles.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

/*
 * A handle contains the index of a slot in its lowest 16 bits, the kind of the object in the next 8, and the slot's
 * generation in the highest 40: the number of times that the slot was used. A slot contains its valid handle, or 0.
 */
#define SLOTS 65536u

static struct slot {
    _Atomic uint64_t handle;
    void *object;
    uint64_t generation;
    /* The index of the next free slot; 0 if this is the last one. Slot 0 is never used. */
    uint32_t next;
} slots[SLOTS];

static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
/* The first free slot that was used before (0 if no slot was released), and the first slot that was never used. */
static uint32_t released;
static uint32_t unused = 1;

uint64_t sextant_handle_store(void *object, uint8_t kind) {
    pthread_mutex_lock(&gate);
    uint32_t index = released;
    if (index != 0) {
        released = slots[index].next;
    } else if (unused < SLOTS) {
        index = unused++;
    }
    uint64_t handle = 0;
    if (index != 0) {
        struct slot *slot = &slots[index];
        slot->object = object;
        handle = ++slot->generation << 24 | (uint64_t)kind << 16 | index;
        atomic_store_explicit(&slot->handle, handle, memory_order_release);
    }
    pthread_mutex_unlock(&gate);
    return handle;
}

void *sextant_handle_object(uint64_t handle, uint8_t kind) {
    const struct slot *slot = &slots[handle & 0xFFFF];
    if (handle == 0 || atomic_load_explicit(&slot->handle, memory_order_acquire) != handle) return NULL;
    return (uint8_t)(handle >> 16) == kind ? slot->object : NULL;
}

void *sextant_handle_remove(uint64_t handle, uint8_t kind) {
    pthread_mutex_lock(&gate);
    void *object = sextant_handle_object(handle, kind);
    if (object != NULL) {
        uint32_t index = handle & 0xFFFF;
        atomic_store_explicit(&slots[index].handle, 0, memory_order_release);
        slots[index].object = NULL;
        slots[index].next = released;
        released = index;
    }
    pthread_mutex_unlock(&gate);
    return object;
}
