import Foundation
import Geodesy
import Recordings
import SensorModel
import TestSupport
import Testing

/// Tests of OGC GeoPose 1.0; complete files are among ``ExpectedRecording``.
struct GeoPoseTests {
    private static func read(_ text: String, layout: String? = nil) throws -> Recording {
        let folder = try TemporaryFolder()
        let path = try folder.write(text, to: "poses.json")
        let layout = try layout.map { try LayoutCatalogue.builtIn.layout(named: $0) }
        return try RecordingReader(layout: layout).read(path: path)
    }

    /// Random poses whose times have the given differences in milliseconds.
    private static func walk(_ steps: [Int]) -> Recording {
        var random = SeededGenerator(seed: 21)
        var recording = Recording(name: "walk")
        recording.epoch = 1_709_382_605
        var (times, milliseconds): ([Seconds], Int) = ([], 0)
        for step in steps {
            milliseconds += step
            times.append(Double(milliseconds) / 1000)
        }
        let fixes = times.map { _ in
            LocationFix(
                latitude: Angle(degrees: 48.1 + random.number(in: 0...0.01)),
                longitude: Angle(degrees: -11.5 - random.number(in: 0...0.01)),
                altitudeMetres: random.number(in: 500...600)
            )
        }
        let turns = times.map { _ in
            UnitQuaternion(angle: Angle(radians: random.number(in: -3...3)), axis: Vector3(0.48, 0.6, 0.64))
        }
        recording.location = SensorStream(times: times, values: fixes)
        recording.attitude = SensorStream(times: times, values: turns)
        return recording
    }

    @Test func `Advanced GeoPoses keep every bit of times, positions and orientations`() throws {
        let walk = Self.walk([250, 1000, 999, 1500, 1, 1, 70])
        let text = WrittenGeoPoses(walk).text(.advanced)
        let again = try Self.read(text)
        #expect(again.epoch == walk.epoch)
        #expect(again.location?.times == walk.location?.times && again.location?.values == walk.location?.values)
        #expect(again.attitude?.times == walk.attitude?.times && again.attitude?.values == walk.attitude?.values)
        #expect(WrittenGeoPoses(again).text(.advanced) == text)
    }

    /// The schemas are in the repository opengeospatial/ets-geopose10.
    private static let schemas = "geopose-schemas"

    @Test(
        .enabled(if: SharedDatasets.has(schemas) && InstalledProgram.accepts("python3", ["-c", "import jsonschema"])),
        arguments: WrittenGeoPoses.Form.allCases
    )
    func `Every written kind is valid by the published schemas`(form: WrittenGeoPoses.Form) throws {
        let folder = try TemporaryFolder()
        let script = Package.root.appendingPathComponent("Scripts/check_geopose.py").path
        for steps in [[0, 10, 10, 10], [0, 10, 11]] {
            let path = try folder.write(WrittenGeoPoses(Self.walk(steps)).text(form), to: "\(steps.count).json")
            #expect(InstalledProgram.accepts("python3", [script, SharedDatasets.path(Self.schemas), path]))
        }
        let bad = try folder.write("{\"position\":{\"lat\":1},\"quaternion\":{}}", to: "bad.json")
        #expect(!InstalledProgram.accepts("python3", [script, SharedDatasets.path(Self.schemas), bad]))
    }

    @Test func `Degrees have the digits of the file from which they were read`() throws {
        let line = """
            {"frameSpecification":{"authority":"/geopose/1.0","id":"LTP-ENU","parameters":\
            "longitude=-122.3&latitude=47.7&height=11.0"},"quaternion":{"x":0.0,"y":0.6,"z":0.0,"w":0.8},\
            "validTime":1629069964274}

            """
        #expect(WrittenGeoPoses(try Self.read(line)).text(.advanced) == line)
    }

    /// The length of the first quaternion is √(0.6² + 0.8²) = 1, and the length of the second is 2.
    @Test(arguments: [("0.6", "0.8", 0), ("1.2", "1.6", 1)])
    func `Only quaternions whose length is not 1 are listed as unscaled`(y: String, w: String, count: Int) throws {
        let recording = try Self.read(
            """
            {"frameSpecification":{"authority":"/geopose/1.0","id":"LTP-ENU","parameters":\
            "longitude=-122.3&latitude=47.7&height=11.0"},"quaternion":{"x":0.0,"y":\(y),"z":0.0,"w":\(w)},\
            "validTime":1629069964274}
            """
        )
        #expect(recording.unscaledQuaternions.count == count)
        #expect(recording.unscaledQuaternions[.attitude]?.count ?? 0 == count)
    }

