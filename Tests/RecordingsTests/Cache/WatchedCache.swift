import Foundation
import Recordings
import Synchronization
import TestSupport

/// A cache that collects its events.
final class WatchedCache: Sendable {
    private final class Events: Sendable {
        let list = Mutex<[RecordingCache.Event]>([])
    }

    let cache: RecordingCache
    private let events: Events

    init(_ folder: String, tool: String = "test") {
        let events = Events()
        self.events = events
        cache = RecordingCache(folder: folder, tool: tool) { event in events.list.withLock { $0.append(event) } }
    }

    /// Returns the events since the last call.
    func news() -> [RecordingCache.Event] {
        events.list.withLock { list in
            defer { list = [] }
            return list
        }
    }

    /// The paths of the cache files.
    func files() throws -> [String] {
        let all = FileManager.default.enumerator(atPath: cache.folder)?.compactMap { $0 as? String } ?? []
        return all.filter { $0.hasSuffix(".columns") }.map { "\(cache.folder)/\($0)" }.sorted()
    }
}

extension RecordingCache.Event {
    var isRecalled: Bool { if case .recalled = self { true } else { false } }
    var isKept: Bool { if case .kept = self { true } else { false } }
    var isDamaged: Bool { if case .damaged = self { true } else { false } }
    var isRefused: Bool { if case .refused = self { true } else { false } }
}
