import Evaluation
import Foundation
import Reporting
import Testing

/// The tests parse the picture as an XML document.
@Suite(.enabled(if: InstalledGnuplot.isInstalled, "gnuplot is not installed"))
struct ScreenPictureTests {
    private static func paths(_ systems: [String], place: String, isSeen: Bool = true) -> SystemPaths {
        SystemPaths(
            recording: "walk",
            place: place,
            span: 20...30,
            paths: systems.enumerated().map { number, system in
                let moments = (0...300).map { frame in
                    let time = 20 + Double(frame) / 30
                    let seen = SystemPaths.Spot(x: 160 + 100 * sin(time), y: 240, isVisible: true)
                    let drawn = SystemPaths.Spot(x: seen.x + 3, y: 244 + Double(number), isVisible: true)
                    return SystemPaths.Moment(time: time, drawn: drawn, seen: isSeen ? seen : nil)
                }
                return SystemPaths.Path(system: system, screenWidth: 320, screenHeight: 480, moments: moments)
            }
        )
    }

    private static func elements(_ paths: SystemPaths) async throws -> [XMLContents.Element] {
        XMLContents(try await ScreenPicture(paths).svg(drawnBy: Gnuplot())).elements
    }

    private static func sheets(_ elements: [XMLContents.Element]) -> Int { elements.count { $0.name == "svg" } }

    @Test func `The picture has a screen per system with its error, and the errors over time`() async throws {
        let systems = ["area", "area:alpha=0.2", "ilocator", "gamaray"]
        let elements = try await Self.elements(Self.paths(systems, place: "Minster"))
        // The sheet, four screens and the errors.
        #expect(Self.sheets(elements) == 6)
        #expect(elements.contains { $0.characters.contains("Minster · 20.0 to 30.0 s of walk") })
        // √(3² + 4²), and so on by one pixel.
        for (system, error) in zip(systems, ["5.00", "5.83", "6.71", "7.62"]) {
            let label = "\(system) · RMS \(error) px"
            #expect(elements.contains { $0.characters.contains(label) }, "\(elements.map(\.characters))")
        }
    }

    /// A screen has 300 × 420 pixels, the errors have 900 × 320, and the head is 64 pixels high. A row has three screens.
    @Test(arguments: [
        // The errors are wider than the screen: 64 + 420 + 320.
        (["area"], true, 900, 804),
        // Two rows of screens: 64 + 2 · 420 + 320.
        (["area", "layar", "ilocator", "gamaray"], true, 900, 1_224),
        // Two screens without errors.
        (["area", "layar"], false, 600, 484),
    ])
    func `The picture encloses its plots`(systems: [String], isSeen: Bool, width: Int, height: Int) async throws {
        let paths = Self.paths(systems, place: "Minster", isSeen: isSeen)
        let text = String(decoding: try await ScreenPicture(paths).svg(drawnBy: Gnuplot()), as: UTF8.self)
        let size = "viewBox=\"0 0 \(width) \(height)\" width=\"\(width)\" height=\"\(height)\">"
        #expect(text.contains(size), "\(text.prefix(300))")
    }

    @Test func `Identifiers are unique over several plots`() async throws {
        let elements = try await Self.elements(Self.paths(["area", "layar"], place: "Minster"))
        let identifiers = elements.compactMap { $0.attributes["id"] }
        #expect(!identifiers.isEmpty)
        #expect(Set(identifiers).count == identifiers.count)
    }

    @Test(arguments: GnuplotTests.hostileNames)
    func `No name breaks the picture`(name: String) async throws {
        let elements = try await Self.elements(Self.paths([name], place: name))
        #expect(Self.sheets(elements) == 3)
    }

    @Test func `A place that is never seen has screens, but no errors over time`() async throws {
        let elements = try await Self.elements(Self.paths(["area"], place: "Minster", isSeen: false))
        #expect(Self.sheets(elements) == 2)
    }

    @Test func `Equal paths give equal bytes`() async throws {
        let picture = ScreenPicture(Self.paths(["area", "layar"], place: "Minster"))
        let first = try await picture.svg(drawnBy: Gnuplot())
        #expect(try await picture.svg(drawnBy: Gnuplot()) == first)
    }

    @Test func `Without gnuplot the picture fails with that error`() async throws {
        let picture = ScreenPicture(Self.paths(["area"], place: "Minster"))
        await #expect(throws: PlotError.noGnuplot) {
            try await picture.svg(drawnBy: Gnuplot(searchPath: "/nowhere"))
        }
    }
}
