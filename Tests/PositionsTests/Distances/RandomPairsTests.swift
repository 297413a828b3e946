import Evaluation
import Geodesy
import Positions
import SensorModel
import TestSupport
import Testing

struct RandomPairsTests {
    @Test func `Every range band and every zone of both hemispheres has the same number of pairs`() {
        let pairs = RandomPairs(count: 12_000, seed: 11)
        var counts: [[Int]: Int] = [:]
        for index in 0..<pairs.count {
            let pair = pairs[index]
            let range = RangeBand.index(of: GeodesicReference.geodesic(from: pair.start, to: pair.end).distance)
            let zone = Int(((pair.start.latitudeDegrees + 90) / 15).rounded(.down))
            counts[[range, zone], default: 0] += 1
        }
        #expect(counts.count == 120)
        #expect(counts.values.allSatisfy { $0 == 100 })
    }

    @Test func `Distances range from a centimetre to half a meridian`() throws {
        let pairs = RandomPairs(count: 10_000, seed: 5)
        let ranges = (0..<pairs.count).map {
            GeodesicReference.geodesic(from: pairs[$0].start, to: pairs[$0].end).distance
        }
        #expect(try #require(ranges.min()) >= RandomPairs.shortest * 0.999_999)
        #expect(try #require(ranges.min()) < 0.011)
        #expect(try #require(ranges.max()) > 20_000_000)
    }

    @Test func `Equal seeds result in equal pairs, different seeds in different pairs`() {
        let pairs = RandomPairs(count: 1_000, seed: 1)
        let again = RandomPairs(count: 10, seed: 1)
        let other = RandomPairs(count: 1_000, seed: 2)
        for index in 0..<10 {
            #expect(pairs[index] == again[index])
            #expect(pairs[index] != other[index])
        }
    }

    @Test func `Results do not depend on the number of threads`() async {
        let formulas = [ScaledGeodesic(excess: 3, bearingError: 0.1).entry("scaled"), FormulaCatalogue.entries[0]]
        var results: [[BandFigures]] = []
        for jobs in [1, 3] {
            let comparison = RandomComparison(
                pairs: RandomPairs(count: 40_000, seed: 9),
                formulas: formulas,
                jobs: jobs
            )
            var visited = 0
            let statistics = await comparison.run { measured, done in
                visited += measured.pairs.count
                #expect(done == visited)
            }
            #expect(statistics.pairs == 40_000)
            results.append(
                formulas.indices.flatMap { formula in
                    RangeBand.all.indices.flatMap { range in
                        LatitudeBand.all.indices.map {
                            statistics.figures(formula: formula, ranges: range..<range + 1, latitudes: $0..<$0 + 1)
                        }
                    }
                }
            )
        }
        #expect(results[0] == results[1])
    }
}
