import Evaluation
import Foundation
import Recordings
import SensorModel
import TestSupport
import Testing

/// Expected values: the parameters of the simulation, and fits by scipy and numpy (Fixtures/make_calibration.py).
struct EllipsoidFitTests {
    /// Relative to a parameter of 1. Both programs iterate until changes are below 1e-10.
    static let iterations = 1e-6
    /// Relative to a half-width. The fixture prints six decimals, and Student's quantile has an error below 0.1 % here.
    static let intervals = 0.01

    @Test func `A fit of hard and soft iron agrees with scipy`() throws {
        let device = try SimulatedMagnetometer("full")
        let points = zip(device.stream.times, device.stream.values).map { time, value in
            EllipsoidFit.Point(value: value * (1 / SimulatedMagnetometer.strength), block: Int(time))
        }
        let fit = try #require(EllipsoidFit(points, .ellipsoid))
        let expected = try FixtureFile.lines("expected.csv").map { $0.split(separator: ",").map(String.init) }
        #expect(expected.count == 9)
        for (index, row) in expected.enumerated() {
            let scale = index < 3 ? SimulatedMagnetometer.strength : 1
            let (value, halfWidth) = (try #require(Double(row[1])), try #require(Double(row[2])))
            #expect(abs(fit.parameters[index] * scale - value) < Self.iterations * max(1, abs(value)), "\(row[0])")
            #expect(abs(fit.halfWidths[index] * scale - halfWidth) < Self.intervals * halfWidth + 1e-6, "\(row[0])")
        }
    }

    @Test func `Points in a plane determine no sphere`() {
        let points = (0..<100).map { index in
            let angle = Angle(degrees: Double(index) * 7)
            return EllipsoidFit.Point(value: Vector3(angle.cosine, angle.sine, 0.3), block: index)
        }
        #expect(EllipsoidFit(points, .sphere) == nil)
    }

    @Test func `Equal points determine no sphere`() {
        let points = (0..<100).map { EllipsoidFit.Point(value: Vector3(0.1, 0.2, 0.3), block: $0) }
        #expect(EllipsoidFit(points, .sphere) == nil)
    }
}

/// A device of magnetometer.csv.
struct SimulatedMagnetometer {
    /// The strength of the simulated field in µT.
    static let strength = 47.0
    /// The simulated hard iron in µT.
    static let offset = Vector3(62.5, -178.25, 581.75)

    let stream: SensorStream<Vector3>

    init(_ device: String) throws {
        var stream = SensorStream<Vector3>()
        for line in try FixtureFile.lines("magnetometer.csv") where line.hasPrefix(device + ",") {
            let numbers = line.split(separator: ",").dropFirst().compactMap { Double($0) }
            try #require(numbers.count == 4)
            stream.times.append(numbers[0])
            stream.values.append(Vector3(numbers[1], numbers[2], numbers[3]))
        }
        self.stream = stream
    }

    var recording: Recording {
        var recording = Recording(name: "simulated")
        recording.magnetometer = stream
        return recording
    }
}

/// A file in `Fixtures`. The script that made it is in the same folder.
enum FixtureFile {
    /// The lines after the header.
    static func lines(_ name: String) throws -> [String] {
        let file = Package.root.appending(path: "Tests/EvaluationTests/Calibration/Fixtures/\(name)")
        return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").dropFirst().map(String.init)
    }
}
