import Foundation
public import SensorModel

/// The layouts that can be selected by name or detected: the built-in layouts, and layouts that a package adds.
public struct LayoutCatalogue: Sendable {
    /// The catalogue with only the built-in layouts.
    public static let builtIn = LayoutCatalogue()

    private let added: [LayoutEntry]
    /// The signatures of the layouts to detect, or `nil` to detect all layouts.
    private let detected: [LayoutSignature]?

    /// Creates a catalogue with the built-in layouts and additional layouts.
    ///
    /// - Parameter added: the additional layouts. Their names must differ from all other names.
    public init(adding added: [LayoutEntry] = []) {
        self.added = added
        detected = nil
        precondition(added.isEmpty || Set(names).count == names.count, "the name of an added layout must be new")
    }

    /// Creates a catalogue in which all built-in layouts can be selected by name, but only the given layouts are
    /// detected.
    init(detecting layouts: [Layout]) {
        added = []
        detected = layouts.map { layout in
            LayoutSignature(name: layout.name, container: layout.container, conditions: layout.signature) { layout }
        }
    }

    /// The layouts, in the order in which they are listed.
    public var layouts: [Layout] { Self.layouts + added.map(\.layout) }

    /// The names of the layouts, in the order of ``layouts``.
    public var names: [String] { entries.map(\.name) }

    /// The signatures of the layouts to detect.
    var signatures: [LayoutSignature] { detected ?? Self.signatures + added.map(\.signature) }

    /// Returns the entry of a layout, or `nil` if the name is unknown.
    func entry(named name: String) -> LayoutEntry? { entries.first { $0.name == name } }

    private var entries: [LayoutEntry] { Self.entries + added }
    private static let layouts = entries.map(\.layout)
    private static let signatures = entries.map(\.signature)

    private static let entries = [
        LayoutEntry("native", PackageResources.native_yaml),
        LayoutEntry("broad", PackageResources.broad_yaml),
        LayoutEntry("smartphone-attitude", PackageResources.smartphone_attitude_yaml),
        LayoutEntry("numpy", PackageResources.numpy_yaml),
        LayoutEntry("sensor-logger", PackageResources.sensor_logger_yaml),
        LayoutEntry("sensor-logger-watch", PackageResources.sensor_logger_watch_yaml),
        LayoutEntry("phyphox", PackageResources.phyphox_yaml),
        LayoutEntry("sensorlog", PackageResources.sensorlog_yaml),
        LayoutEntry("androsensor", PackageResources.androsensor_yaml),
        LayoutEntry("physics-toolbox", PackageResources.physics_toolbox_yaml),
        LayoutEntry("sensor-kinetics", PackageResources.sensor_kinetics_yaml),
        LayoutEntry("sensor-record", PackageResources.sensor_record_yaml),
        LayoutEntry("gnss-logger", PackageResources.gnss_logger_yaml),
        LayoutEntry("ios-logger", PackageResources.ios_logger_yaml),
        LayoutEntry("x-io", PackageResources.x_io_yaml),
        LayoutEntry("advio", PackageResources.advio_yaml),
        LayoutEntry("euroc", PackageResources.euroc_yaml),
        LayoutEntry("tum-vi", PackageResources.tum_vi_yaml),
        LayoutEntry("oxiod", PackageResources.oxiod_yaml),
        LayoutEntry("ridi", PackageResources.ridi_yaml),
        LayoutEntry("repoimu", PackageResources.repoimu_yaml),
        LayoutEntry("xsens-dot", PackageResources.xsens_dot_yaml),
        LayoutEntry("xsens-mt", PackageResources.xsens_mt_yaml),
        LayoutEntry("indoor-location-20", PackageResources.indoor_location_20_yaml),
        LayoutEntry("get-sensor-data", PackageResources.get_sensor_data_yaml),
        LayoutEntry("motion-sense", PackageResources.motion_sense_yaml),
        LayoutEntry("gsdc", PackageResources.gsdc_yaml),
        LayoutEntry("gpx", PackageResources.gpx_yaml),
        LayoutEntry("nmea", PackageResources.nmea_yaml),
        LayoutEntry("geopose", PackageResources.geopose_yaml),
        LayoutEntry("tum-trajectory", PackageResources.tum_trajectory_yaml),
        LayoutEntry("euroc-trajectory", PackageResources.euroc_trajectory_yaml),
        LayoutEntry("kitti-trajectory", PackageResources.kitti_trajectory_yaml),
    ]

    /// Returns the layout with a name, or the layout in a YAML file.
    ///
    /// - Parameter name: the name of a layout, or the path of a file. A path ends in `.yaml` or `.yml`, or contains a
    ///   slash.
    /// - Throws: `InputError` if no layout has this name, or the file cannot be read or is not a layout.
    public func layout(named name: String) throws(InputError) -> Layout {
        if name.contains("/") || name.hasSuffix(".yaml") || name.hasSuffix(".yml") {
            return try LayoutParser.layout(from: InputFile.contents(of: name), file: name)
        }
        if let entry = entry(named: name) { return entry.layout }
        let hint = NearestName.hint(for: name, among: names)
        throw InputError(
            file: name,
            message: "'\(name)' is neither a built-in layout nor a .yaml file",
            advice: hint ?? "see 'sextant list layouts'"
        )
    }
}

/// A named layout with its description in YAML. A file for `--layout` contains the same description.
///
/// ```swift
/// extension LayoutEntry {
///     static let stepLog = LayoutEntry(
///         yaml: """
///             layout: step-log
///             summary: The log of a pedometer
///             recording: file
///             detect: [{columns: [ms, ax, ay, az]}]
///             streams:
///               accelerometer: {columns: {x: ax, y: ay, z: az}, unit: g, time: {column: ms, unit: ms}}
///             """
///     )
/// }
/// ```
public struct LayoutEntry: Sendable {
    /// The name that selects the layout.
    public let name: String
    /// The description in YAML.
    let text: [UInt8]

    init(_ name: String, _ text: [UInt8]) {
        (self.name, self.text) = (name, text)
    }

    /// Creates the layout of another package.
    ///
    /// - Parameter yaml: the description. Its key `layout` is the name.
    public init(yaml: String) {
        text = Array(yaml.utf8)
        do throws(InputError) {
            name = try LayoutParser.layout(from: text, file: "the added layout", mayLeave: nil).name
        } catch {
            preconditionFailure("an added layout is invalid: \(error)")
        }
    }

    /// The layout. Each access parses the description again.
    var layout: Layout {
        valid { () throws(InputError) in try LayoutParser.layout(from: text, file: file, mayLeave: nil) }
    }

    /// The conditions by which the layout is detected.
    var signature: LayoutSignature {
        valid { () throws(InputError) in try LayoutParser.signature(from: text, file: file) { layout } }
    }

    private var file: String { "\(name).yaml" }

    private func valid<Value>(_ parse: () throws(InputError) -> Value) -> Value {
        do throws(InputError) {
            return try parse()
        } catch {
            preconditionFailure("the layout \(name) is invalid: \(error)")
        }
    }
}
