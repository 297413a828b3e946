/* A plugin for tests: the turn about z from the gyroscope, as turn.py. FAULT puts one fault into it. From 10 on it ends its
 * process: FAULT / 10 tells where, FAULT % 10 how. */
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "sextant_estimator.h"

#ifndef FAULT
#define FAULT 0
#endif

static void end_if(int place) {
    if (FAULT / 10 != place) return;
    switch (FAULT % 10) {
    case 0: exit(0);
    case 1: _exit(0);
    case 2: quick_exit(0);
    case 3: abort();
    case 4: kill(getpid(), SIGKILL);
    case 5: exit(1);
    case 6: raise(SIGTERM);
    }
}

__attribute__((constructor)) static void begin(void) { end_if(1); }
__attribute__((destructor)) static void end(void) { end_if(6); }

struct turn {
    double gain, angle, last;
    int count;
};

static void *create(const double *values) {
    if (FAULT == 4) return NULL;
    end_if(3);
    struct turn *turn = calloc(1, sizeof *turn);
    turn->gain = values[0];
    return turn;
}

static void reset(void *instance) {
    struct turn *turn = instance;
    turn->angle = 0;
    turn->count = 0;
}

static void gyroscope(void *instance, double time, const double value[3]) {
    struct turn *turn = instance;
    if (turn->count++ > 0) turn->angle += turn->gain * value[2] * (time - turn->last);
    turn->last = time;
    if (turn->count == 11) end_if(4);
    if (FAULT == 3 && turn->count == 11) *(volatile int *)0 = 1;
}

static int orientation(void *instance, double q[4]) {
    const struct turn *turn = instance;
    if (turn->count < 2) return 0;
    q[0] = FAULT == 2 && turn->count > 10 ? NAN : cos(turn->angle / 2);
    q[1] = q[2] = 0;
    q[3] = sin(turn->angle / 2);
    return 1;
}

static void destroy(void *instance) {
    end_if(5);
    free(instance);
}

static const sextant_parameter parameters[] = {
    {"gain", "", "Factor of the rate.", 1, 0, 10},
};

static const sextant_estimator table = {
    FAULT == 1 ? 99 : SEXTANT_ESTIMATOR_VERSION,
    SEXTANT_GYROSCOPE,
    "turn",
    parameters,
    1,
    create,
    reset,
    gyroscope,
    NULL,
    NULL,
    orientation,
    destroy,
};

#if FAULT != 5
const sextant_estimator *sextant_estimator_table(void) {
    end_if(2);
    return &table;
}
#endif
