import SensorModel

/// Builds one stream of a recording from the blocks of its file.
protocol StreamAssembler: AnyObject {
    /// Takes in the next rows.
    func append(_ block: DelimitedBlock) throws(InputError)

    /// Puts the stream where it belongs, unless it has no samples or an alternative to it has some already.
    func store(in streams: inout AssembledStreams)
}

/// What has been read of a recording so far.
struct AssembledStreams {
    var recording: Recording
    /// Vectors that are to be added to those of the recording, by the number of the alternative that they belong to.
    var addends: [StreamKind: [Int: SensorStream<Vector3>]] = [:]
    /// The number of the alternative that each stream was taken from.
    var alternatives: [StreamKind: Int] = [:]
    /// Why a stream has no samples: rows of its file that belong to none of its alternatives, and where.
    var foreign: [StreamKind: (file: String, rows: Int)] = [:]
    /// Streams whose times are on the device's own clock.
    var onBootClock: Set<StreamKind> = []
}

/// Where an assembler finds its columns in a block.
struct AssemblyPlan {
    let stream: StreamLayout
    /// Which of the alternatives for its kind the stream is.
    let alternative: Int
    /// The file's name, for what is reported about rows left out.
    let fileName: String
    let clock: StreamClock
    /// The column of the block for each column that the file has.
    let columns: [ColumnRole: Int]
    /// What a column's values are multiplied by, sign and unit, where that is not 1.
    let factors: [ColumnRole: Double]
    /// The column of the block that is 1 in the stream's rows.
    let filter: Int?
    let declination: Angle?
    /// The columns of the block with the orientation: its quaternion or its matrix.
    let orientationColumns: [Int]

    init(
        stream: StreamLayout,
        alternative: Int,
        fileName: String,
        clock: StreamClock,
        columns: [ColumnRole: Int],
        factors: [ColumnRole: Double],
        filter: Int?,
        declination: Angle?
    ) {
        self.stream = stream
        self.alternative = alternative
        self.fileName = fileName
        self.clock = clock
        self.columns = columns
        self.factors = factors
        self.filter = filter
        self.declination = declination
        let roles = columns[.r11] == nil ? ColumnRole.quaternion : ColumnRole.matrix
        orientationColumns = roles.compactMap { columns[$0] }
    }

    /// The columns of the block for roles that are always there.
    func indices(_ roles: [ColumnRole]) -> [Int] { roles.compactMap { columns[$0] } }

    func factor(_ role: ColumnRole) -> Double { factors[role] ?? 1 }

    func makeAssembler() -> any StreamAssembler {
        switch stream.kind {
        case .accelerometer: VectorAssembler(self, \.accelerometer)
        case .gyroscope: VectorAssembler(self, \.gyroscope)
        case .magnetometer: VectorAssembler(self, \.magnetometer)
        case .heading: HeadingAssembler(self)
        case .location: LocationAssembler(self)
        case .attitude: AttitudeAssembler(self)
        case .pose: PoseAssembler(self)
        case .reference: ReferenceAssembler(self)
        }
    }

    /// Puts samples into the recording, unless there are none or an alternative has some already.
    func store<Value>(
        _ samples: SensorStream<Value>,
        of intake: RowIntake,
        _ target: WritableKeyPath<Recording, SensorStream<Value>?>,
        in streams: inout AssembledStreams
    ) {
        note(intake.backward, "rows out of order", in: &streams)
        if samples.count == 0, intake.foreign > 0 { streams.foreign[stream.kind] = (fileName, intake.foreign) }
        guard samples.count > 0, (streams.recording[keyPath: target]?.count ?? 0) == 0 else { return }
        streams.recording[keyPath: target] = samples
        noteSource(in: &streams)
    }

    /// Counts rows of the file that were left out.
    func note(_ count: Int, _ reason: String, in streams: inout AssembledStreams) {
        if count > 0 { streams.recording.leftOut["\(fileName): \(reason)", default: 0] += count }
    }

    func noteSource(in streams: inout AssembledStreams) {
        streams.alternatives[stream.kind] = alternative
        if stream.time.origin == .boot { streams.onBootClock.insert(stream.kind) }
    }
}
