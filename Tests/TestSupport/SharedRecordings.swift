import Foundation
public import Recordings
import Synchronization

/// Recordings of ``SharedDatasets``, each read once in a test run.
public enum SharedRecordings {
    /// A recording whose lock is held while it is read.
    private final class Slot: Sendable {
        let recording = Mutex<Recording?>(nil)
    }

    private static let slots = Mutex<[String: Slot]>([:])

    /// Reads the recording at a path relative to the datasets.
    public static func recording(_ path: String, layout: String) throws -> Recording {
        let slot = slots.withLock { slots in
            let slot = slots["\(layout) \(path)"] ?? Slot()
            slots["\(layout) \(path)"] = slot
            return slot
        }
        return try slot.recording.withLock { recording in
            if let recording { return recording }
            let reader = RecordingReader(layout: try LayoutCatalogue.builtIn.layout(named: layout))
            let read = try reader.read(path: SharedDatasets.path(path))
            recording = read
            return read
        }
    }

    /// Reads a trial of BROAD, doi:10.3390/data6070072.
    public static func broad(_ trial: String) throws -> Recording {
        try recording("broad/\(trial).csv", layout: "broad")
    }

    /// Reads a recording of doi:10.1016/j.pmcj.2018.03.004.
    public static func phone(_ name: String) throws -> Recording {
        try recording("smartphone-attitude/\(name)", layout: "smartphone-attitude")
    }
}
