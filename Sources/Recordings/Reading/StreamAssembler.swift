import SensorModel

/// Builds one stream of a recording from the blocks of its file.
protocol StreamAssembler: AnyObject {
    /// Takes in the next rows.
    func append(_ block: DelimitedBlock) throws(InputError)

    /// Puts the stream into the recording.
    func store(in recording: inout Recording)
}

/// Where an assembler finds its columns in a block.
struct AssemblyPlan {
    let stream: StreamLayout
    /// The file's name, for what is reported about rows left out.
    let fileName: String
    let clock: StreamClock
    /// The column of the block for each column that the file has.
    let columns: [ColumnRole: Int]
    let declination: Angle?

    /// The columns of the block for roles that are always there.
    func indices(_ roles: [ColumnRole]) -> [Int] { roles.compactMap { columns[$0] } }

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
}
