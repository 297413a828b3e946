import Foundation
import SensorModel
import TestSupport

/// The places and routes in the files of `Fixtures/places`; `make_places.py` wrote the files and this expectation.
struct ExpectedPlaces: Decodable {
    struct Place: Decodable {
        var name: String
        var latitude: Double
        var longitude: Double
        var altitude: Double?
        var category: String?
        var information: String?
    }

    struct Route: Decodable {
        struct Instruction: Decodable {
            var vertex: Int
            var text: String

            init(from decoder: any Decoder) throws {
                var values = try decoder.unkeyedContainer()
                vertex = try values.decode(Int.self)
                text = try values.decode(String.self)
            }
        }

        var name: String
        var points: [[Double]]
        var instructions: [Instruction]
    }

    var places: [Place]
    var routes: [Route]
    var google: [[Double]]

    static let folder = Package.root.appendingPathComponent("Tests/RecordingsTests/Fixtures/places")

    static let all: ExpectedPlaces = {
        do {
            let bytes = try Data(contentsOf: folder.appendingPathComponent("expected.json"))
            return try JSONDecoder().decode(ExpectedPlaces.self, from: bytes)
        } catch {
            preconditionFailure("the fixture cannot be read: \(error)")
        }
    }()

    static func path(_ name: String) -> String { folder.appendingPathComponent(name).path }
}