    /// The rounding of coordinates as large as the Earth's radius, in metres.
    private static let metres = 1e-8

    @Test(arguments: [([500, 500, 500, 500], "interPoseDuration\":500"), ([0, 500, 501], "innerFrameAndTimeSeries")])
    func `A series is regular if its times are, and has the same poses`(steps: [Int], part: String) throws {
        let walk = Self.walk(steps)
        let text = WrittenGeoPoses(walk).text(.series)
        #expect(text.contains(part))
        let again = try Self.read(text)
        #expect(again.location?.times == walk.location?.times)
        for (found, due) in zip(again.location?.values ?? [], walk.location?.values ?? []) {
            let (found, due) = (try #require(GeodeticPosition(found)), try #require(GeodeticPosition(due)))
            #expect(LocalTangentFrame(at: due).local(found).length < Self.metres)
        }
        for (found, due) in zip(again.attitude?.values ?? [], walk.attitude?.values ?? []) {
            #expect(found.angle(to: due).radians < 1e-14)
        }
        #expect(!again.notes.contains { $0.hasPrefix("the header") } && again.leftOut.isEmpty, "\(again.notes)")
    }

    @Test func `Yaw, pitch and roll describe the same rotation`() throws {
        for line in WrittenGeoPoses(Self.walk([0, 10, 10, 10])).text(.ypr).split(separator: "\n").enumerated() {
            let found = try #require(try Self.read(String(line.element)).attitude?.values.first)
            let due = try #require(Self.walk([0, 10, 10, 10]).attitude?.values[line.offset])
            #expect(found.angle(to: due).radians < 1e-14, "\(line.element)")
        }
    }

    @Test func `The fix determines the time of a pose, and the attitude is interpolated`() throws {
        var recording = Recording(name: "made")
        let fix = LocationFix(latitude: .zero, longitude: .zero, altitudeMetres: 5)
        let low = LocationFix(latitude: .zero, longitude: .zero)
        recording.location = SensorStream(times: [0, 0.75, 1, 3, 9], values: [fix, fix, low, fix, fix])
        let up = Vector3(0, 0, 1)
        recording.attitude = SensorStream(
            times: [0.5, 1.5, 5],
            values: [0, 40, 80].map { UnitQuaternion(angle: Angle(degrees: $0), axis: up) }
        )
        let poses = WrittenGeoPoses(recording)
        #expect(poses.count == 1)
        #expect(poses.leftOut == ["fixes without altitude": 1, "fixes without attitude": 3])
        let again = try Self.read(poses.text(.quaternion))
        let turn = try #require(again.attitude?.values.first)
        #expect(abs(turn.signedHeadingAngle.degrees - 10) < 1e-12)
        #expect(again.epoch == nil && again.attitude?.times == [0])
    }

    @Test func `Frames of another implementation, with one parameter for each component, are read`() throws {
        let inner =
            "translation.x=0&translation.y=0&translation.z=0&rotation.x=0&rotation.y=0&rotation.z=1&rotation.w=0"
        let text = """
            {"header": {"poseCount": 3, "startInstant": 1000, "stopInstant": 1000, "transitionModel": {}},
             "innerFrameAndTimeSeries": [{"frame": {"authority": "/other/1.0", "id": "Translate-Rotate",
              "parameters": "\(inner)"}, "validTime": 1250}],
             "outerFrame": {"id": "LTP-ENU", "parameters": "longitude=-122.0&latitude=48.0&heightInMeters=5.000"}}
            """
        let recording = try Self.read(text)
        #expect(recording.attitude?.values == [UnitQuaternion(unchecked: 0, 0, 0, 1)])
        #expect(recording.location?.values.first?.altitudeMetres == 5 && recording.attitude?.times == [0.25])
        #expect(recording.notes == ["the header states 3 poses, but the series has 1"])
    }

    @Test func `The orientations of a file are estimates`() throws {
        let path = ExpectedRecording.folder.appendingPathComponent("geopose/advanced.json").path
        let recording = try RecordingReader().read(path: path)
        let estimates = try EstimateReader().read(path: path)
            .orientations(by: EstimateConventions(), epoch: recording.epoch ?? 0)
        #expect(estimates.times == recording.attitude?.times && estimates.times.count == 6)
        #expect(estimates.values == recording.attitude?.values)
    }

    private static let basic =
        "{\"position\":{\"lat\":1,\"lon\":2,\"h\":3},\"quaternion\":{\"w\":1,\"x\":0,\"y\":0,\"z\":0}}"

    @Test(arguments: [
        (basic + basic, "the file has 2 poses, but some poses have no time"),
        ("{\"frameChain\":[]}", "this is not a GeoPose of a supported kind"),
        (basic.replacing("\"lat\":1", with: "\"lat\":91"), "invalid position: latitude 91.0 (must be"),
        (basic.replacing("\"h\":3", with: "\"h\":\"3\""), "is not a number"),
        (basic.replacing("\"w\":1", with: "\"w\":0"), "the quaternion is zero or too large"),
        (basic.replacing("\"w\":1,", with: ""), "this part of the GeoPose has no 'w'"),
        ("{\"frameSpecification\":{\"id\":\"LTP-NED\",\"parameters\":\"\"}}", "the frame \"LTP-NED\" is not supported"),
        ("{\"frameSpecification\":{\"id\":\"LTP-ENU\",\"parameters\":\"\"}}", "must contain the number 'latitude'"),
        ("[]", "the file has no GeoPose"), ("{\"position\":", "JSON"),
    ])
    func `A file that is not a supported GeoPose is an error`(text: String, part: String) throws {
        let error = #expect(throws: InputError.self) { try Self.read(text, layout: "geopose") }
        #expect(error?.description.contains(part) == true, "\(String(describing: error))")
    }

    @Test func `Times that decrease or overflow are errors`() throws {
        let lines = WrittenGeoPoses(Self.walk([500, 500])).text(.advanced).split(separator: "\n")
        let back = #expect(throws: InputError.self) { try Self.read("\(lines[1])\n\(lines[0])\n") }
        #expect(back?.line == 2 && back?.message == "the time is 0.5 s earlier than the previous pose's time")
        let series = WrittenGeoPoses(Self.walk([500, 500, 500])).text(.series)
        let long = series.replacing("interPoseDuration\":500", with: "interPoseDuration\":4000000000000")
        let late = #expect(throws: InputError.self) { try Self.read(long) }
        #expect(
            late?.message == "the pose's time is more than 146 years before or after 1970",
            "\(String(describing: late))"
        )
    }

