import Foundation
import RealModule
import Recordings
import SensorFilters
import SensorModel
import TestSupport
import Testing

/// The orientation filters agree with a direct computation of their equations.
struct DirectFilterTests {
    private static let count = 2_000

    private func compare(_ recording: Recording) throws {
        let (times, orientations) = RecordedOrientations.triad(recording, count: Self.count)
        #expect(times.count == Self.count)
        try compare(orientations, times)
    }

    private func compare(_ orientations: [UnitQuaternion], _ times: [Seconds]) throws {
        let inputs = orientations.map { [$0.w, $0.x, $0.y, $0.z] }
        try DirectFilters.expect(
            SphericalAverage(),
            of: orientations,
            times,
            equals: DirectFilters.sphericalAverage(inputs, window: 7)
        )
        try DirectFilters.expect(
            DerivativeSmoother(),
            of: orientations,
            times,
            equals: DirectFilters.derivativeSmoother(inputs, times: times)
        )
    }

    @Test(.enabled(if: SharedDatasets.has(RecordedOrientations.phone)))
    func `2,000 samples of a real phone agree with the equations`() throws {
        try compare(try SharedRecordings.recording(RecordedOrientations.phone, layout: "smartphone-attitude"))
    }

    @Test func `2,000 samples of the bundled recording agree with the equations`() throws {
        try compare(try RecordingReader().read(path: Package.root.appendingPathComponent("Datasets/pan").path))
    }

    @Test(
        .enabled(if: SharedDatasets.has("broad") && SharedDatasets.has("smartphone-attitude")),
        arguments: RecordedOrientations.recordings
    )
    func `2,000 samples of each listed recording agree with the equations`(
        _ recording: RecordedOrientations.Source
    ) throws {
        try compare(try SharedRecordings.recording(recording.path, layout: recording.layout))
    }

    @Test(
        .enabled(if: SharedDatasets.has("trajectories")),
        arguments: RecordedOrientations.trajectories
    )
    func `Up to 2,000 poses of each listed trajectory agree with the equations`(_ name: String) throws {
        let path = SharedDatasets.path("trajectories/\(name)")
        let trajectory = try TrajectoryReader(format: .detect(path: path)).read(path: path)
        var (times, orientations): ([Seconds], [UnitQuaternion]) = ([], [])
        // The equations do not handle repeated stamps; a filter skips them.
        for (time, pose) in zip(try #require(trajectory.times), trajectory.poses).prefix(Self.count)
        where time > times.last ?? -.infinity {
            times.append(time)
            orientations.append(pose.orientation)
        }
        #expect(!times.isEmpty)
        try compare(orientations, times)
    }

    @Test(arguments: 1...12)
    func `Simulated turns up to 20 rad/s agree with the equations`(_ seed: UInt64) throws {
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
}
