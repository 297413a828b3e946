import Foundation
import Recordings
import SensorModel

/// The built-in noise models, and the lookup of one by name or path.
public enum NoiseCatalogue {
    /// The built-in noise models, in the order in which they are listed.
    public static let builtIn: [NoiseModel] = {
        let descriptions = [
            ("none", PackageResources.none_yaml),
            ("iphone3gs", PackageResources.iphone3gs_yaml),
            ("iphone4s", PackageResources.iphone4s_yaml),
            ("iphone5", PackageResources.iphone5_yaml),
            ("iphone6s", PackageResources.iphone6s_yaml),
            ("nexus5", PackageResources.nexus5_yaml),
        ]
        return descriptions.map { name, text in
            do {
                return try NoiseParser.model(from: text, file: "\(name).yaml")
            } catch {
                preconditionFailure("the built-in noise \(name) is invalid: \(error)")
            }
        }
    }()

    /// Returns the noise model with a name, or the one that a YAML file describes.
    ///
    /// - Parameter text: a built-in name, or a path that ends in `.yaml` or `.yml`. Factors for the chosen constants may
    ///   follow it: `iphone4s:chosen=2` doubles all, `iphone4s:chosen=1,chosen.heading.lag=0.5` halves one. They become
    ///   part of the model's name.
    /// - Throws: `ParameterError` when the name or a factor is invalid, ``Recordings/InputError`` when the file is.
    public static func noise(named text: String) throws -> NoiseModel {
        guard let mark = text.range(of: ":chosen") else { return try unscaled(named: text) }
        let name = String(text[..<mark.lowerBound])
        var scaled = try unscaled(named: name).scalingChosen(
            try factors(text[mark.lowerBound...].dropFirst(), of: text)
        )
        scaled.name = text
        return scaled
    }

    private static let factor = ParameterRange("from 0 to 1,000", from: 0, to: 1_000)

    /// Parses factors by path: `chosen=2,chosen.heading.lag=0.5`.
    private static func factors(_ list: Substring, of text: String) throws(ParameterError) -> [String: Double] {
        var factors: [String: Double] = [:]
        for part in list.split(separator: ",", omittingEmptySubsequences: false) {
            let sides = part.split(separator: "=", omittingEmptySubsequences: false)
            guard sides.count == 2, sides[0] == "chosen" || sides[0].hasPrefix("chosen."),
                let value = Double(sides[1]), factor.contains(value)
            else {
                throw ParameterError(
                    found: "'\(part)' in the noise '\(text)'",
                    expected: "chosen=FACTOR or chosen.STREAM.KEY=FACTOR, a factor \(factor.words)",
                    remedy: "write for example iphone4s:chosen=2,chosen.heading.lag=0.5"
                )
            }
            factors[String(sides[0].dropFirst("chosen.".count))] = value
        }
        return factors
    }

    private static func unscaled(named name: String) throws -> NoiseModel {
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
