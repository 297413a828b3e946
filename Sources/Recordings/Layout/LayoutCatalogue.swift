import Foundation
public import SensorModel

/// The built-in layouts, and the lookup of a layout by name or path.
public enum LayoutCatalogue {
    /// The built-in layouts, in the order of lists.
    public static let builtIn: [Layout] = descriptions.map { name, text in layout(name, text) }

    /// The names of the built-in layouts, in the same order.
    public static let names: [String] = descriptions.map(\.name)

    /// The signatures of the built-in layouts, in the same order.
    static let signatures: [LayoutSignature] = descriptions.map { name, text in
        valid(name) { () throws(InputError) in
            try LayoutParser.signature(from: text, file: "\(name).yaml") { layout(name, text) }
        }
    }

    /// Returns the description of a built-in layout in YAML, or `nil` for an unknown name.
    static func description(named name: String) -> [UInt8]? { descriptions.first { $0.name == name }?.text }

    private static let descriptions: [(name: String, text: [UInt8])] = [
        ("native", PackageResources.native_yaml),
        ("broad", PackageResources.broad_yaml),
        ("smartphone-attitude", PackageResources.smartphone_attitude_yaml),
        ("numpy", PackageResources.numpy_yaml),
        ("sensor-logger", PackageResources.sensor_logger_yaml),
        ("phyphox", PackageResources.phyphox_yaml),
        ("sensorlog", PackageResources.sensorlog_yaml),
        ("androsensor", PackageResources.androsensor_yaml),
        ("physics-toolbox", PackageResources.physics_toolbox_yaml),
        ("sensor-kinetics", PackageResources.sensor_kinetics_yaml),
        ("sensor-record", PackageResources.sensor_record_yaml),
        ("gnss-logger", PackageResources.gnss_logger_yaml),
        ("ios-logger", PackageResources.ios_logger_yaml),
        ("x-io", PackageResources.x_io_yaml),
        ("advio", PackageResources.advio_yaml),
        ("euroc", PackageResources.euroc_yaml),
        ("tum-vi", PackageResources.tum_vi_yaml),
        ("oxiod", PackageResources.oxiod_yaml),
        ("ridi", PackageResources.ridi_yaml),
        ("repoimu", PackageResources.repoimu_yaml),
        ("xsens-dot", PackageResources.xsens_dot_yaml),
        ("indoor-location-20", PackageResources.indoor_location_20_yaml),
        ("motion-sense", PackageResources.motion_sense_yaml),
        ("gsdc", PackageResources.gsdc_yaml),
        ("gpx", PackageResources.gpx_yaml),
        ("tum-trajectory", PackageResources.tum_trajectory_yaml),
        ("euroc-trajectory", PackageResources.euroc_trajectory_yaml),
        ("kitti-trajectory", PackageResources.kitti_trajectory_yaml),
    ]

    private static func layout(_ name: String, _ text: [UInt8]) -> Layout {
        valid(name) { () throws(InputError) in try LayoutParser.layout(from: text, file: "\(name).yaml", mayLeave: nil)
        }
    }

    private static func valid<Value>(_ name: String, _ parse: () throws(InputError) -> Value) -> Value {
        do throws(InputError) {
            return try parse()
        } catch {
            preconditionFailure("the built-in layout \(name) is invalid: \(error)")
        }
    }

    /// Returns the built-in layout with a name, or the layout in a YAML file.
    ///
    /// - Parameter name: the name of a built-in layout, or the path of a file. A text is a path if it ends in `.yaml`
    ///   or `.yml`, or contains a slash.
    /// - Throws: ``SensorModel/InputError`` if no layout has this name, or the file cannot be read or is not a layout.
    public static func layout(named name: String) throws(InputError) -> Layout {
        if name.contains("/") || name.hasSuffix(".yaml") || name.hasSuffix(".yml") {
            return try LayoutParser.layout(from: InputFile.contents(of: name), file: name)
        }
        if let description = descriptions.first(where: { $0.name == name }) {
            return layout(description.name, description.text)
        }
        let hint = NearestName.suggestion(for: name, among: names).map { "did you mean '\($0)'?" }
        throw InputError(
            file: name,
            message: "'\(name)' is neither a built-in layout nor a .yaml file",
            advice: hint ?? "see 'sextant list layouts'"
        )
    }
}
