import Diagnosis
import Foundation
@_spi(Fuzzing) import Recordings

extension ReaderFuzzer {
    /// Returns whether the layout of an input is detected.
    ///
    /// This is the case for one in 64 inputs. A detection that fails parses all layouts, which takes ten times as
    /// long as reading.
    private static func isDetected(_ input: UnsafeBufferPointer<UInt8>) -> Bool {
        input.reduce(UInt8(0)) { $0 &+ $1 } & 63 == 0
    }

    /// Reads the records of a child process. The first byte selects the order of dimensions; the next two bytes are
    /// the length of the list of variables.
    func readRecords(_ input: UnsafeBufferPointer<UInt8>) {
        guard input.count > 3 else { return }
        let path = folder + "/records.mat"
        write(input[..<3], to: path)
        let rest = input[3...]
        let list = rest.prefix(Int(input[1]) | Int(input[2]) << 8)
        let values = rest.dropFirst(list.count)
        _ = try? RecordingReader(layout: matrixLayout(for: input)).read(
            list: Array(list),
            values: Array(values),
            isColumnMajor: input[0] & 1 == 0,
            path: path
        )
    }

    /// Reads a MATLAB or HDF5 file in child processes.
    func readMatrixFile(_ input: UnsafeBufferPointer<UInt8>) {
        let path = folder + "/file.mat"
        write(input[...], to: path)
        _ = try? RecordingReader(layout: matrixLayout(for: input)).read(path: path)
    }

    /// Layouts whose streams have different variables, including a structure. One layout has a rate, the other has
    /// whole nanoseconds.
    static let matrixLayouts = ["rate: [sampling_rate, \"@sampling_rate\"]", "column: \"*.stamps\", unit: ns"].map {
        time in
        """
        layout: matrices
        recording: file
        streams:
          accelerometer:
            columns: {x: "imu_acc(:,1)", y: "imu_acc(:,2)", z: "imu_acc(:,3)"}
            unit: m/s^2
            time: {\(time)}
          gyroscope:
            required: false
            columns: {x: "*.gyr(:,1)", y: "*.gyr(:,2)", z: "*.gyr(:,3)"}
            unit: rad/s
            time: {\(time)}
        """
    }

    /// The layout for an input, which all its bytes select; `nil` to detect it.
    private func matrixLayout(for input: UnsafeBufferPointer<UInt8>) -> Layout? {
        let isExact = input.reduce(UInt8(0)) { $0 &+ $1 } & 1 == 1
        return Self.isDetected(input) ? nil : matrixLayouts[isExact ? 1 : 0]
    }

    /// Guesses the layout of a file or a folder and reads the recording with it. The first byte selects the file or
    /// the folder.
    func guess(_ input: UnsafeBufferPointer<UInt8>) {
        let folder = folder + "/guess"
        try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let pieces = input[1...].split(separator: Self.fileSeparator, maxSplits: 2, omittingEmptySubsequences: false)
        let names = ["log.csv", "gyroscope.txt", "Magnet.csv"]
        let isFile = input[0] & 1 == 0
        for (name, piece) in zip(names, isFile ? [input[1...]] : pieces) { write(piece, to: "\(folder)/\(name)") }
        for name in names.dropFirst(isFile ? 1 : pieces.count) { unlink("\(folder)/\(name)") }
        guess(isFile ? "\(folder)/\(names[0])" : folder)
    }

    /// Guesses the layout of a log and reads the recording with it.
    func guess(_ path: String) {
        guard let proposal = try? LayoutProposal(path: path), let layout = try? proposal.layout() else { return }
        _ = try? RecordingReader(layout: layout).read(path: path)
    }

    /// Reads a file with rows of many types. The first byte selects the layout.
    func readTypedRows(_ input: UnsafeBufferPointer<UInt8>) {
        let layouts = Self.typedLayouts
        guard !layouts.isEmpty else { return }
        let path = folder + "/rows.txt"
        write(input[1...], to: path)
        let layout = layouts[Int(input[0] & 0xF) % layouts.count]
        _ = try? RecordingReader(layout: Self.isDetected(input) ? nil : layout).read(path: path)
    }

    private static let typedLayouts = LayoutCatalogue.builtIn.layouts.filter {
        ["gnss-logger", "indoor-location-20"].contains($0.name)
    }
}
