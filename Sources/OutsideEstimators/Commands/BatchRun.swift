import Foundation
import Recordings
import SensorModel

/// The runs of a batch program on a copy of a recording. The temporary folder with the copy is removed when this object
/// is released.
final class BatchRun {
    /// The maximum size of an output row in bytes.
    private static let maximumRowBytes = 256

    private let description: CommandDescription
    private let values: ParameterValues
    private let tree: TemporaryTree
    private let folder: URL
    private let maximumBytes: Int
    private var digests: [(name: String, digest: String)] = []
    private var count = 0

    /// Writes the copy of the recording.
    ///
    /// - Parameters:
    ///   - description: description of the program.
    ///   - values: values of the program's parameters.
    ///   - recording: recording to copy.
    ///   - rows: maximum number of orientations that the program may write.
    init(
        _ description: CommandDescription,
        _ values: ParameterValues,
        _ recording: Recording,
        rows: Int
    ) throws(InputError) {
        self.description = description
        self.values = values
        maximumBytes = (rows + 256) * Self.maximumRowBytes
        do throws(FileFailure) {
            tree = try TemporaryTree()
            folder = tree.url.appendingPathComponent("recording")
            for file in recording.nativeFiles() { try write(file) }
        } catch {
            throw InputError(
                file: description.path,
                message: "cannot write a temporary copy of the recording to \(error.path): \(error.reason)",
                advice: "free some space, or set TMPDIR to another folder"
            )
        }
    }

    private func write(_ file: WrittenFile) throws(FileFailure) {
        let descriptor = try tree.create("recording/\(file.name)")
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        let digest = Fingerprint()
        do {
            while let piece = file.next() {
                piece.bytes.withUnsafeBytes { digest.update($0) }
                try handle.write(contentsOf: piece.bytes)
            }
        } catch {
            throw FileFailure(path: folder.path, reason: error.localizedDescription)
        }
        digests.append((file.name, digest.hexadecimal))
    }

    /// Runs the program, and returns the path and the content of its output file. The file exists as long as this
    /// object.
    func run() throws(InputError) -> (path: String, content: [UInt8]) {
        count += 1
        let output = tree.url.appendingPathComponent("estimates-\(count).csv").path
        let call = description.call(
            values,
            paths: [CommandDescription.recording: folder.path, CommandDescription.output: output]
        )
        var program: ChildProgram?
        do throws(ProgramError) {
            let started = try ChildProgram(call, run: tree.url.path)
            program = started
            try started.finish(patience: call.timeout) { () throws(ProgramError) in
                guard size(of: output) <= maximumBytes else {
                    throw .flood("more than \(maximumBytes) bytes in {output}")
                }
            }
        } catch {
            program?.end()
            throw error.failure(of: call, "", errorLine: program?.lastErrorLine)
        }
        for (name, digest) in digests where self.digest(of: name) != digest {
            throw description.problem("the program changed the file \(name) of the recording")
        }
        guard FileKind(path: output) == .regular, size(of: output) <= maximumBytes,
            let data = FileManager.default.contents(atPath: output)
        else { throw description.problem("the program did not write the file {output}") }
        return (output, [UInt8](data))
    }

    private func digest(of name: String) -> String? {
        let path = folder.appendingPathComponent(name).path
        guard FileKind(path: path) == .regular, let data = FileManager.default.contents(atPath: path) else {
            return nil
        }
        let digest = Fingerprint()
        data.withUnsafeBytes { digest.update($0) }
        return digest.hexadecimal
    }

    private func size(of path: String) -> Int {
        var status = stat()
        return lstat(path, &status) == 0 ? Int(status.st_size) : 0
    }
}

/// A batch program with the samples that it needs, and the result of its run.
final class BatchProgram {
    let description: CommandDescription
    private let values: ParameterValues
    private var intake: SampleIntake
    private(set) var recording = Recording(name: "recording")
    /// The times from the first to the last stored sample; `nil` if no sample is stored.
    private(set) var span: ClosedRange<Seconds>?
    private(set) var time: OutsideTime?
    private(set) var failure: InputError?
    var remarks: [String] = []

