public import Recordings
public import SensorModel

/// A recording from which a calibration is fitted.
public struct CalibrationSource: Sendable {
    /// The recording, in which values before the device's own calibration are preferred.
    public var recording: Recording
    /// The times at which the device is at rest.
    public var rests: [ClosedRange<Seconds>]

    /// Creates a source.
    public init(_ recording: Recording, rests: [ClosedRange<Seconds>]) {
        self.recording = recording
        self.rests = rests
    }

    /// The finite values of a stream in the rests, divided into blocks of a second.
    func restBlocks(of stream: SensorStream<Vector3>?) -> [[Vector3]] {
        restValues(of: stream).flatMap { values -> [[Vector3]] in
            var blocks: [Int: [Vector3]] = [:]
            for (time, value) in values {
                let second = Int((time - (values.first?.time ?? 0)).rounded(.down))
                blocks[second, default: []].append(value)
            }
            return blocks.sorted { $0.key < $1.key }.map(\.value)
        }
    }

    /// The mean values of a stream in the rests.
    func restMeans(of stream: SensorStream<Vector3>?) -> [Vector3] {
        restValues(of: stream).compactMap { values in Vector3.mean(of: values.map(\.value)) }
    }

    private func restValues(of stream: SensorStream<Vector3>?) -> [[(time: Seconds, value: Vector3)]] {
        guard let stream else { return [] }
        var index = 0
        return rests.map { rest in
            var values: [(time: Seconds, value: Vector3)] = []
            while index < stream.count, stream.times[index] < rest.lowerBound { index += 1 }
            while index < stream.count, stream.times[index] <= rest.upperBound {
                if stream.values[index].isFinite { values.append((stream.times[index], stream.values[index])) }
                index += 1
            }
            return values
        }
    }
}
