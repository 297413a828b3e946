public import Pipelines
public import Recordings
public import SensorModel

extension SystemPaths {
    /// Replays the systems over a recording and keeps the path of one place.
    ///
    /// - Parameters:
    ///   - recording: what is replayed.
    ///   - systems: at least one; the camera of the first tells which place is chosen.
    ///   - scene: the places and the user's station, as in an evaluation.
    ///   - place: a place's name or identifier; nil for the place that moves most among those that the camera sees for
    ///     most of the stretch.
    ///   - start: where the stretch begins, after the first sample; nil for where such a place moves most.
    ///   - duration: of the stretch; greater than 0.
    ///   - options: the reference and the display rate.
    /// - Throws: ``SystemPathsError``, and `SpecificationError` when the recording's layout gives an estimator parameters
    ///   that do not fit it.
    public static func replay(
        _ recording: Recording,
        systems: [DescribedSystem],
        scene: SystemScene = SystemScene(),
        place: String? = nil,
        start: Seconds? = nil,
        duration: Seconds = 10,
        options: EvaluationOptions = EvaluationOptions()
    ) throws -> SystemPaths {
        precondition(!systems.isEmpty && duration > 0, "something is drawn for a while")
        let prepared = PreparedRecording(recording, options: options)
        let stage = SceneOnRecording(scene, prepared)
        if let reason = stage.truth.reasonWithoutOrientation { throw SystemPathsError.noTruth(reason) }
        var runs = try systems.map { system in
            stage.run(try system.filled(from: recording.estimators), options: options)
        }
        let begin = runs[0].meter.start
        let length = stage.end - begin
        if let start, start >= length { throw SystemPathsError.beyondEnd(from: start, end: length) }
        let wanted = try place.map { try index(of: $0, in: stage.places) }
        let choice = SystemPathChoice(place: wanted, duration: duration)
        let search = start.map { begin + $0...min(begin + $0 + duration, stage.end) } ?? begin...stage.end
        guard let wish = choice.best(in: search, seenBy: runs[0].meter) else { throw SystemPathsError.nothingSeen }
        for index in runs.indices { runs[index].record(wish.place, over: wish.span) }
        // What comes later changes nothing of the stretch.
        let frames = FrameMerge(prepared.recording).prefix { $0.time <= wish.span.upperBound + 1 }
        for index in runs.indices {
            runs[index].process(frames)
            runs[index].finish()
        }
        return SystemPaths(
            recording: recording.name,
            place: stage.places.places[wish.place].name,
            span: (wish.span.lowerBound - begin)...(wish.span.upperBound - begin),
            paths: zip(systems, runs).map { system, run in
                Path(
                    system: system.text,
                    screenWidth: system.screen.width,
                    screenHeight: system.screen.height,
                    moments: run.meter.moments
                )
            }
        )
    }

    private static func index(of name: String, in set: PlaceSet) throws(SystemPathsError) -> Int {
        let found = set.places.firstIndex { $0.name == name } ?? set.places.firstIndex { $0.identifier == name }
        guard let found else {
            throw .unknownPlace(name, suggestion: NearestName.suggestion(for: name, among: set.places.map(\.name)))
        }
        return found
    }
}
