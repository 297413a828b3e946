import Diagnosis
import Foundation
import Recordings

extension ReaderFuzzer {
    /// Reads a log in JSON or JSON Lines. The first byte selects the layout, and the meaning of the other bytes: the
    /// text itself, or a selection of pieces of a valid text.
    func readJSON(_ input: UnsafeBufferPointer<UInt8>) {
        let path = folder + "/log.json"
        if input[0] & 1 == 0 {
            write(input[1...], to: path)
        } else {
            RandomJSON.text(for: input[1...]).withUnsafeBufferPointer { write($0[...], to: path) }
        }
        // Detection and guesses take much longer than reading, so they are rare.
        switch input.reduce(UInt8(0), &+) & 63 {
        case 0: _ = try? RecordingReader().read(path: path)
        case 1: guess(path)
        default: _ = try? RecordingReader(layout: jsonLayouts[Int(input[0] >> 1) % jsonLayouts.count]).read(path: path)
        }
    }

    /// A layout with tables whose names and nested objects occur in the first inputs.
    private static let tableLayout = """
        layout: tables
        recording: folder
        defaults: {required: false, time: {column: t, unit: ms}}
        streams:
          accelerometer: {file: acc.csv, columns: {x: values.1, y: values.2, z: values.3}, unit: m/s^2}
          gyroscope: {file: rows.csv, columns: {x: [x, data.x], y: [y, data.y], z: [z, data.z]}, unit: rad/s}
          magnetometer: {file: data.csv, columns: {x: x, y: y, z: z}, unit: uT}
        """

    static func jsonLayouts() throws -> [Layout] {
        [try LayoutCatalogue.builtIn.layout(named: "sensor-logger"), try Layout(yaml: tableLayout, file: "tables")]
    }
}
