import Foundation
public import Recordings
public import SensorModel

/// The sensors of a simulated device, their errors, and the place of the simulation.
public struct NoiseModel: Sendable, Hashable {
    /// The name of the built-in noise model, or the name in the noise file.
    public var name: String
    /// A description of the device in one sentence.
    public var summary: String
    /// The source of the constants, such as a publication or a measurement.
    public var source: String
    /// The constants without a source. Each element is a key of a stream such as `heading.lag`, or a whole stream such
    /// as `pose`.
    public var chosen: [String] = []
    /// The place of the simulation, with its gravity and magnetic field.
    public var place: SimulatedPlace
    /// The accelerometer, or `nil` if the device does not have it.
    public var accelerometer: VectorSensorModel?
    /// The gyroscope, or `nil` if the device does not have it.
    public var gyroscope: VectorSensorModel?
    /// The magnetometer, or `nil` if the device does not have it.
    public var magnetometer: VectorSensorModel?
    /// The operating system's compass, or `nil` if the device does not have it.
    public var heading: HeadingModel?
    /// The operating system's attitude, or `nil` if the device does not have it.
    public var attitude: AttitudeModel?
    /// The position fixes, or `nil` if the device does not have them.
    public var location: LocationModel?
    /// The tracked poses, or `nil` if the device does not have them.
    public var pose: PoseModel?
    /// The sampling rate of the reference in Hz.
    public var referenceRate: Hertz

    /// Sets the sampling rate of a stream. Returns `false` if the device does not have the stream.
    public mutating func setRate(_ rate: Hertz, of stream: StreamKind) -> Bool {
        switch stream {
        case .accelerometer: accelerometer?.timing.rate = rate
        case .gyroscope: gyroscope?.timing.rate = rate
        case .magnetometer: magnetometer?.timing.rate = rate
        case .heading: heading?.timing.rate = rate
        case .attitude: attitude?.timing.rate = rate
        case .location: location?.timing.rate = rate
        case .pose: pose?.timing.rate = rate
        case .reference: referenceRate = rate
        case .waypoints: break
        }
        return streams.contains(stream)
    }

    /// The streams of the device's recordings, including the reference.
    public var streams: [StreamKind] {
        let all: [StreamKind] = [
            .accelerometer, .gyroscope, .magnetometer, .heading, .attitude, .location, .pose, .reference,
        ]
        return all.filter { knownRate(of: $0) != nil }
    }

    /// Returns the sampling rate of a stream in Hz, or 0 if the device does not have the stream.
    public func rate(of stream: StreamKind) -> Hertz { knownRate(of: stream) ?? 0 }

    private func knownRate(of stream: StreamKind) -> Hertz? {
        switch stream {
        case .accelerometer: accelerometer?.timing.rate
        case .gyroscope: gyroscope?.timing.rate
        case .magnetometer: magnetometer?.timing.rate
        case .heading: heading?.timing.rate
        case .attitude: attitude?.timing.rate
        case .location: location?.timing.rate
        case .pose: pose?.timing.rate
        case .reference: referenceRate
        case .waypoints: nil
        }
    }
}

/// The built-in noise models, and a function that finds a noise model by its name or path.
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
            ("wearable", PackageResources.wearable_yaml),
        ]
        return descriptions.map { name, text in
            do {
                return try NoiseParser.model(from: text, file: "\(name).yaml")
            } catch {
                preconditionFailure("the built-in noise \(name) is invalid: \(error)")
            }
        }
    }()

    /// Returns the built-in noise model with a name, or the noise model in a YAML file.
    ///
    /// - Parameter text: a built-in name, or a path that ends in `.yaml` or `.yml`. Factors for the constants without a
    ///   source may follow: `iphone4s:chosen=2` doubles all of these constants, and
    ///   `iphone4s:chosen=1,chosen.heading.lag=0.5` halves only one constant. The factors become part of the model's
    ///   name.
    /// - Throws: `InputError` if the name, a factor or the file is invalid.
    public static func noise(named text: String) throws(InputError) -> NoiseModel {
        guard let mark = text.range(of: ":chosen") else { return try unscaled(named: text) }
        let name = String(text[..<mark.lowerBound])
        var scaled = try unscaled(named: name).scalingChosen(
            try factors(text[mark.lowerBound...].dropFirst(), of: text)
        )
        scaled.name = text
        return scaled
    }

    private static let factor = ParameterRange("from 0 to 1,000", from: 0, to: 1_000)

    /// Parses factors by path, such as `chosen=2,chosen.heading.lag=0.5`.
    private static func factors(_ list: Substring, of text: String) throws(InputError) -> [String: Double] {
        var factors: [String: Double] = [:]
        for part in list.split(separator: ",", omittingEmptySubsequences: false) {
            let sides = part.split(separator: "=", omittingEmptySubsequences: false)
            guard sides.count == 2, sides[0] == "chosen" || sides[0].hasPrefix("chosen."),
                let value = Double(sides[1]), factor.contains(value)
            else {
                throw InputError(
                    message: "'\(part)' in the noise '\(text)' must be chosen=FACTOR or chosen.STREAM.KEY=FACTOR, "
                        + "where FACTOR is \(factor.words)",
                    advice: "write, for example, iphone4s:chosen=2,chosen.heading.lag=0.5"
                )
            }
            factors[String(sides[0].dropFirst("chosen.".count))] = value
        }
        return factors
    }

    private static func unscaled(named name: String) throws(InputError) -> NoiseModel {
        if name.hasSuffix(".yaml") || name.hasSuffix(".yml") {
            return try NoiseParser.model(from: InputFile.contents(of: name), file: name)
        }
        if let model = builtIn.first(where: { $0.name == name }) { return model }
        let names = builtIn.map(\.name)
        throw InputError(
            message: "unknown noise '\(name)'",
            advice: NearestName.hint(for: name, among: names) ?? "see 'sextant list noises', or give a .yaml file"
        )
    }
}

