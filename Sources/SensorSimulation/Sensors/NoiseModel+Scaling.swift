import SensorModel

/// Factors for the chosen constants, which show how much a result depends on them.
extension NoiseModel {
    private typealias Scale = @Sendable (inout NoiseModel, Double) -> Void

    /// Returns a copy with the ``chosen`` constants multiplied by factors.
    ///
    /// Sizes and times of errors are multiplied. Rates, correlations, ranges and words are unchanged. A share is limited
    /// to 0.999.
    ///
    /// - Parameter factors: the factors by path: `""` for all chosen constants, a stream, or a key of a stream. The most
    ///   specific factor applies.
    /// - Throws: `ParameterError` for a path without a chosen constant that can be multiplied.
    func scalingChosen(_ factors: [String: Double]) throws(ParameterError) -> NoiseModel {
        var scaled = self
        let constants = scalableConstants
        for path in factors.keys.sorted() where path != "" {
            guard !constants.contains(where: { Self.covers(path, $0) }) else { continue }
            let names = constants + constants.map { String($0.prefix { $0 != "." }) }
            throw ParameterError(
                found: "no chosen constant '\(path)' in the noise '\(name)'",
                expected: constants.isEmpty
                    ? "a noise with chosen constants" : "one of \(constants.joined(separator: ", "))",
                remedy: NearestName.suggestion(for: path, among: names).map { "did you mean '\($0)'?" }
                    ?? "see 'sextant list noises'"
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
            "noise": { model, factor in
                if let old = model[keyPath: path]?.noise { model[keyPath: path]?.noise = old * factor }
            },
            "bias": { model, factor in
                if let old = model[keyPath: path]?.bias { model[keyPath: path]?.bias = old * factor }
            },
            "biasWalk": { model, factor in
                if let old = model[keyPath: path]?.biasWalk { model[keyPath: path]?.biasWalk = old * factor }
            },
        ]
    }

    /// Limits a share to 0.999: a share of 1 would leave no samples.
    private static func share(_ value: Double) -> Double { min(value, 0.999) }
}
