import Foundation
import Geodesy
import RealModule
import SensorModel
import Study
import TestSupport
import Testing

/// The published values, compared with `Fixtures/make_published_figures.py`, which uses mpmath, geographiclib and PROJ.
struct PublishedFigureTests {
    /// The unit is that of the figure. Rounded degrees cause 0.2 nm in a distance, and 2 nm in the ellipsoid's
    /// coordinates.
    private static let tolerance = 1e-8

    private static func rows() throws -> [String: [Double?]] {
        let file = Package.root.appending(path: "Tests/StudyTests/Fixtures/published_figures.csv")
        let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").dropFirst()
        let rows = lines.map { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) }
        return Dictionary(uniqueKeysWithValues: rows.map { ($0[0], $0.dropFirst().map { Double($0) }) })
    }

    private static func figure(_ name: String) throws -> PublishedFigure {
        try #require(PublishedFigureCatalogue.figure(named: name))
    }

    @Test func `Every figure agrees with other programs`() throws {
        let rows = try Self.rows()
        #expect(Set(rows.keys) == Set(PublishedFigureCatalogue.figures.map(\.name)))
        #expect(rows.count == PublishedFigureCatalogue.figures.count)
        for figure in PublishedFigureCatalogue.figures {
            let row = try #require(rows[figure.name])
            let ours: [Double?] = [figure.printedValue, figure.value, figure.cost?.amount]
            try #require(row.count == ours.count, "\(figure.name)")
            for (mine, theirs) in zip(ours, row) {
                #expect((mine == nil) == (theirs == nil), "\(figure.name)")
                guard let mine, let theirs else { continue }
                #expect(abs(mine - theirs) <= Self.tolerance, "\(figure.name): \(mine), \(theirs)")
            }
        }
    }

    @Test func `The geodesics of two figures agree with GeographicLib`() throws {
        // geographiclib's Geodesic.WGS84.Inverse(…)["s12"]
        for (name, metres) in [("area-haversine", 0.078_950_709_0), ("ilocator-exchanged", 2495.020_715_5)] {
            let geodesic = try #require(try Self.figure(name).geodesic)
            // Metres: both are accurate to 15 nm.
            #expect(abs(geodesic - metres) < 5e-8)
        }
    }

    @Test func `The incorrect figures are the known ones`() {
        let wrong = PublishedFigureCatalogue.figures.filter { !$0.isCorrect && $0.doubt == nil }.map(\.name)
        #expect(
            wrong == [
                "area-cosine-in-text", "area-widened-view", "area-widened-linearly", "area-left-limit",
                "area-linear-law", "area-enlarged-picture", "area-pitch", "ilocator-exchanged", "ibetelgeuse-up",
                "yandex-south", "yandex-sphere",
            ]
        )
    }

    /// The text is a transcription, or does not state the mathematics library.
    @Test func `The figures that the text cannot decide are the known ones`() {
        #expect(
            PublishedFigureCatalogue.figures.filter { $0.doubt != nil }.map(\.name) == [
                "area-law-of-cosines", "area-nested-test", "area-bearing", "ilocator-flattening",
            ]
        )
    }

    @Test func `Every incorrect figure has a cost`() {
        for figure in PublishedFigureCatalogue.figures where !figure.isCorrect {
            #expect(figure.cost.map { $0.amount != 0 } ?? false, "\(figure.name)")
        }
    }

    /// Kilometres as C's printf("%f") prints them.
    private static func printed(_ metres: Metres) -> String { String(format: "%f", metres / 1000) }

    @Test func `Two steps of a cosine below 1 print AREA's 0.000134, one step 0.000095, and haversines 0.000079`()
        throws
    {
        #expect(Self.printed(.acos(1 - 0x1p-52) * 6_371_000) == "0.000134")
        #expect(Self.printed(.acos(1 - 0x1p-53) * 6_371_000) == "0.000095")
        #expect(Self.printed(try Self.figure("area-haversine").value) == "0.000079")
        #expect(Self.printed(try Self.figure("area-law-of-cosines").value) == "0.000095")
        #expect(Self.printed(try #require(try Self.figure("area-law-of-cosines").geodesic)) == "0.000079")
    }

    @Test func `A sine that is one unit lower reproduces the listing's 0.000134`() {
        let (start, end) = (Angle(degrees: 48.4042981).radians, Angle(degrees: 48.40429881).radians)
        let cosine = Double.sin(start).nextDown * .sin(end) + .cos(start) * .cos(end)
        #expect(Self.printed(.acos(cosine) * 6_371_000) == "0.000134")
    }

    @Test func `In single precision the distance of the listing's points is 0`() {
        let (start, end) = (Float(48.4042981) * .pi / 180, Float(48.40429881) * .pi / 180)
        let cosine = Float.sin(start) * .sin(end) + .cos(start) * .cos(end)
        #expect(Float.acos(min(1, cosine)) == 0)
    }

    @Test func `A geocentric up leans 0.19° at 45°`() throws {
        let figure = try Self.figure("ibetelgeuse-up")
        #expect(abs(figure.value - figure.printedValue - 0.1924) < 5e-5)
    }

    @Test func `ECEF in single precision has an error of 0.01 to 4.4 m, and an offset frame one below 0.5 mm`() throws {
        let ulm = try #require(GeodeticPosition(latitudeDegrees: 48.4042981, longitudeDegrees: 9.979349, height: 0))
        let end = try #require(GeodeticPosition(latitudeDegrees: 48.3906042, longitudeDegrees: 10.0060398, height: 0))
        // The chord of the two places from PROJ.
        let chord = 2495.020_699_7
        let single = end.singlePrecisionECEF() - ulm.singlePrecisionECEF()
        let lost = abs(Double((single * single).sum().squareRoot()) - chord)
        #expect(lost > 0.01 && lost < 4.4)
        let frame = OffsetEarthFrame(offset: ECEFPosition(ulm))
        let near = frame.singlePrecisionLocal(ECEFPosition(end))
        // Metres: three coordinates of up to 2 km, each rounded by 0.06 mm at most
        #expect(abs(Double((near * near).sum().squareRoot()) - chord) < 5e-4)
    }
}
