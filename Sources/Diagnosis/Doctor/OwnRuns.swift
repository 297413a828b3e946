package import Evaluation
import Pipelines
package import Recordings
import SensorModel

/// Runs of our own pipelines over the first part of a recording, with which an estimate is compared.
package struct OwnRuns {
    private static let chunk = 4_096
    /// The time after which filters have converged and their faults are visible.
    private static let longest: Seconds = 90

    private let recording: Recording
    private let frames: [SensorFrame]

    package init(_ recording: Recording) {
        self.recording = recording
        let end = (recording.sensorStart ?? 0) + Self.longest
        frames = FrameMerge(recording).prefix { $0.time < end }
    }

    /// The estimates of pipelines; nil for a pipeline that does not run over the recording.
    package func estimates(of specifications: [String]) -> [Estimates?] {
        specifications.map { text in
            guard let specification = try? PipelineSpecification(parsing: text) else { return nil }
            let pipeline = Pipeline(specification, rates: recording.sensorRates, declination: recording.declination)
            var run = PipelineRun(pipeline, isTimed: false)
            for start in stride(from: 0, to: frames.count, by: Self.chunk) {
                run.process(Array(frames[start..<min(start + Self.chunk, frames.count)]))
            }
            return run.estimates.count > 1 ? run.estimates : nil
        }
    }

    /// The RMS angle between an estimate and a run over the later part of the run, after the start-up.
    static func distance(_ track: OrientationTrack, _ run: Estimates) -> Angle? {
        var place = 0
        let step = max(1, run.count / mostSamples)
        var (sum, count) = (0.0, 0)
        for index in stride(from: run.count * 2 / 5, to: run.count, by: step) {
            guard let here = track.orientation(at: run.times[index], from: &place) else { continue }
            let angle = here.angle(to: run.orientations[index]).radians
            sum += angle * angle
            count += 1
        }
        return count > 50 ? Angle(radians: (sum / Double(count)).squareRoot()) : nil
    }

    private static let mostSamples = 4_000
}
