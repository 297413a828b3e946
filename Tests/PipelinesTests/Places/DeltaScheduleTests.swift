import Pipelines
import SensorModel
import TestSupport
import Testing

/// The store has the content of the server after deltas in any order.
struct DeltaScheduleTests {
    /// 10,000 schedules in total.
    private static let histories: UInt64 = 100
    private static let schedulesPerHistory = 100

    @Test func `Lost, repeated, reordered and interrupted deltas give the server's places`() {
        var generator = SeededGenerator(seed: 7001)
        for seed in 1...Self.histories {
            var server = PlaceServer(seed: seed)
            let deltas = (0..<6).map { _ in server.step() }
            var plain = MemoryPlaceStore()
            for delta in deltas { _ = plain.apply(delta) }
            #expect(plain.records() == server.records, "history \(seed)")
            #expect(plain.removedIdentifiers() == server.removed.sorted(), "history \(seed)")
            for schedule in 1...Self.schedulesPerHistory {
                var store = MemoryPlaceStore()
                let deliveries = DeltaSchedule(of: deltas, using: &generator).deliveries
                let wrong = deliveries.first { store.apply($0).total != $0.count }
                if wrong != nil || store != plain { Issue.record("history \(seed), schedule \(schedule)") }
            }
        }
    }

    @Test func `A client with LiveGuide's requests has all places after the last answer`() {
        var generator = SeededGenerator(seed: 7002)
        for seed in 1...100 as ClosedRange<UInt64> {
            var (server, store, late) = (PlaceServer(seed: seed), MemoryPlaceStore(), [PlaceDelta]())
            for _ in 0..<20 {
                _ = server.step()
                let summary = store.summary()
                let answer = server.answer(above: summary.highestIdentifier, changedSince: summary.newestChange)
                switch Int.random(in: 0..<4, using: &generator) {
                case 0: break
                case 1: late.append(answer)
                case 2: for _ in 0..<2 { _ = store.apply(answer) }
                default: _ = store.apply(answer)
                }
                if let first = late.first, Bool.random(using: &generator) {
                    _ = store.apply(first)
                    late.removeFirst()
                }
            }
            let summary = store.summary()
            _ = store.apply(server.answer(above: summary.highestIdentifier, changedSince: summary.newestChange))
            #expect(store.records() == server.records, "history \(seed)")
            #expect(store.removedIdentifiers() == server.removed.sorted(), "history \(seed)")
        }
    }

    /// The client requests entries above its highest identifier and its newest change. It never requests a lower one
    /// that was lost.
    @Test func `A partially applied answer leaves a permanent gap`() throws {
        var server = PlaceServer(seed: 3)
        for _ in 0..<10 { _ = server.step() }
        let answer = server.answer(above: nil, changedSince: nil)
        var (part, whole) = (MemoryPlaceStore(), MemoryPlaceStore())
        _ = part.apply(PlaceDelta(additions: Array(answer.additions.suffix(2))))
        _ = whole.apply(answer)
        #expect(whole.records() == server.records)
        for _ in 0..<3 {
            let summary = part.summary()
            _ = part.apply(server.answer(above: summary.highestIdentifier, changedSince: summary.newestChange))
        }
        let missing = Set(server.records.map(\.identifier)).subtracting(part.records().map(\.identifier))
        let newest = try #require(answer.additions.suffix(2).map(\.changed).max())
        let unheard = answer.additions.dropLast(2).filter { $0.changed < newest }.map(\.identifier)
        #expect(!unheard.isEmpty)
        #expect(missing == Set(unheard))
    }
}
