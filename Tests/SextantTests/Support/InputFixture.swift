import Foundation
import TestSupport

/// Recordings in a folder that exists for the duration of a test.
final class InputFixture {
    /// The header of a file in the layout `broad`.
    static let broadHeader = "t,ax,ay,az,gx,gy,gz,mx,my,mz,qw,qx,qy,qz,movement"

    let folder: TemporaryFolder
    /// The path of the recording: a file or a folder.
    let path: String

    /// A file in the layout `broad`, from text that includes the header.
    init(broad text: String) throws {
        folder = try TemporaryFolder()
        path = try folder.write(text, to: "trial.csv")
    }

    /// A file in the layout `broad`, from bytes.
    init(broad bytes: [UInt8]) throws {
        folder = try TemporaryFolder()
        path = try folder.write(bytes, to: "trial.csv")
    }

    /// A native recording with an accelerometer only.
    init(accelerometer text: String) throws {
        folder = try TemporaryFolder()
        path = folder.url.appendingPathComponent("walk").path
        try folder.write("name: walk\n", to: "walk/recording.yaml")
        try folder.write(text, to: "walk/accelerometer.csv")
    }

    /// The path of the bundled recording pan.
    static let pan = Package.root.appendingPathComponent("Datasets/pan").path

    /// A row of a broad file: the device is at rest, screen up, and points to magnetic north.
    static func broadRow(_ time: String, ax: String = "0") -> String {
        "\(time),\(ax),0,9.81,0,0,0,0,20,-43,1,0,0,0,1"
    }

    /// The text of a broad file with these rows.
    static func broadText(_ rows: [String]) -> String {
        ([broadHeader] + rows).map { $0 + "\n" }.joined()
    }
}