/// Factors for constants without a source. They show how much a result depends on these constants.
extension NoiseModel {
    private typealias Scale = @Sendable (inout NoiseModel, Double) -> Void

    /// Returns a copy with the ``chosen`` constants multiplied by factors.
    ///
    /// Amounts and times of errors are multiplied. Rates, correlations, ranges and texts are unchanged. A fraction of
    /// samples is limited to 0.999.
    ///
    /// - Parameter factors: factors by path. A path is `""` for all chosen constants, a stream, or a key of a stream.
    ///   If several paths match a constant, the longest path applies.
    /// - Throws: `InputError` if a path matches no chosen constant that can be multiplied.
    func scalingChosen(_ factors: [String: Double]) throws(InputError) -> NoiseModel {
        var scaled = self
        let constants = scalableConstants
        for path in factors.keys.sorted() where path != "" {
            guard !constants.contains(where: { Self.covers(path, $0) }) else { continue }
            let names = constants + constants.map { String($0.prefix { $0 != "." }) }
            let others = constants.isEmpty ? "" : ", only \(constants.joined(separator: ", "))"
            throw InputError(
                message: "the noise '\(name)' has no constant '\(path)' that can be scaled\(others)",
                advice: NearestName.hint(for: path, among: names) ?? "see 'sextant list noises'"
            )
        }
        for constant in constants {
            let path = factors.keys.filter { Self.covers($0, constant) }.max { $0.count < $1.count }
            guard let path, let factor = factors[path] else { continue }
            let parts = constant.split(separator: ".").map(String.init)
            Self.scales[parts[0]]?[parts[1]]?(&scaled, factor)
        }
        return scaled
    }

    /// The chosen constants that can be multiplied, as `stream.key`, in the order of ``chosen``.
    var scalableConstants: [String] {
        chosen.flatMap { path -> [String] in
            let parts = path.split(separator: ".").map(String.init)
            guard let keys = Self.scales[parts[0]] else { return [] }
            if parts.count == 1 { return keys.keys.sorted().map { "\(path).\($0)" } }
            return keys[parts[1]] == nil ? [] : [path]
        }
    }

    static var scalableStreams: [String] { scales.keys.sorted() }

    private static func covers(_ path: String, _ constant: String) -> Bool {
        path.isEmpty || path == constant || constant.hasPrefix(path + ".")
    }

    private static let scales: [String: [String: Scale]] = [
        "accelerometer": vector(\.accelerometer), "gyroscope": vector(\.gyroscope),
        "magnetometer": vector(\.magnetometer),
        "heading": [
            "jitter": { $0.heading?.timing.jitter *= $1 }, "lag": { $0.heading?.lag *= $1 },
            "noise": { $0.heading?.noise.radians *= $1 }, "bias": { $0.heading?.bias.radians *= $1 },
            "step": { $0.heading?.stepDegrees? *= $1 }, "accuracy": { $0.heading?.accuracy?.radians *= $1 },
        ],
        "attitude": [
            "jitter": { $0.attitude?.timing.jitter *= $1 }, "delay": { $0.attitude?.delay *= $1 },
            "yawBias": { $0.attitude?.yawBias.radians *= $1 }, "yaw": { $0.attitude?.yaw.radians *= $1 },
            "yawTurn": { $0.attitude?.yawTurn.radians *= $1 },
            "inclination": { $0.attitude?.inclination.radians *= $1 },
            "inclinationTurn": { $0.attitude?.inclinationTurn.radians *= $1 },
            "fieldTime": { $0.attitude?.fieldTime *= $1 },
        ],
        "location": [
            "jitter": { $0.location?.timing.jitter *= $1 }, "horizontal": { $0.location?.horizontal *= $1 },
            "vertical": { $0.location?.vertical *= $1 }, "correlationTime": { $0.location?.correlationTime *= $1 },
            "accuracy": { $0.location?.accuracy? *= $1 }, "accuracySpread": { $0.location?.accuracySpread *= $1 },
            "spikes": { model, factor in
                if let old = model.location?.spikes { model.location?.spikes = share(old * factor) }
            },
            "spikeDistance": { $0.location?.spikeDistance *= $1 },
            "repeated": { model, factor in
                if let old = model.location?.repeated { model.location?.repeated = share(old * factor) }
            },
        ],
        "pose": [
            "jitter": { $0.pose?.timing.jitter *= $1 }, "yawError": { $0.pose?.yawError.radians *= $1 },
            "yawWalk": { $0.pose?.yawWalk.radians *= $1 }, "positionWalk": { $0.pose?.positionWalk *= $1 },
        ],
    ]

    private static func vector(
        _ path: any WritableKeyPath<NoiseModel, VectorSensorModel?> & Sendable
    ) -> [String: Scale] {
        [
            "jitter": { $0[keyPath: path]?.timing.jitter *= $1 }, "step": { $0[keyPath: path]?.step? *= $1 },
            "noise": { $0[keyPath: path]?.noise *= $1 },
            "bias": { $0[keyPath: path]?.bias *= $1 },
            "biasDeviation": { $0[keyPath: path]?.biasDeviation *= $1 },
            "matrixDeviation": { $0[keyPath: path]?.matrixDeviation *= $1 },
            "biasWalk": { $0[keyPath: path]?.biasWalk *= $1 },
        ]
    }

    /// Limits a fraction to 0.999, because a fraction of 1 would leave no samples.
    private static func share(_ value: Double) -> Double { min(value, 0.999) }
}

extension Vector3 {
    fileprivate static func *= (left: inout Vector3, right: Double) { left = left * right }
}
