extension RunSeries: Codable {
    private enum Key: String, CodingKey {
        case errorKind = "error_kind"
        case time = "time_s"
        case error = "error_deg"
        case errorQuantiles = "error_quantiles_deg"
        case frequency = "frequency_hz"
        case spectrum = "spectrum_deg2_per_hz"
        case stepTime = "step_time_s"
        case step = "step_percent"
        case stepTruthTime = "step_truth_time_s"
        case stepTruth = "step_truth_percent"
        case rests = "rests_s"
        case disturbances = "disturbances_s"
    }

    /// Decodes series. Checks that the coordinates of each curve match and never fall.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        guard let error = try Self.curve(in: container, .time, .error) else {
            throw DecodingError.keyNotFound(
                Key.error,
                DecodingError.Context(codingPath: container.codingPath, debugDescription: "")
            )
        }
        let quantiles = try container.decode(NumberStretches.self, forKey: .errorQuantiles).stretches.first ?? []
        guard quantiles.isEmpty || quantiles.count == 101 else {
            throw DecodingError.dataCorruptedError(
                forKey: .errorQuantiles,
                in: container,
                debugDescription: "found \(quantiles.count) quantiles, expected 101"
            )
        }
        self.init(
            errorKind: try container.decode(ErrorKind.self, forKey: .errorKind),
            error: error,
            errorQuantiles: quantiles,
            spectrum: try Self.curve(in: container, .frequency, .spectrum),
            step: try Self.curve(in: container, .stepTime, .step),
            stepTruth: try Self.curve(in: container, .stepTruthTime, .stepTruth),
            rests: try Self.ranges(in: container, .rests),
            disturbances: try Self.ranges(in: container, .disturbances)
        )
    }

    /// Encodes series. Missing curves are omitted.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(errorKind, forKey: .errorKind)
        try container.encode(error.x, forKey: .time)
        try container.encode(error.y, forKey: .error)
        try container.encode(NumberStretches([errorQuantiles]), forKey: .errorQuantiles)
        try container.encodeIfPresent(spectrum?.x, forKey: .frequency)
        try container.encodeIfPresent(spectrum?.y, forKey: .spectrum)
        try container.encodeIfPresent(step?.x, forKey: .stepTime)
        try container.encodeIfPresent(step?.y, forKey: .step)
        try container.encodeIfPresent(stepTruth?.x, forKey: .stepTruthTime)
        try container.encodeIfPresent(stepTruth?.y, forKey: .stepTruth)
        try container.encode(Self.numbers(of: rests), forKey: .rests)
        try container.encode(Self.numbers(of: disturbances), forKey: .disturbances)
    }

    private static func numbers(of ranges: [ClosedRange<Double>]) -> NumberStretches {
        NumberStretches(ranges.map { [$0.lowerBound, $0.upperBound] })
    }

    private static func curve(in container: KeyedDecodingContainer<Key>, _ x: Key, _ y: Key) throws -> Curve? {
        guard let abscissae = try container.decodeIfPresent(NumberStretches.self, forKey: x),
            let ordinates = try container.decodeIfPresent(NumberStretches.self, forKey: y)
        else { return nil }
        guard abscissae.counts == ordinates.counts else {
            let found = "found stretches of other lengths than in '\(x.rawValue)'"
            throw DecodingError.dataCorruptedError(forKey: y, in: container, debugDescription: found)
        }
        let flat = abscissae.stretches.joined()
        guard zip(flat, flat.dropFirst()).allSatisfy({ $0 <= $1 }) else {
            throw DecodingError.dataCorruptedError(
                forKey: x,
                in: container,
                debugDescription: "found falling numbers, expected rising ones"
            )
        }
        return Curve(x: abscissae, y: ordinates)
    }

    private static func ranges(
        in container: KeyedDecodingContainer<Key>,
        _ key: Key
    ) throws -> [ClosedRange<Double>] {
        let stretches = try container.decodeIfPresent(NumberStretches.self, forKey: key)?.stretches ?? []
        return try stretches.map { ends in
            guard ends.count == 2, ends[0] <= ends[1] else {
                let found = "found \(ends.count) numbers, expected a beginning and an end"
                throw DecodingError.dataCorruptedError(forKey: key, in: container, debugDescription: found)
            }
            return ends[0]...ends[1]
        }
    }
}
