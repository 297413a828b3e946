import Foundation
import SensorModel

/// The layouts that are built in, and how a layout is found by name or path.
public enum LayoutCatalogue {
    /// The layouts that are built in, in the order in which they are listed.
    public static let builtIn: [Layout] = descriptions.map { name, text in layout(name, text) }

    /// The names of the layouts that are built in, in the same order.
    public static let names: [String] = descriptions.map(\.name)

    /// What tells recordings in the layouts that are built in, in the order in which they are listed.
    static let signatures: [LayoutSignature] = descriptions.map { name, text in
        faultless(name) { () throws(InputError) in
            try LayoutParser.signature(from: text, file: "\(name).yaml") { layout(name, text) }
        }
    }

    private static let descriptions: [(name: String, text: [UInt8])] = [
        ("native", PackageResources.native_yaml),
        ("broad", PackageResources.broad_yaml),
        ("smartphone-attitude", PackageResources.smartphone_attitude_yaml),
        ("sensor-logger", PackageResources.sensor_logger_yaml),
        ("phyphox", PackageResources.phyphox_yaml),
        ("sensorlog", PackageResources.sensorlog_yaml),
        ("androsensor", PackageResources.androsensor_yaml),
        ("physics-toolbox", PackageResources.physics_toolbox_yaml),
        ("ios-logger", PackageResources.ios_logger_yaml),
        ("x-io", PackageResources.x_io_yaml),
        ("advio", PackageResources.advio_yaml),
        ("euroc", PackageResources.euroc_yaml),
        ("tum-vi", PackageResources.tum_vi_yaml),
        ("oxiod", PackageResources.oxiod_yaml),
        ("ridi", PackageResources.ridi_yaml),
        ("repoimu", PackageResources.repoimu_yaml),
        ("gsdc", PackageResources.gsdc_yaml),
        ("gpx", PackageResources.gpx_yaml),
        ("tum-trajectory", PackageResources.tum_trajectory_yaml),
        ("euroc-trajectory", PackageResources.euroc_trajectory_yaml),
        ("kitti-trajectory", PackageResources.kitti_trajectory_yaml),
    ]

    private static func layout(_ name: String, _ text: [UInt8]) -> Layout {
        faultless(name) { () throws(InputError) in try LayoutParser.layout(from: text, file: "\(name).yaml") }
    }

    private static func faultless<Value>(_ name: String, _ parse: () throws(InputError) -> Value) -> Value {
        do throws(InputError) {
            return try parse()
        } catch {
            preconditionFailure("the built-in layout \(name) is faulty: \(error)")
        }
    }

    /// The layout with this name, or the one that the YAML file at this path describes.
    ///
    /// Anything that ends in `.yaml` or `.yml`, or has a slash in it, is a path.
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
            found: "no such layout",
            expected: "one of \(names.joined(separator: ", ")), or the path of a .yaml file",
            remedy: hint ?? "choose one of them"
        )
    }
}
