/// Small valid files of all kinds that commands read.
struct Templates {
    let experiments = Self.templates(
        PackageResources.experiment_grid_yaml,
        PackageResources.experiment_search_yaml,
        PackageResources.experiment_plain_yaml
    )
    let noises = Self.templates(PackageResources.noise_yaml, PackageResources.noise_hard_yaml)
    let scenario = TextTemplate(PackageResources.scenario_yaml)
    let systems = Self.templates(PackageResources.system_yaml, PackageResources.system_own_yaml)
    let pipeline = TextTemplate(PackageResources.pipeline_yaml)
    let layouts = Self.templates(PackageResources.layout_native_yaml, PackageResources.layout_yaml)
    let metadata = TextTemplate(PackageResources.recording_yaml)
    let places: [(name: String, template: TextTemplate)] = [
        ("places.csv", TextTemplate(PackageResources.places_csv)),
        ("area.xml", TextTemplate(PackageResources.area_xml)),
        ("dimension.gddf", TextTemplate(PackageResources.dimension_gddf)),
        ("places.geojson", TextTemplate(PackageResources.places_geojson)),
        ("places.gpx", TextTemplate(PackageResources.places_gpx)),
        ("places.kml", TextTemplate(PackageResources.places_kml)),
    ]
    let deltas = TextTemplate(PackageResources.deltas_json)
    let pairs = TextTemplate(PackageResources.pairs_csv)
    let points = TextTemplate(PackageResources.points_csv)
    let table = TextTemplate(PackageResources.table_csv)
    let thresholds = TextTemplate(PackageResources.thresholds_yaml)
    let trajectories = Self.templates(
        PackageResources.trajectory_tum,
        PackageResources.trajectory_euroc_csv,
        PackageResources.trajectory_kitti
    )
    let results = Self.templates(
        PackageResources.results_json,
        PackageResources.results_systems_json,
        PackageResources.results_series_json
    )

    private static func templates(_ files: [UInt8]...) -> [TextTemplate] { files.map(TextTemplate.init) }
}
