import Geodesy
public import Pipelines
public import Recordings
import SensorModel

/// The run of one AR system over a recording.
struct SystemRun {
    private(set) var replay: SystemReplay
    var meter: ScreenMeter
    private(set) var clock = ComputeClock()
    /// The heading accuracies that the system's estimator claims.
    private(set) var headingClaims = HeadingClaims()
    private let fixes: SensorStream<LocationFix>?
    private var nextFix = 0
    private let poses: SensorStream<Pose>?
    private var nextPose = 0
    private var last = -Seconds.infinity

    /// Creates a run.
    ///
    /// - Parameters:
    ///   - system: the AR system.
    ///   - recording: the recording.
    ///   - places: the places that the system can draw.
    ///   - moving: the moving places. In the system's list of places, they come after `places`.
    ///   - station: the user's fixed position; `nil` to follow the location fixes.
    ///   - truth: the true orientations and positions of the device.
    ///   - options: the display rate and the requested metrics.
    ///   - start: the time of the first sensor sample.
    init(
        _ system: DescribedSystem,
        over recording: Recording,
        places: PlaceSet,
        moving: [MovingPlace],
        station: GeodeticPosition?,
        truth: TrueViewpoints,
        options: EvaluationOptions,
        start: Seconds
    ) {
        replay = SystemReplay(
            system,
            places: places,
            moving: moving,
            rates: recording.sensorRates,
            declination: recording.declination
        )
        meter = ScreenMeter(
            system,
            places: places,
            moving: moving,
            truth: truth,
            station: station ?? recording.firstFix,
            options: options,
            start: start
        )
        poses = recording.pose
        fixes = station == nil ? recording.location : nil
        if let station { replay.place(at: station) }
    }

    /// Processes frames in blocks that are long enough to be timed.
    mutating func process(_ frames: [SensorFrame]) {
        var start = 0
        while start < frames.count {
            let end = min(start + clock.blockLength, frames.count)
            process(frames[start..<end])
            start = end
        }
    }

    private mutating func process(_ frames: ArraySlice<SensorFrame>) {
        var pictures: [SystemFrame] = []
        let begin = ContinuousClock.now
        for frame in frames {
            processFixesAndPoses(to: frame.time, &pictures)
            replay.process(frame) { pictures.append($0) }
            headingClaims.append(replay.pipeline.headingDeviation, at: frame.time)
            last = max(last, frame.time)
        }
        clock.add(begin.duration(to: .now), count: pictures.count)
        for picture in pictures { meter.add(picture) }
    }

    /// Ends the run and measures the remaining pictures.
    mutating func finish() {
        guard last.isFinite else { return }
        var pictures: [SystemFrame] = []
        replay.finish(at: last) { pictures.append($0) }
        for picture in pictures { meter.add(picture) }
        meter.finish(at: last)
    }

    /// Processes all fixes and poses until a time, in order of time. A pose is processed before a fix with the same
    /// time.
    private mutating func processFixesAndPoses(to time: Seconds, _ pictures: inout [SystemFrame]) {
        while true {
            let fix = fixes.flatMap { nextFix < $0.count ? $0.times[nextFix] : nil } ?? .infinity
            let pose = poses.flatMap { nextPose < $0.count ? $0.times[nextPose] : nil } ?? .infinity
            guard min(fix, pose) <= time else { return }
            if pose <= fix, let poses {
                replay.process(poses.values[nextPose], at: pose) { pictures.append($0) }
                nextPose += 1
            } else if let fixes {
                replay.process(fixes.values[nextFix], at: fix) { pictures.append($0) }
                nextFix += 1
            }
        }
    }
}

/// The subject of an evaluation: a pipeline that estimates orientations or positions, an AR system that draws places,
/// or estimates from files.
public enum EvaluationSubject: Sendable {
    /// A pipeline, which Sextant runs.
    case pipeline(PipelineSpecification)
    /// An AR system, which Sextant replays from its description.
    case system(DescribedSystem)
    /// Estimates of another program, from one file per recording.
    case estimate(EstimateSource)
    /// A location pipeline, which Sextant runs.
    case location(LocationPipelineSpecification)

    /// The specification as given by the user, or the name of the estimates.
    public var text: String {
        switch self {
        case .pipeline(let pipeline): pipeline.text
        case .system(let system): system.text
        case .estimate(let source): source.name
        case .location(let pipeline): pipeline.text
        }
    }

    /// A Boolean value that indicates whether the subject can have estimated positions.
    var mayHavePositions: Bool {
        switch self {
        case .location, .estimate: true
        case .pipeline, .system: false
        }
    }
}
