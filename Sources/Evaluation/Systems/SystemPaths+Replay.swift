public import Pipelines
public import Recordings
public import SensorModel

extension SystemPaths {
    /// Replays the systems over a recording and keeps the path of one place.
    ///
    /// - Parameters:
    ///   - recording: what is replayed.
    ///   - systems: at least one.
    ///   - scene: the places and the user's station, as in an evaluation.
    ///   - place: an index into the places; nil for the place, and the stretch, that the camera sees longest.
    ///   - start: where the stretch begins, with a place; nil for the recording's beginning.
    ///   - duration: of the stretch; greater than 0.
    ///   - options: the reference and the display rate.
    /// - Returns: nil where the truth is not known, or where the camera never sees any of the places.
    /// - Throws: `SpecificationError` when the recording's layout gives an estimator parameters that do not fit it.
    public static func replay(
        _ recording: Recording,
        systems: [DescribedSystem],
        scene: SystemScene = SystemScene(),
        place: Int? = nil,
        start: Seconds? = nil,
        duration: Seconds = 10,
        options: EvaluationOptions = EvaluationOptions()
    ) throws(SpecificationError) -> SystemPaths? {
        precondition(!systems.isEmpty && duration > 0, "something is drawn for a while")
        let prepared = PreparedRecording(recording, options: options)
        let stage = SceneOnRecording(scene, prepared)
        guard stage.truth.orientations != nil else { return nil }
        var runs = try systems.map { system throws(SpecificationError) in
            stage.run(try system.filled(from: recording.estimators), options: options)
        }
        let begin = start ?? runs[0].meter.start
        var wish = (place: place ?? 0, span: begin...(begin + duration))
        if place == nil {
            guard let best = runs[0].meter.longestSeen(over: duration, until: stage.end) else { return nil }
            wish = best
        }
        for index in runs.indices { runs[index].record(wish.place, over: wish.span) }
        var frames: [SensorFrame] = []
        for frame in FrameMerge(prepared.recording) {
            // What comes later changes nothing of the stretch.
            guard frame.time <= wish.span.upperBound + 1 else { break }
            frames.append(frame)
        }
        for index in runs.indices {
            runs[index].process(frames)
            runs[index].finish()
        }
        return SystemPaths(
            recording: recording.name,
            place: stage.places.places[wish.place],
            span: wish.span,
            paths: zip(systems, runs).map { system, run in
                Path(system: system.text, screen: system.screen, moments: run.meter.moments)
            }
        )
    }
}

extension ScreenMeter {
    /// The place that the camera sees in most display frames of some stretch, and that stretch; nil where it never sees
    /// any.
    func longestSeen(over duration: Seconds, until end: Seconds) -> (place: Int, span: ClosedRange<Seconds>)? {
        let width = max(1, Int(duration * displayRate))
        var cursors = (truth: 0, position: 0)
        var view: PlaceView?
        var counts: [Int: Int] = [:]
        var window: [[Int]] = []
        var best: (place: Int, count: Int, first: Int)?
        var frame = 0
        while start + Double(frame) / displayRate <= end {
            let time = start + Double(frame) / displayRate
            let position = truth.position(at: time, from: &cursors.position) ?? station
            var seen: [Int] = []
            if let position, let orientation = truth.orientations?.orientation(at: time, from: &cursors.truth) {
                if view?.position != position { view = exactView(from: position) }
                seen = view?.visible(orientation).map(\.place) ?? []
            }
            window.append(seen)
            for place in seen { counts[place, default: 0] += 1 }
            if window.count > width {
                for place in window[window.count - 1 - width] { counts[place, default: 0] -= 1 }
            }
            let first = max(0, frame - width + 1)
            for place in seen.sorted() where counts[place, default: 0] > best?.count ?? 0 {
                best = (place, counts[place, default: 0], first)
            }
            frame += 1
        }
        return best.map { best in
            let from = start + Double(best.first) / displayRate
            return (best.place, from...(from + duration))
        }
    }
}
