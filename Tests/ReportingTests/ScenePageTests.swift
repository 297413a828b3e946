import Evaluation
import Foundation
import Pipelines
import Recordings
import Reporting
import SensorModel
import TestSupport
import Testing

struct ScenePageTests {
    private static func page(
        _ recording: Recording = SceneCorner().recording(),
        keepsEstimates: Bool = false
    ) throws -> (text: String, scene: SceneEvaluation) {
        var options = SceneEvaluationOptions()
        options.keepsTrace = true
        options.locator.aligner.keepsEstimates = keepsEstimates
        let scene = try SceneEvaluation(recording, path: "corner", options: options)
        return (ScenePage([scene], command: "sextant scene 'a & b'").text, scene)
    }

    @Test func `The page has a map, the angles, the corrections and what was not used`() throws {
        let (text, scene) = try Self.page()
        let page = try PageReader(text)
        #expect(
            page.headings == [
                "h1 Scene axes", "h2 corner · 101 fixes · 101 estimates", "h3 Map", "h3 Angles", "h3 Corrections",
                "h3 Used and not used", "h2 How to run it again",
            ]
        )
        #expect(page.texts.contains("Angle of each pair over time"))
        #expect(page.texts.contains("Angle of each pair over its distance"))
        #expect(page.texts.contains("Heading after each correction"))
        #expect(page.texts.contains { $0.hasPrefix("result: the scene's -Z points to 90.0° ± ") })
        #expect(page.texts.contains("fixes in a correction"))
        #expect(page.texts.contains("fixes not used: within 5 m of a more accurate estimate"))
        #expect(page.texts.contains("\(try #require(scene.corrections.first).round.pairs)"))
        #expect(page.texts.contains("sextant scene 'a & b'"))
    }

    @Test func `The data of the page has the points of all plots`() throws {
        let (text, _) = try Self.page()
        for name in ["angles", "distances", "heading"] {
            #expect(text.contains("\"name\":\"scene-1-\(name)\""), "\(name)")
        }
    }

    @Test func `A remark for a terminal continues after four blanks`() throws {
        var (_, scene) = try Self.page()
        scene.leftOut = ["the radius of the fix exceeds the distance to the last estimate": 3]
        let lines = SceneReport([scene]).text(width: 60, colour: false).split(separator: "\n")
        // The first line has 58 columns.
        #expect(
            lines.suffix(2) == [
                "  left out: 3 × the radius of the fix exceeds the distance", "    to the last estimate",
            ]
        )
    }

    @Test func `The page loads nothing, and has colours for dark windows`() throws {
        let (text, _) = try Self.page()
        for outside in ["http://", "https://", "src=", "@import"] {
            #expect(!text.replacing("http://www.w3.org", with: "").contains(outside), "\(outside)")
        }
        #expect(text.contains("prefers-color-scheme: dark"))
        #expect(text.contains("default-src 'none'"))
    }

    /// Pixels: coordinates are written to a tenth, and the scale bar to a twentieth of a pixel in ten metres.
    private static let pixels = 0.5

    /// The walk spans 40 m from west to east and 60 m from south to north; every accuracy is 5 m.
    @Test func `Both axes of the map have the scale of its bar`() throws {
        let (text, _) = try Self.page()
        let shape = /class="bar" d="M10 [0-9.]+v6h([0-9.]+)v-6"\/><text [^>]*>([0-9]+) m</
        let bar = try #require(text.firstMatch(of: shape))
        let scale = try #require(Double(bar.1)) / #require(Double(bar.2))
        let dots = text.matches(of: /class="dot (?:used|waiting|unused)" d="([^"]+)"/).flatMap { path in
            path.1.matches(of: /M([0-9.]+) ([0-9.]+)h0/).compactMap { dot -> (x: Double, y: Double)? in
                Double(dot.1).flatMap { x in Double(dot.2).map { (x, $0) } }
            }
        }
        // One more dot per class is in the key, with the same position.
        let places = dots.filter { $0.x != 17 || $0.y != 6 }
        #expect(places.count == 101)
        let (x, y) = (places.map(\.x), places.map(\.y))
        let (left, right) = (try #require(x.min()), try #require(x.max()))
        let (top, bottom) = (try #require(y.min()), try #require(y.max()))
        #expect(abs(right - left - 40 * scale) < Self.pixels)
        #expect(abs(bottom - top - 60 * scale) < Self.pixels)
        // North is up and west is left: the north end of the first leg is the eastern top corner.
        #expect(places.contains { abs($0.x - right) < 0.2 && abs($0.y - top) < 0.2 })
        #expect(!places.contains { abs($0.x - left) < 0.2 && abs($0.y - bottom) < 0.2 })
        let circle = /class="claim" cx="[0-9.]+" cy="[0-9.]+" r="([0-9.]+)"/
        let radii = text.matches(of: circle).compactMap { Double($0.1) }
        #expect(radii.count { abs($0 - 5 * scale) < 0.1 } == 101)
    }

    /// The walk of ``SceneCorner``, rotated by 90° to the right: 60 m east, then 40 m north.
    @Test func `The width of a wide walk fills the map between its margins`() throws {
        let corner = SceneCorner()
        var recording = corner.recording()
        for second in 0...100 {
            let (east, north) = (min(60, Double(second)), max(0, Double(second) - 60))
            recording.location?.values[second] = corner.fix((east, north))
            recording.pose?.values[second].position = Vector3(-north, 1.4, -east)
        }
        let (text, _) = try Self.page(recording)
        let shape = /class="bar" d="M10 [0-9.]+v6h([0-9.]+)v-6"\/><text [^>]*>([0-9]+) m</
        let bar = try #require(text.firstMatch(of: shape))
        // The map is 640 pixels wide, with margins of 40 pixels: 560 pixels for 60 m.
        let (width, metres) = (try #require(Double(bar.1)), try #require(Double(bar.2)))
        #expect(abs(width - metres * 560 / 60) < Self.pixels)
    }

    @Test func `Names from files are escaped`() throws {
        let (text, _) = try Self.page(SceneCorner().recording(named: "<b>&\"corner'</script>"))
        #expect(!text.contains("<b>") && !text.contains("corner'</script>"))
        #expect(try PageReader(text).headings.contains("h2 <b>&\"corner'</script> · 101 fixes · 101 estimates"))
    }

    @Test func `The page states which poses, pairs and fixes it omits`() throws {
        var corner = SceneCorner()
        corner.rate = 50
        var recording = corner.recording()
        var location = try #require(recording.location)
        // A fix of a cell tower.
        location.values[100] = corner.fix((10_000, 60))
        location.values[100].horizontalAccuracyMetres = 5_000
        recording.location = location
        let (text, _) = try Self.page(recording)
        let poses = try #require(text.firstMatch(of: /The track is drawn with ([0-9]+) of 5001 poses/))
        #expect(try #require(Int(poses.1)) < 2_000)
        #expect(text.contains("1 fix far from the track, outside the map."))
    }

    @Test func `Of thousands of pairs, 1500 are drawn`() throws {
        var corner = SceneCorner()
        corner.accuracy = 1
        var recording = corner.recording()
        // Ten times as long, so that all 101 estimates are more than 5 m apart.
        var poses = try #require(recording.pose)
        for index in poses.values.indices { poses.values[index].position = poses.values[index].position * 10 }
        recording.pose = poses
        recording.location?.values = (0...100).map { second in
            corner.fix((-max(0, Double(second) - 60) * 10, min(60, Double(second)) * 10))
        }
        let (text, scene) = try Self.page(recording, keepsEstimates: true)
        let pairs = try #require(scene.trace).pairs.count
        #expect(pairs == 101 * 100 / 2)
        #expect(text.contains("1500 of 5050 pairs are drawn."))
        #expect(text.utf8.count < 400_000)
    }

    @Test func `Without a correction the map uses the reference heading, and states it`() throws {
        var corner = SceneCorner()
        corner.accuracy = 65
        let (text, _) = try Self.page(corner.recording())
        let page = try PageReader(text)
        #expect(text.contains("The track is rotated by the reference heading, because the method found no correction."))
        #expect(!page.headings.contains("h3 Corrections") && !page.headings.contains("h3 Angles"))
        #expect(page.texts.contains("There are no plots of angles, because no round has a pair of estimates."))
        #expect(page.texts.contains("fixes not used: accuracy radius above 50 m"))
    }

    @Test func `Fixes without a location give a page without a map`() throws {
        var recording = SceneCorner().recording()
        recording.location?.values = (0...100).map { _ in
            LocationFix(latitude: Angle(degrees: .nan), longitude: Angle(degrees: .nan), horizontalAccuracyMetres: 5)
        }
        let (text, _) = try Self.page(recording)
        let page = try PageReader(text)
        #expect(!page.headings.contains("h3 Map"))
        #expect(page.texts.contains("There is no map, because no fix has a location."))
        #expect(page.texts.contains("fixes: no position, or no accuracy above 0"))
    }
}
