import Foundation
import Recordings
import SensorModel
import TestSupport
import Testing

/// The accuracy that a device claims for the heading of its attitude.
struct AttitudeAccuracyTests {
    @Test func `Claims are read, and written again with the attitude`() throws {
        let folder = try TemporaryFolder()
        _ = try folder.write("name: claims\n", to: "claims/recording.yaml")
        let rows = "0.0,1.0,0.0,0.0,0.0,5.0\n1.0,1.0,0.0,0.0,0.0,\n2.0,1.0,0.0,0.0,0.0,-1.0\n"
        _ = try folder.write("t,qw,qx,qy,qz,accuracy\n" + rows, to: "claims/attitude.csv")
        let recording = try RecordingReader().read(path: folder.url.appendingPathComponent("claims").path)
        #expect(recording.attitude?.times == [0, 1, 2])
        // An empty cell and a negative value are no claims.
        #expect(recording.attitudeAccuracy?.times == [0])
        let claim = try #require(recording.attitudeAccuracy?.values.first)
        #expect(abs(claim.degrees - 5) < Tolerance.rounding)
        let written = recording.nativeFiles().first { $0.name == "attitude.csv" }
        #expect(written != nil)
    }

    @Test(.enabled(if: SharedDatasets.has("smartphone-attitude")))
    func `Android's rotation vectors claim 10° in the published recordings`() throws {
        let folder = SharedDatasets.url("smartphone-attitude")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.contains("Nexus5") }
        #expect(!names.isEmpty)
        for name in names {
            let recording = try RecordingReader().read(path: folder.appendingPathComponent(name).path)
            let claims = try #require(recording.attitudeAccuracy, "\(name)")
            #expect(claims.count == recording.attitude?.count, "\(name)")
            let usual = claims.values.count { abs($0.degrees - 10) < 1e-5 }
            #expect(Double(usual) > 0.99 * Double(claims.count), "\(name)")
        }
    }
}
