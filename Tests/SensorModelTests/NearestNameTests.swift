import SensorModel
import Testing

@Suite("Nearest names")
struct NearestNameTests {
    private let names = ["lowPass", "movingAverage", "sphericalAverage", "derivativeSmoother", "madgwick"]

    @Test(
        "A slip of the keyboard finds the name",
        arguments: [
            ("lowpas", "lowPass"), ("madgwik", "madgwick"), ("MOVINGAVERAGE", "movingAverage"),
            ("derivateSmother", "derivativeSmoother"),
        ]
    )
    func slips(_ given: String, _ meant: String) {
        #expect(NearestName.suggestion(for: given, among: names) == meant)
    }

    @Test("Something else entirely suggests nothing", arguments: ["", "particleFilter", "xyz"])
    func strangers(_ given: String) {
        #expect(NearestName.suggestion(for: given, among: names) == nil)
    }
}
