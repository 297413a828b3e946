import Foundation
import RealModule
import Recordings
import SensorFilters
import SensorModel
import TestSupport
import Testing

@Suite("Orientation filters against a direct computation of their equations")
struct DirectFilterTests {
    private static let count = 2_000
    /// Radians of rotation, twice as many as on S³: what the mean from a window's moments may be off.
    private static let momentsTolerance = 8e-10

    private func compare(_ recording: Recording) throws {
        let (times, orientations) = RecordedOrientations.triad(recording, count: Self.count)
        #expect(times.count == Self.count)
        try compare(orientations, times)
    }

    private func compare(_ orientations: [UnitQuaternion], _ times: [Seconds]) throws {
        let inputs = orientations.map { [$0.w, $0.x, $0.y, $0.z] }
        try expect(
            SphericalAverage(),
            over: orientations,
            times,
            toGive: DirectFilters.sphericalAverage(inputs, window: 7)
        )
        try expect(
            DerivativeSmoother(),
            over: orientations,
            times,
            toGive: DirectFilters.derivativeSmoother(inputs, times: times)
        )
    }

    private func expect(
        _ filter: some Filter<UnitQuaternion>,
        over orientations: [UnitQuaternion],
        _ times: [Seconds],
        toGive expected: [DirectFilters.Q]
    ) throws {
        var filter = filter
        var largest = 0.0
        for index in orientations.indices {
            let output = try filter.take(orientations[index], at: times[index])
            let direct = expected[index]
            let truth = try #require(UnitQuaternion(w: direct[0], x: direct[1], y: direct[2], z: direct[3]))
            largest = max(largest, output.angle(to: truth).radians)
        }
        #expect(filter.intake.skips == SkipCounts())
        #expect(largest < Tolerance.equations)
    }

    @Test("2,000 samples of a real phone", .enabled(if: SharedDatasets.has(RecordedOrientations.phone)))
    func phone() throws {
        try compare(try SharedRecordings.recording(RecordedOrientations.phone, layout: "smartphone-attitude"))
    }

    @Test("2,000 samples of the bundled recording")
    func bundled() throws {
        try compare(try RecordingReader().read(path: Package.root.appendingPathComponent("Datasets/pan").path))
    }

    @Test(
        "2,000 samples of every real recording with accelerometer and magnetometer",
        .enabled(if: SharedDatasets.has("broad") && SharedDatasets.has("smartphone-attitude")),
        arguments: RecordedOrientations.recordings
    )
    func recordings(_ recording: RecordedOrientations.Source) throws {
        try compare(try SharedRecordings.recording(recording.path, layout: recording.layout))
    }

    @Test(
        "Up to 2,000 poses of every real trajectory",
        .enabled(if: SharedDatasets.has("trajectories")),
        arguments: RecordedOrientations.trajectories
    )
    func trajectories(_ name: String) throws {
        let path = SharedDatasets.path("trajectories/\(name)")
        let trajectory = try TrajectoryReader(format: .detect(path: path)).read(path: path)
        var (times, orientations): ([Seconds], [UnitQuaternion]) = ([], [])
        // The equations know no repeated stamps; a filter leaves them out.
        for (time, pose) in zip(try #require(trajectory.times), trajectory.poses).prefix(Self.count)
        where time > times.last ?? -.infinity {
            times.append(time)
            orientations.append(pose.orientation)
        }
        try compare(orientations, times)
    }

    @Test("Simulated turns with noise, at rest and up to 20 rad/s, at even and uneven intervals", arguments: 1...12)
    func simulated(_ seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        var orientation = generator.orientation()
        var time = 0.0
        let noise = [0, 1e-9, 1e-3, 0.01, 0.1, 0.3][Int(seed) % 6]
        let samples = (0..<600).map { index in
            let interval = seed % 2 == 0 ? 0.01 : Double.exp(generator.number(in: -14 ... -1))
            let rate = index % 200 < 50 ? 0 : generator.number(in: 0...20) / 3
            time += interval
            let step = Vector3(0.3, -0.5, 1) * min(0.5, rate * interval)
            orientation = orientation * UnitQuaternion(rotationVector: step)
            let seen = orientation * UnitQuaternion(rotationVector: generator.vector(noise))
            return (time, Bool.random(using: &generator) ? seen : -seen)
        }
        try compare(samples.map(\.1), samples.map(\.0))
    }

    @Test("One sample apart from the others, to where moments are not enough", arguments: [3, 7, 33])
    func outlier(_ length: Int) throws {
        var generator = SeededGenerator(seed: 91)
        let (close, far) = try (
            largestError([0.002, 0.01, 0.02, 0.03, 0.04, 0.05], length, &generator),
            largestError([0.6, 0.64, 0.68, 0.72, 0.76, 0.8], length, &generator)
        )
        // Terms and rounds left out can be seen where moments are taken, and not where the iteration is gone through.
        #expect(close > Tolerance.rounding)
        #expect(close < Self.momentsTolerance)
        #expect(far < Tolerance.rounding)
        // In between moments give no more than the last rounds, and the ways change on the safe side.
        let between = try largestError(Array(stride(from: 0.05, to: 0.6, by: 0.001)), length, &generator)
        #expect(between > close)
        #expect(between < Self.momentsTolerance)
    }

    /// Of the mean of a window whose newest sample is turned by so many radians from all others.
    private func largestError(
        _ angles: [Double],
        _ length: Int,
        _ generator: inout SeededGenerator
    ) throws -> Double {
        var largest = 0.0
        for angle in angles {
            let centre = generator.orientation()
            let turned = centre * UnitQuaternion(rotationVector: Vector3(0.6, 0, -0.8) * angle)
            let orientations = Array(repeating: centre, count: length - 1) + [turned]
            var filter = SphericalAverage(WindowParameters(window: length))
            var output = centre
            for (index, orientation) in orientations.enumerated() {
                output = try filter.take(orientation, at: Double(index) * 0.01)
            }
            let inputs = orientations.map { [$0.w, $0.x, $0.y, $0.z] }
            let direct = try #require(DirectFilters.sphericalAverage(inputs, window: length).last)
            let truth = try #require(UnitQuaternion(w: direct[0], x: direct[1], y: direct[2], z: direct[3]))
            largest = max(largest, output.angle(to: truth).radians)
        }
        return largest
    }

    @Test("Windows of any length and width, beyond where the series end too", arguments: [1, 2, 4, 5, 6, 33, 100])
    func windows(_ length: Int) throws {
        var generator = SeededGenerator(seed: 62)
        for width in [0, 1e-6, 0.01, 0.1, 0.15, 0.2, 0.22, 0.25, 0.4, 0.55, 0.7, 1] {
            let centre = generator.orientation()
            let orientations = (0..<(3 * length)).map { _ in
                centre * UnitQuaternion(rotationVector: generator.vector(width))
            }
            try expect(
                SphericalAverage(WindowParameters(window: length)),
                over: orientations,
                orientations.indices.map { Double($0) * 0.01 },
                toGive: DirectFilters.sphericalAverage(orientations.map { [$0.w, $0.x, $0.y, $0.z] }, window: length)
            )
        }
    }
}
