import Foundation
import Recordings
import TestSupport

/// A native recording in a temporary folder, with every stream, missing numbers and rows that are left out.
final class SmallRecording {
    let folder: TemporaryFolder
    var path: String { folder.url.appendingPathComponent("walk").path }

    init() throws {
        folder = try TemporaryFolder()
        try write("name: walk\ndeclination: 3\nclockOffsets: {heading: 0.5}\n", to: "recording.yaml")
        for (name, scale) in [("accelerometer", 1.5), ("gyroscope", -0.25), ("magnetometer", 40.125)] {
            let rows = (0..<61).map { "\(Double($0) / 64),\(scale * Double($0)),\($0 == 7 ? "nan" : "-0"),1e-320\n" }
            try write("t,x,y,z\n" + rows.joined(), to: "\(name).csv")
        }
        try write("t,magnetic,true,accuracy\n0,12.5,,3\n1,,359.75,\n1,-1,0,-1\n", to: "heading.csv")
        try write(
            "t,latitude,longitude,altitude,horizontalAccuracy,verticalAccuracy\n0,48.5,10,,5,\n1,48.25,10.5,520,,8\n2,,,,,\n",
            to: "location.csv"
        )
        try write("t,qw,qx,qy,qz\n0,1,0,0,0\n1,0,0,0,0\n2,0.5,0.5,-0.5,0.5\n", to: "attitude.csv")
        try write("t,px,py,pz,qw,qx,qy,qz\n0,1,2,3,1,0,0,0\n1,nan,-0,5,0.6,0.8,0,0\n", to: "pose.csv")
        try write(
            "t,qw,qx,qy,qz,px,py,pz,valid,evaluate\n0,1,0,0,0,1,2,3,1,1\n1,0,1,0,0,4,5,6,0,1\n2,0,1,0,0,4,5,6,1,0\n",
            to: "reference.csv"
        )
    }

    func write(_ text: String, to name: String) throws {
        try folder.write(text, to: "walk/\(name)")
    }

    func read(_ cache: RecordingCache? = nil, layout: Layout? = nil) throws -> Recording {
        try RecordingReader(layout: layout, cache: cache).read(path: path)
    }
}
