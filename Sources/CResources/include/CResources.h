#ifndef SEXTANT_CRESOURCES_H
#define SEXTANT_CRESOURCES_H

#include <stddef.h>

/// The bytes of a file that is embedded in the program.
typedef struct {
    const unsigned char *_Nonnull bytes;
    size_t count;
} sextant_resource;

// The schemas of `sextant schema`.
sextant_resource sextant_experiment_schema(void);
sextant_resource sextant_layout_schema(void);
sextant_resource sextant_program_schema(void);
sextant_resource sextant_recording_schema(void);
sextant_resource sextant_results_schema(void);
sextant_resource sextant_table_schema(void);

// The templates, style sheets and scripts of the HTML pages.
sextant_resource sextant_chart_js(void);
sextant_resource sextant_figure_mustache(void);
sextant_resource sextant_key_mustache(void);
sextant_resource sextant_recordings_js(void);
sextant_resource sextant_replay_css(void);
sextant_resource sextant_replay_js(void);
sextant_resource sextant_replay_mustache(void);
sextant_resource sextant_report_css(void);
sextant_resource sextant_report_js(void);
sextant_resource sextant_report_mustache(void);
sextant_resource sextant_scene_css(void);
sextant_resource sextant_scene_mustache(void);
sextant_resource sextant_table_mustache(void);
sextant_resource sextant_tables_js(void);
sextant_resource sextant_tables_mustache(void);

#endif
