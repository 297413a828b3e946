/* Calls the library wrongly, and checks the statuses. */
#include <math.h>
#include <sextant.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXPECT(condition)                                          \
    do {                                                           \
        if (!(condition)) {                                        \
            printf("line %d: not %s\n", __LINE__, #condition);     \
            exit(1);                                               \
        }                                                          \
    } while (0)

static char message[300];
static const double ones[4] = {1, 1, 1, 1};

static int create_pipeline(const char *spec, sextant_pipeline *pipeline) {
    return sextant_pipeline_create(SEXTANT_INTERFACE, spec, NAN, pipeline, message, sizeof message);
}

static int create_filter(const char *spec, int kind, sextant_filter *filter) {
    return sextant_filter_create(SEXTANT_INTERFACE, spec, kind, filter, message, sizeof message);
}

static void check_create(void) {
    sextant_pipeline pipeline;
    sextant_filter filter;
    EXPECT(sextant_interface() == SEXTANT_INTERFACE);
    EXPECT(
        sextant_pipeline_create(SEXTANT_INTERFACE + 1, "vqf", NAN, &pipeline, message, sizeof message)
        == SEXTANT_WRONG_INTERFACE
    );
    EXPECT(strstr(message, "the program was compiled for version 2 of the interface, but the library has version 1") != NULL);
    EXPECT(create_pipeline(NULL, &pipeline) == SEXTANT_INVALID_ARGUMENT);
    EXPECT(create_pipeline("vqf", NULL) == SEXTANT_INVALID_ARGUMENT);
    EXPECT(create_pipeline("vqfOffline", &pipeline) == SEXTANT_INVALID_ARGUMENT);
    EXPECT(strstr(message, "offline") != NULL);
    EXPECT(create_pipeline("vfq", &pipeline) == SEXTANT_INVALID_ARGUMENT);
    EXPECT(strstr(message, "did you mean 'vqf'") != NULL);
    /* A message is cut, and may be left out. */
    EXPECT(sextant_pipeline_create(SEXTANT_INTERFACE, "vfq", NAN, &pipeline, message, 10) == SEXTANT_INVALID_ARGUMENT);
    EXPECT(strlen(message) == 9);
    EXPECT(sextant_pipeline_create(SEXTANT_INTERFACE, "vfq", NAN, &pipeline, NULL, 0) == SEXTANT_INVALID_ARGUMENT);
    EXPECT(create_filter("lowPass", 7, &filter) == SEXTANT_INVALID_ARGUMENT);
    EXPECT(create_filter("vqf", SEXTANT_SCALAR, &filter) == SEXTANT_INVALID_ARGUMENT);
}

static void check_pipeline(void) {
    sextant_pipeline pipeline, next;
    double q[4];
    EXPECT(create_pipeline("vqf", &pipeline) == SEXTANT_OK);
    EXPECT(sextant_pipeline_read(pipeline, q) == SEXTANT_NO_VALUE);
    EXPECT(sextant_pipeline_push(pipeline, 0, ones, ones, ones, NULL) == SEXTANT_INVALID_ARGUMENT);
    EXPECT(sextant_pipeline_read(pipeline, NULL) == SEXTANT_INVALID_ARGUMENT);
    EXPECT(sextant_pipeline_push(pipeline, 1, NULL, NULL, NULL, q) == SEXTANT_NO_VALUE);
    EXPECT(sextant_pipeline_push(0, 1, ones, ones, ones, q) == SEXTANT_INVALID_HANDLE);
    EXPECT(sextant_pipeline_push(0x1234567890ABCDEF, 1, ones, ones, ones, q) == SEXTANT_INVALID_HANDLE);
    EXPECT(sextant_filter_push(pipeline, 1, ones, q) == SEXTANT_INVALID_HANDLE);
    EXPECT(sextant_pipeline_destroy(pipeline) == SEXTANT_OK);
    EXPECT(sextant_pipeline_destroy(pipeline) == SEXTANT_INVALID_HANDLE);
    EXPECT(sextant_pipeline_push(pipeline, 1, ones, ones, ones, q) == SEXTANT_INVALID_HANDLE);
    /* The next pipeline has the place of the first, and another handle. */
    EXPECT(create_pipeline("triad", &next) == SEXTANT_OK && next != pipeline);
    EXPECT(sextant_pipeline_reset(pipeline) == SEXTANT_INVALID_HANDLE);
    EXPECT(sextant_pipeline_reset(next) == SEXTANT_OK);
    EXPECT(sextant_pipeline_destroy(next) == SEXTANT_OK);
}

/* A level device that points north, and then east: half of a right angle has the cosine √½. */
static void check_reset(void) {
    sextant_pipeline pipeline;
    const double gravity[3] = {0, 0, 9.81}, ahead[3] = {0, 20, -40}, left[3] = {-20, 0, -40};
    double q[4];
    EXPECT(create_pipeline("triad+lowPass:alpha=0.1", &pipeline) == SEXTANT_OK);
    EXPECT(sextant_pipeline_push(pipeline, 1, NULL, gravity, ahead, q) == SEXTANT_OK && fabs(fabs(q[0]) - 1) < 1e-9);
    EXPECT(sextant_pipeline_reset(pipeline) == SEXTANT_OK);
    EXPECT(sextant_pipeline_read(pipeline, q) == SEXTANT_NO_VALUE);
    EXPECT(sextant_pipeline_push(pipeline, 1, NULL, gravity, left, q) == SEXTANT_OK);
    EXPECT(fabs(fabs(q[0]) - sqrt(0.5)) < 1e-9);
    EXPECT(sextant_pipeline_destroy(pipeline) == SEXTANT_OK);
}

static void check_filters(void) {
    static sextant_filter all[70000];
    sextant_filter filter;
    double vector[3] = {0, 0, 0};
    const double unusable[3] = {NAN, 0, 0};
    EXPECT(create_filter("movingAverage:window=3", SEXTANT_VECTOR, &filter) == SEXTANT_OK);
    for (int i = 0; i < 10; i++) {
        vector[0] = i, vector[1] = 2 * i, vector[2] = -i;
        EXPECT(sextant_filter_push(filter, i * 0.1, vector, vector) == SEXTANT_OK);
    }
    EXPECT(vector[0] == 8 && vector[1] == 16 && vector[2] == -8);
    EXPECT(sextant_filter_push(filter, 2, NULL, vector) == SEXTANT_INVALID_ARGUMENT);
    EXPECT(sextant_filter_push(filter, 2, unusable, vector) == SEXTANT_OK && vector[0] == 8);
    EXPECT(sextant_filter_reset(filter) == SEXTANT_OK);
    EXPECT(sextant_filter_push(filter, 2, unusable, vector) == SEXTANT_NO_VALUE);
    EXPECT(sextant_filter_destroy(filter) == SEXTANT_OK && sextant_filter_destroy(filter) == SEXTANT_INVALID_HANDLE);
    /* The first output is the first sample. The fifth number is not part of the quaternion. */
    const double rotation[5] = {0.5, -0.5, 0.5, -0.5, 0.75};
    double q[4];
    EXPECT(create_filter("lowPass", SEXTANT_QUATERNION, &filter) == SEXTANT_OK);
    EXPECT(sextant_filter_push(filter, 0, rotation, q) == SEXTANT_OK);
    for (int i = 0; i < 4; i++) EXPECT(fabs(q[i] - rotation[i]) < 1e-12);
    EXPECT(sextant_filter_destroy(filter) == SEXTANT_OK);
    int count = 0, status;
    while ((status = create_filter("lowPass", SEXTANT_SCALAR, &all[count])) == SEXTANT_OK) count++;
    EXPECT(status == SEXTANT_TOO_MANY_HANDLES && count == 65535);
    for (int i = 0; i < count; i++) EXPECT(sextant_filter_destroy(all[i]) == SEXTANT_OK);
}

static void check_distance(void) {
    double metres;
    /* A degree of the sphere with the mean radius of 6,371,008.8 m. */
    EXPECT(sextant_distance("haversine", 0, 0, 0, 1, &metres) == SEXTANT_OK && fabs(metres - 111195.08) < 1);
    EXPECT(sextant_distance("unknown", 0, 0, 0, 1, &metres) == SEXTANT_INVALID_ARGUMENT);
    EXPECT(sextant_distance("haversine", 91, 0, 0, 1, &metres) == SEXTANT_INVALID_ARGUMENT);
    EXPECT(sextant_distance("haversine", 0, 0, 0, 1, NULL) == SEXTANT_INVALID_ARGUMENT);
    EXPECT(sextant_distance(NULL, 0, 0, 0, 1, &metres) == SEXTANT_INVALID_ARGUMENT);
}

int main(void) {
    check_create();
    check_pipeline();
    check_reset();
    check_filters();
    check_distance();
    puts("all statuses are as expected");
    return 0;
}