    init(_ description: CommandDescription, _ values: ParameterValues) {
        self.description = description
        self.values = values
        intake = SampleIntake(of: description.sensors)
    }

    var skips: SkipCounts { intake.skips }

    /// Stores the usable samples of the vector sensors, and returns these sensors.
    func store(_ frame: SensorFrame) -> [SensorKind] {
        let samples = intake.samples(of: frame)
        for (sensor, value) in samples {
            switch sensor {
            case .accelerometer: store(value, frame.time, in: \.accelerometer, of: sensor)
            case .gyroscope: store(value, frame.time, in: \.gyroscope, of: sensor)
            case .magnetometer: store(value, frame.time, in: \.magnetometer, of: sensor)
            case .heading, .location, .attitude, .pose: break
            }
        }
        return samples.map(\.sensor)
    }

    /// Stores a sample of a stream if the program needs the stream.
    func store<Value>(
        _ value: Value,
        _ time: Seconds,
        in stream: WritableKeyPath<Recording, SensorStream<Value>?>,
        of sensor: SensorKind
    ) {
        guard description.sensors.contains(sensor) else { return }
        span = min(span?.lowerBound ?? time, time)...max(span?.upperBound ?? time, time)
        if recording[keyPath: stream] == nil { recording[keyPath: stream] = SensorStream() }
        recording[keyPath: stream]?.times.append(time)
        recording[keyPath: stream]?.values.append(value)
    }

    /// Runs the program for the stored samples, and returns the estimates; empty after a failure.
    ///
    /// - Parameters:
    ///   - isThorough: whether part of the run is repeated.
    ///   - rows: maximum number of estimates that the program may write.
    ///   - half: closure that returns the first half of the recording, and the maximum number of its estimates.
    ///   - read: closure that reads the output of a run, and returns at most the given number of estimates.
    ///   - compare: closure that compares the estimates for the first half with those for the whole recording. It
    ///     describes the difference in words; `nil` if no estimates can be compared.
    func finish<Estimate>(
        isThorough: Bool,
        rows: Int,
        half: () -> (recording: Recording, rows: Int),
        read: (_ output: (path: String, content: [UInt8]), _ rows: Int) throws(InputError) -> [Estimate],
        compare: (_ half: [Estimate], _ whole: [Estimate]) -> (isNegligible: Bool, words: String)?
    ) -> [Estimate] {
        do throws(InputError) {
            let run = try BatchRun(description, values, recording, rows: rows)
            let start = ContinuousClock.now
            let output = try run.run()
            time = .perRun(start.duration(to: .now).seconds)
            let estimates = try read(output, rows)
            guard isThorough, description.isRepeated else { return estimates }
            // Runs the program for the first half of the recording, to detect whether earlier estimates depend on later
            // samples. If estimates differ, a second run for the whole recording checks whether the program is
            // deterministic.
            var difference: (isNegligible: Bool, words: String)?
            do throws(InputError) {
                let (recording, rows) = half()
                let shorter = try BatchRun(description, values, recording, rows: rows)
                difference = compare(try read(try shorter.run(), rows), estimates)
                withExtendedLifetime(shorter) {}
            } catch {
                remarks.append(
                    "\(description.path): cannot check whether the program uses later samples; with half of the recording, \(error.message)"
                )
            }
            if let difference, difference.isNegligible { return estimates }
            if try run.run().content != output.content {
                remarks.append("\(description.path) is not deterministic: the output of a second run differs")
            } else if let difference {
                remarks.append(
                    "\(description.path) uses later samples: without the second half of the recording, "
                        + difference.words
                )
            }
            return estimates
        } catch {
            failure = error
            return []
        }
    }
}
