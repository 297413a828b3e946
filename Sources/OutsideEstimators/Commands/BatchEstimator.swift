import Foundation
import Recordings
import SensorModel

/// An estimator that runs a program once over a whole recording.
///
/// The program reads a copy of the samples in a temporary folder, as filters before it left them, without the reference.
final class BatchEstimator: OutsideEstimator, @unchecked Sendable {
    /// The difference that may come from a sampling rate computed from the recording.
    private static let negligible = Angle(degrees: 1e-4)

    private let description: CommandDescription
    private let values: ParameterValues
    private let places: [Int]
    private let drivers: [SensorKind]

    private var intake = SampleIntake()
    private var streams: [SensorStream<Vector3>] = SensorKind.vectors.map { _ in SensorStream() }
    private var drivingTimes: [Seconds] = []
    private var duration: Seconds?
    private(set) var failure: EstimatorFailure?
    private(set) var remarks: [String] = []

    init(_ description: CommandDescription, _ values: ParameterValues, drivers: [SensorKind]) {
        self.description = description
        self.values = values
        self.drivers = drivers
        places = SampleIntake.places(of: description.sensors)
    }

    var skips: SkipCounts { intake.skips }

    var time: OutsideTime? { duration.map(OutsideTime.perRun) }

    func reset() {
        intake = SampleIntake()
        streams = SensorKind.vectors.map { _ in SensorStream() }
        (drivingTimes, duration, failure, remarks) = ([], nil, nil, [])
    }

    func update(with frame: SensorFrame) -> UnitQuaternion? {
        for place in places {
            guard let value = intake.sample(place, of: frame) else { continue }
            streams[place].times.append(frame.time)
            streams[place].values.append(value)
            if drivers.contains(SensorKind.vectors[place]), drivingTimes.last != frame.time {
                drivingTimes.append(frame.time)
            }
        }
        return nil
    }

    func finish(isThorough: Bool) -> [(time: Seconds, orientation: UnitQuaternion)] {
        guard !drivingTimes.isEmpty else { return [] }
        do throws(EstimatorFailure) {
            let run = try BatchRun(description, values, recording, rows: drivingTimes.count)
            let start = ContinuousClock.now
            let output = try run.run()
            duration = start.duration(to: .now).inSeconds
            let estimates = try BatchOutput(description).estimates(output, at: drivingTimes)
            if isThorough, description.isRepeated { try runAgain(run, output, estimates) }
            return estimates
        } catch {
            failure = error
            return []
        }
    }

    /// Runs the program without the second half of the recording, in order to find out whether it looks ahead. If the
    /// estimates differ, a second run over the whole recording tells whether the program is deterministic.
    private func runAgain(
        _ run: BatchRun,
        _ output: Data,
        _ estimates: [(time: Seconds, orientation: UnitQuaternion)]
    ) throws(EstimatorFailure) {
        let times = Array(drivingTimes.prefix((drivingTimes.count + 1) / 2))
        let half: [(time: Seconds, orientation: UnitQuaternion)]
        do throws(EstimatorFailure) {
            let output = try BatchRun(description, values, recording(until: times.last), rows: times.count).run()
            half = try BatchOutput(description).estimates(output, at: times)
        } catch {
            remarks.append(
                "\(description.path): whether it looks ahead is unknown; over half the recording: found \(error.found)"
            )
            half = []
        }
        let difference = Self.largestDifference(half, estimates)
        guard half.isEmpty || difference.radians > Self.negligible.radians else { return }
        if try run.run() != output {
            remarks.append("\(description.path) is not deterministic: the output of a second run differs")
        } else if !half.isEmpty {
            let degrees = DecimalText.fixed(difference.degrees, decimals: 4)
            remarks.append(
                "\(description.path) looks ahead: without the second half of the recording its estimates of the first "
                    + "half differ by up to \(degrees) deg"
            )
        }
    }

    /// The largest angle between the estimates of the first run and those of the second at their common times.
    private static func largestDifference(
        _ some: [(time: Seconds, orientation: UnitQuaternion)],
        _ all: [(time: Seconds, orientation: UnitQuaternion)]
    ) -> Angle {
        var place = 0
        var largest = Angle(radians: 0)
        for (time, orientation) in some {
            while place < all.count, all[place].time < time { place += 1 }
            guard place < all.count, all[place].time == time else { continue }
            let angle = orientation.angle(to: all[place].orientation)
            if angle.radians > largest.radians { largest = angle }
        }
        return largest
    }

    private func recording(until end: Seconds?) -> Recording {
        var recording = recording
        guard let end else { return recording }
        recording.accelerometer?.removeSamples(after: end)
        recording.gyroscope?.removeSamples(after: end)
        recording.magnetometer?.removeSamples(after: end)
        return recording
    }

    private var recording: Recording {
        var recording = Recording(name: "recording")
        for place in places where streams[place].count > 0 {
            switch SensorKind.vectors[place] {
            case .accelerometer: recording.accelerometer = streams[place]
            case .gyroscope: recording.gyroscope = streams[place]
            case .magnetometer: recording.magnetometer = streams[place]
            case .heading, .location, .attitude, .pose: break
            }
        }
        return recording
    }
}

extension SensorStream {
    /// Removes the samples that are later than a time.
    fileprivate mutating func removeSamples(after end: Seconds) {
        let count = times.firstIndex { $0 > end } ?? times.count
        times.removeSubrange(count...)
        values.removeSubrange(count...)
    }
}
