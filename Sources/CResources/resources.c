#include "CResources.h"

// SwiftPM's `embedInCode` writes each byte as an element of a Swift array, which takes the compiler seconds per file.
// `#embed` of C23 takes none.
#pragma clang diagnostic ignored "-Wc23-extensions"

#define RESOURCE(name) \
    sextant_resource sextant_##name(void) { return (sextant_resource){name, sizeof name}; }

static const unsigned char experiment_schema[] = {
#embed "../SextantCommands/Schemas/experiment.schema.json"
};
RESOURCE(experiment_schema)

static const unsigned char layout_schema[] = {
#embed "../SextantCommands/Schemas/layout.schema.json"
};
RESOURCE(layout_schema)

static const unsigned char program_schema[] = {
#embed "../SextantCommands/Schemas/program.schema.json"
};
RESOURCE(program_schema)

static const unsigned char recording_schema[] = {
#embed "../SextantCommands/Schemas/recording.schema.json"
};
RESOURCE(recording_schema)

static const unsigned char results_schema[] = {
#embed "../SextantCommands/Schemas/results.schema.json"
};
RESOURCE(results_schema)

static const unsigned char table_schema[] = {
#embed "../SextantCommands/Schemas/table.schema.json"
};
RESOURCE(table_schema)

static const unsigned char chart_js[] = {
#embed "../Reporting/HTML/Page/chart.js"
};
RESOURCE(chart_js)

static const unsigned char figure_mustache[] = {
#embed "../Reporting/HTML/Page/figure.mustache"
};
RESOURCE(figure_mustache)

static const unsigned char key_mustache[] = {
#embed "../Reporting/HTML/Page/key.mustache"
};
RESOURCE(key_mustache)

static const unsigned char recordings_js[] = {
#embed "../Reporting/HTML/Page/recordings.js"
};
RESOURCE(recordings_js)

static const unsigned char replay_css[] = {
#embed "../Reporting/Replay/Page/replay.css"
};
RESOURCE(replay_css)

static const unsigned char replay_js[] = {
#embed "../Reporting/Replay/Page/replay.js"
};
RESOURCE(replay_js)

static const unsigned char replay_mustache[] = {
#embed "../Reporting/Replay/Page/replay.mustache"
};
RESOURCE(replay_mustache)

static const unsigned char report_css[] = {
#embed "../Reporting/HTML/Page/report.css"
};
RESOURCE(report_css)

static const unsigned char report_js[] = {
#embed "../Reporting/HTML/Page/report.js"
};
RESOURCE(report_js)

static const unsigned char report_mustache[] = {
#embed "../Reporting/HTML/Page/report.mustache"
};
RESOURCE(report_mustache)

static const unsigned char scene_css[] = {
#embed "../Reporting/HTML/Page/scene.css"
};
RESOURCE(scene_css)

static const unsigned char scene_mustache[] = {
#embed "../Reporting/HTML/Page/scene.mustache"
};
RESOURCE(scene_mustache)

static const unsigned char table_mustache[] = {
#embed "../Reporting/HTML/Page/table.mustache"
};
RESOURCE(table_mustache)

static const unsigned char tables_js[] = {
#embed "../Reporting/HTML/Page/tables.js"
};
RESOURCE(tables_js)

static const unsigned char tables_mustache[] = {
#embed "../Reporting/HTML/Page/tables.mustache"
};
RESOURCE(tables_mustache)