    @Test(arguments: ["ypr", "quaternion", "advanced", "regular", "irregular"])
    func `A hundred damaged files are read or are an error`(name: String) throws {
        let folder = try TemporaryFolder()
        let bytes = try Array(Data(contentsOf: ExpectedRecording.folder.appendingPathComponent("geopose/\(name).json")))
        let layout = try LayoutCatalogue.builtIn.layout(named: "geopose")
        var random = SeededGenerator(seed: 56)
        var (readable, errors) = (0, 0)
        for _ in 0..<100 {
            var damaged = bytes
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let index = Int.random(in: 0..<damaged.count, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: damaged[index] = UInt8.random(in: .min ... .max, using: &random)
                case 1: damaged.remove(at: index)
                case 2: damaged.insert(UInt8(ascii: "9"), at: index)
                default: damaged[index] = UInt8.random(in: 0x30...0x39, using: &random)
                }
            }
            do throws(InputError) {
                let recording = try RecordingReader(layout: layout).read(path: Self.write(damaged, in: folder))
                #expect(recording.attitude?.count == recording.location?.count)
                readable += 1
            } catch {
                #expect(!error.message.isEmpty && error.source != nil)
                errors += 1
            }
        }
        #expect(readable > 0 && errors > 0)
    }

    private static func write(_ bytes: [UInt8], in folder: TemporaryFolder) -> String {
        (try? folder.write(bytes, to: "damaged.json")) ?? ""
    }
}
