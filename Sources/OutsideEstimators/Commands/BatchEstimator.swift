import FileAccess
import Foundation
import Recordings
import SensorModel

/// An estimator that runs a program once over a whole recording.
///
/// The program reads a copy of the samples in a temporary folder, as filters before it left them, without the reference.
final class BatchEstimator: OutsideEstimator, @unchecked Sendable {
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
            if isThorough, description.isRepeated, try run.run() != output {
                remarks.append("\(description.path) is not deterministic: the output of a second run differs")
            }
            return estimates
        } catch {
            failure = error
            return []
        }
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
