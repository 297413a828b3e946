import Foundation
import SensorModel

/// The layouts that are built in, and how a layout is found by name or path.
public enum LayoutCatalogue {
    /// The layouts that are built in, in the order in which they are listed.
    public static let builtIn: [Layout] = {
        let descriptions = [
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
        return descriptions.compactMap { name, text in
            do {
                return try LayoutParser.layout(from: text, file: "\(name).yaml")
            } catch {
                preconditionFailure("the built-in layout \(name) is faulty: \(error)")
            }
        }
    }()

    /// The layout with this name, or the one that the YAML file at this path describes.
    ///
    /// Anything that ends in `.yaml` or `.yml`, or has a slash in it, is a path.
    public static func layout(named name: String) throws(InputError) -> Layout {
        if name.contains("/") || name.hasSuffix(".yaml") || name.hasSuffix(".yml") {
            return try LayoutParser.layout(from: ByteSource.contents(of: name, fingerprint: nil), file: name)
        }
        if let layout = builtIn.first(where: { $0.name == name }) { return layout }
        let names = builtIn.map(\.name)
        let hint = NearestName.suggestion(for: name, among: names).map { "did you mean '\($0)'?" }
        throw InputError(
            file: name,
            found: "no such layout",
            expected: "one of \(names.joined(separator: ", ")), or the path of a .yaml file",
            remedy: hint ?? "choose one of them"
        )
    }
}
