import Foundation
import TestSupport

/// Recordings to be evaluated, in a folder that exists for the length of a test.
final class InputFixture {
    /// The header of a file in the layout `broad`.
    static let broadHeader = "t,ax,ay,az,gx,gy,gz,mx,my,mz,qw,qx,qy,qz,movement"

    let folder: TemporaryFolder
    /// What a test gives to the command and finds in its messages: a file, or a folder.
    let path: String

    /// A file in the layout `broad`, header and all.
    init(broad text: String) throws {
        folder = try TemporaryFolder()
        path = try folder.write(text, to: "trial.csv")
    }

    /// The same from bytes.
    init(broad bytes: [UInt8]) throws {
        folder = try TemporaryFolder()
        path = try folder.write(bytes, to: "trial.csv")
    }

    /// A native recording of an accelerometer.
    init(accelerometer text: String) throws {
        folder = try TemporaryFolder()
        path = folder.url.appendingPathComponent("walk").path
        try folder.write("name: walk\n", to: "walk/recording.yaml")
        try folder.write(text, to: "walk/accelerometer.csv")
    }

    /// The recording that comes with the package.
    static let pan = Package.root.appendingPathComponent("Datasets/pan").path

    /// A row of a broad file: at rest, screen up, pointing to magnetic north.
    static func broadRow(_ time: String, ax: String = "0") -> String {
        "\(time),\(ax),0,9.81,0,0,0,0,20,-43,1,0,0,0,1"
    }

    /// A broad file of these rows.
    static func broadText(_ rows: [String]) -> String {
        ([broadHeader] + rows).map { $0 + "\n" }.joined()
    }
}
