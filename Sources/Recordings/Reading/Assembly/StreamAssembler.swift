import SensorModel

/// A builder of one stream of a recording from the blocks of its file.
protocol StreamAssembler: AnyObject {
    /// Appends the rows of a block.
    func append(_ block: DelimitedBlock) throws(InputError)

    /// Stores the stream in the recording, unless it is empty or an alternative already has samples.
    func store(in streams: inout AssembledStreams)
}

/// The columns of a stream in the blocks of its file, and the conversions of their values.
struct AssemblyPlan {
    let stream: StreamLayout
    /// The number of the stream among the alternatives of its kind.
    let alternative: Int
    /// The name of the file for reports about rows that were left out.
    let fileName: String
    let clock: StreamClock
    /// The column of the block for each role that the file has.
    let columns: [ColumnRole: Int]
    /// The factor of a column for its sign and unit. Columns with factor 1 may be missing.
    let factors: [ColumnRole: Double]
    /// The column of the block that is 1 in the rows of the stream; nil if all rows belong to it.
    let filter: Int?
    let declination: Angle?
    /// Whether the line of each sample is kept.
    let keepsLines: Bool
    /// The columns of the block with the quaternion, the rotation matrix, or roll, pitch and yaw.
    let orientationColumns: [Int]

    init(
        stream: StreamLayout,
        alternative: Int,
        fileName: String,
        clock: StreamClock,
        columns: [ColumnRole: Int],
        factors: [ColumnRole: Double],
        filter: Int?,
        declination: Angle?,
        keepsLines: Bool
    ) {
        self.stream = stream
        self.alternative = alternative
        self.fileName = fileName
        self.clock = clock
        self.columns = columns
        self.factors = factors
        self.filter = filter
        self.declination = declination
        self.keepsLines = keepsLines
        let rotations = [ColumnRole.matrix, ColumnRole.angles].first { columns[$0[0]] != nil }
        orientationColumns = (rotations ?? ColumnRole.quaternion).compactMap { columns[$0] }
    }

    /// The columns of the block for the given roles, without roles that the file does not have.
    func indices(_ roles: [ColumnRole]) -> [Int] { roles.compactMap { columns[$0] } }

    func factor(_ role: ColumnRole) -> Double { factors[role] ?? 1 }

    func makeAssembler() -> any StreamAssembler {
        switch stream.kind {
        case .accelerometer: VectorAssembler(self, \.accelerometer)
        case .gyroscope: VectorAssembler(self, \.gyroscope)
        case .magnetometer: VectorAssembler(self, \.magnetometer)
        case .heading: HeadingAssembler(self)
        case .location: LocationAssembler(self)
        case .attitude, .pose: OrientationAssembler(self)
        case .reference: ReferenceAssembler(self)
        }
    }

    /// Stores samples in the recording, unless they are empty or an alternative already has samples.
    ///
    /// - Returns: whether they are stored.
    @discardableResult
    func store<Value>(
        _ samples: SensorStream<Value>,
        of rows: SampleRows,
        _ target: WritableKeyPath<Recording, SensorStream<Value>?>,
        lines: [Int] = [],
        in streams: inout AssembledStreams
    ) -> Bool {
        note(rows.backward, "rows out of order", in: &streams)
        if samples.count == 0, rows.foreign > 0 { streams.foreign[stream.kind] = (fileName, rows.foreign) }
        guard samples.count > 0, (streams.recording[keyPath: target]?.count ?? 0) == 0 else { return false }
        streams.recording[keyPath: target] = samples
        noteSource(of: lines, in: &streams)
        return true
    }

    /// Adds to the number of rows that were left out for a reason.
    func note(_ count: Int, _ reason: String, in streams: inout AssembledStreams) {
        if count > 0 { streams.recording.leftOut["\(fileName): \(reason)", default: 0] += count }
    }

    /// Stores the alternative, the lines and the clock of the stream.
    func noteSource(of lines: [Int], in streams: inout AssembledStreams) {
        if keepsLines { streams.recording.keptLines[stream.kind] = lines }
        streams.alternatives[stream.kind] = alternative
        if stream.time.origin == .boot { streams.onBootClock.insert(stream.kind) }
    }
}
