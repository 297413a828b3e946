import Recordings
import SensorModel

/// The noise of one axis of a sensor at rest.
public struct NoiseInspection: Sendable, Hashable, Encodable {
    /// The axis: `x`, `y` or `z`.
    public var axis: String
    /// The unit of the samples.
    public var unit: String
    /// The standard deviation over the longest rest.
    public var deviation: Measured
    /// The Allan coefficients over the longest rest.
    public var allan: AllanCoefficients

    private enum CodingKeys: String, CodingKey {
        case axis
        case unit
        case deviation = "std"
        case allan
    }

    /// The noise of all three axes over the longest rest.
    static func axes(of stream: SensorStream<Vector3>, unit: String, during rests: RestSegments) -> [NoiseInspection] {
        guard let rest = rests.longest else {
            return axes(unit, "the device never rests for \(CheckText.number(RestSegments.shortest)) s")
        }
        let inside = stream.times.indices.filter { rest.contains(stream.times[$0]) && stream.values[$0].isFinite }
        let times = inside.map { stream.times[$0] }
        let timing = StreamTiming(times)
        guard let interval = timing.medianInterval, inside.count >= CheckEvidence.minimumSamples else {
            return axes(unit, "fewer than \(CheckEvidence.minimumSamples) samples in the longest rest")
        }
        let axes: [(String, KeyPath<Vector3, Double>)] = [("x", \.x), ("y", \.y), ("z", \.z)]
        let duration = rest.upperBound - rest.lowerBound
        let uneven = timing.isUneven
        return axes.map { name, component in
            let values = inside.map { stream.values[$0][keyPath: component] }
            let deviation = RunningStatistics(values).deviation
            let allan = AllanDeviation(uneven ? [] : values, interval: interval)
            return NoiseInspection(
                axis: name,
                unit: unit,
                deviation: deviation.map(Measured.value) ?? .unknown("one sample"),
                allan: uneven
                    ? AllanCoefficients(unknown: "the samples are not evenly spaced")
                    : AllanCoefficients(allan, duration: duration)
            )
        }
    }

    private static func axes(_ unit: String, _ reason: String) -> [NoiseInspection] {
        ["x", "y", "z"].map { axis in
            NoiseInspection(
                axis: axis,
                unit: unit,
                deviation: .unknown(reason),
                allan: AllanCoefficients(unknown: reason)
            )
        }
    }
}

extension AllanCoefficients {
    init(unknown reason: String) {
        (randomWalk, biasInstability, rateRandomWalk) = (.unknown(reason), .unknown(reason), .unknown(reason))
    }
}
