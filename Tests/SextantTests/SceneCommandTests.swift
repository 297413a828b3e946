import Foundation
import TestSupport
import Testing

/// `sextant scene` through the built binary.
struct SceneCommandTests {
    /// Poses and fixes once a second on a path of 60 m north and 40 m west; the scene's −Z axis points east.
    private static func corner(accuracy: Int = 5) throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        var (poses, fixes) = (
            "t,px,py,pz,qw,qx,qy,qz\n", "t,latitude,longitude,altitude,horizontalAccuracy,verticalAccuracy\n"
        )
        for second in 0...100 {
            let (east, north) = (-max(0, second - 60), min(60, second))
            poses += "\(second),\(-north),1.4,\(-east),1,0,0,0\n"
            // A degree of latitude is 111 194.93 m; a degree of longitude at 60° north is half of it.
            let latitude = 60 + Double(north) / 111_194.93
            let longitude = 24 + Double(east) / 55_597.46
            fixes += "\(second),\(latitude),\(longitude),10,\(accuracy),10\n"
        }
        _ = try folder.write(poses, to: "pose.csv")
        _ = try folder.write(fixes, to: "location.csv")
        _ = try folder.write("name: corner\n", to: "recording.yaml")
        return folder
    }

    @Test func `The report of a scene has its corrections in at most 80 columns`() async throws {
        let folder = try Self.corner()
        let outcome = try await Command.run(["scene", folder.url.path])
        #expect(outcome.code == 0)
        #expect(outcome.error == "")
        let lines = outcome.output.split(separator: "\n")
        for line in lines { #expect(line.count <= 80, "\(line)") }
        #expect(lines.first == "corner · 101 fixes · 101 estimates")
        #expect(lines.contains { $0.hasPrefix("  result: the scene's -Z points to 90.0° ± ") }, "\(outcome.output)")
        #expect(outcome.output.contains("all fixes together, without reference positions"))
        #expect(outcome.output.contains("  round  at s  estimates  pairs  correction      ±  spread  yaw error\n"))
        #expect(outcome.output.contains("  converged: after correction 1, "))
    }

    /// Error of a heading in degrees: positions are written to a tenth of a metre or better.
    private static let writtenDegrees = 0.1

    @Test func `The rotation of --turn is estimated`() async throws {
        let folder = try Self.corner()
        let outcome = try await Command.run(["scene", folder.url.path, "--turn", "-170", "--json"])
        try #require(outcome.code == 0, "\(outcome.error)")
        let json = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any]
        #expect(json?["schema"] as? String == "sextant.scene/1")
        let scene = try #require((json?["scenes"] as? [[String: Any]])?.first)
        #expect(scene["added_rotation_deg"] as? Double == -170)
        let heading = try #require((scene["found"] as? [String: Any])?["heading_deg"] as? Double)
        #expect(abs(heading - 90) < Self.writtenDegrees)
        let before = try #require(scene["error_before_deg"] as? Double)
        #expect(abs(before - 100) < Self.writtenDegrees)
        let rounds = try #require(scene["rounds"] as? [[String: Any]])
        #expect(rounds.first?["correction_deg"] is NSNull && rounds.first?["reason"] is String)
    }

    @Test func `Inaccurate fixes do not determine the heading`() async throws {
        let folder = try Self.corner(accuracy: 65)
        let outcome = try await Command.run(["scene", folder.url.path])
        #expect(outcome.code == 0)
        #expect(
            outcome.output.contains(
                "  result: unknown: fewer than two estimates are accurate enough and far enough\n    apart\n"
            ),
            "\(outcome.output)"
        )
        #expect(outcome.output.contains("× accuracy too poor"))
    }

    @Test func `A recording without poses is bad data`() async throws {
        let outcome = try await Command.run(["scene", InputFixture.pan])
        #expect(outcome.code == Refusal.badData)
        #expect(
            outcome.error
                == "sextant: \(InputFixture.pan): the recording has no poses; "
                + "choose another recording; 'sextant inspect' lists the streams of a recording\n"
        )
    }

    @Test(arguments: [
        (["--pairs", "most"], "--pairs is most; use all, disjoint, random:PERCENT or heaviest:PERCENT."),
        (["--pairs", "random:0"], "--pairs is random:0; use a percentage above 0, up to 100."),
        (["--certainty", "-1"], "--certainty is -1; use a number more than 0 and at most 360 degrees, or 'any'."),
        (["--count", "0"], "--count is 0; use a whole number from 1 to 400."),
        (["--turn", "nan"], "--turn is nan; use a number from -3,600 to 3,600 degrees."),
        (["--best-accuracy", "-1"], "--best-accuracy is -1.0; use a number from 0 to 1e9 m."),
        (["--time", "inf"], "--time is inf; use a number from 0 to 1e9 s."),
        (["--output", "scene.svg"], "--output is 'scene.svg'; name a file that ends in .html."),
    ])
    func `Arguments beyond their range are rejected`(arguments: [String], line: String) async throws {
        try await Refusal.expectUsage(["scene", "nowhere"] + arguments, line)
    }

    @Test func `--output writes a page, and replaces only the command's own files`() async throws {
        let folder = try Self.corner()
        let page = folder.url.appendingPathComponent("scene.html")
        let command = ["scene", folder.url.path, "--output", page.path]
        let outcome = try await Command.run(command)
        #expect(outcome.code == 0, "\(outcome.error)")
        #expect(outcome.output == (try await Command.run(["scene", folder.url.path])).output)
        let text = try String(contentsOf: page, encoding: .utf8)
        #expect(text.hasPrefix("<!DOCTYPE html>") && text.contains("<figure class=\"map\">"))
        #expect(text.contains("sextant scene \(folder.url.path) --output \(page.path)"))
        try Data("mine".utf8).write(to: page)
        let refused = try await Command.run(command)
        #expect(refused.code == Refusal.usage && refused.error.contains(page.path), "\(refused.error)")
        #expect(try Data(contentsOf: page) == Data("mine".utf8))
        let replaced = try await Command.run(command + ["--replace"])
        #expect(replaced.code == 0, "\(replaced.error)")
        let expected = text.replacing("scene.html<", with: "scene.html --replace<")
        #expect(try String(contentsOf: page, encoding: .utf8) == expected)
    }

    @Test func `A recording without poses or fixes gives no page`() async throws {
        let folder = try Self.corner()
        let page = folder.url.appendingPathComponent("scene.html")
        let outcome = try await Command.run(["scene", InputFixture.pan, "--output", page.path])
        #expect(outcome.code == Refusal.badData && outcome.error.contains("the recording has no poses; "))
        try FileManager.default.removeItem(at: folder.url.appendingPathComponent("location.csv"))
        let without = try await Command.run(["scene", folder.url.path, "--output", page.path])
        #expect(without.code == Refusal.badData, "\(without.error)")
        #expect(without.error.contains("the recording has no location fixes; "), "\(without.error)")
        #expect(!FileManager.default.fileExists(atPath: page.path))
    }

    @Test func `Every choice of pairs has the same result for fixes without errors`() async throws {
        let folder = try Self.corner()
        for choice in ["all", "disjoint", "random:20", "heaviest:20"] {
            let method = ["--pairs", choice, "--keep", "--unweighted", "--certainty", "any"]
            let outcome = try await Command.run(["scene", folder.url.path] + method)
            #expect(outcome.output.contains("the scene's -Z points to 90.0° ± "), "\(choice): \(outcome.output)")
        }
    }
}
