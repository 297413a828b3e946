import Foundation
import Recordings
import SensorFilters
import SensorModel
import TestSupport
import Testing

@Suite("Orientation filters against a direct computation of their equations")
struct DirectFilterTests {
    private static let count = 2_000

    private func compare(_ recording: Recording) throws {
        let (times, orientations) = RecordedOrientations.triad(recording, count: Self.count)
        #expect(times.count == Self.count)
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
}
