import Foundation
import SensorModel

/// The noise presets that are built in, and how one is found by name or path.
public enum NoiseCatalogue {
    /// In the order in which they are listed.
    public static let builtIn: [NoiseModel] = {
        let descriptions = [
            ("none", PackageResources.none_yaml),
            ("iphone3gs", PackageResources.iphone3gs_yaml),
            ("iphone4s", PackageResources.iphone4s_yaml),
            ("iphone5", PackageResources.iphone5_yaml),
            ("nexus5", PackageResources.nexus5_yaml),
        ]
        return descriptions.map { name, text in
            do {
                return try NoiseParser.model(from: text, file: "\(name).yaml")
            } catch {
                preconditionFailure("the built-in noise \(name) is faulty: \(error)")
            }
        }
    }()

    /// The preset with this name, or what the YAML file at this path describes.
    ///
    /// Anything that ends in `.yaml` or `.yml` is a path.
    public static func noise(named name: String) throws -> NoiseModel {
        if name.hasSuffix(".yaml") || name.hasSuffix(".yml") {
            return try NoiseParser.model(from: InputFile.contents(of: name), file: name)
        }
        if let model = builtIn.first(where: { $0.name == name }) { return model }
        let names = builtIn.map(\.name)
        throw ParameterError(
            found: "no noise '\(name)'",
            expected: "one of \(names.joined(separator: ", ")), or the path of a .yaml file",
            remedy: NearestName.suggestion(for: name, among: names).map { "did you mean '\($0)'?" }
                ?? "see 'sextant list noises'"
        )
    }
}
