import SensorModel

/// The covariance of the errors of ``SelfCalibratingState``, in blocks of three rows and three columns.
///
/// The errors are truth minus estimate: tilt θ (a rotation vector in level axes, in radians), velocity v (m/s, level
/// axes), bias b (rad/s, device axes), Earth's field e (µT, level axes) and offset o (µT, device axes). θ and v are
/// horizontal: their third rows and columns are zero.
struct SelfCalibratingErrors<Number: LaneNumber>: Sendable {
    /// One block for each error, of its covariance with three measured numbers, or of its gain.
    struct Column: Sendable {
        var tilt: Matrix<Number>
        var velocity: Matrix<Number>
        var bias: Matrix<Number>
        var field: Matrix<Number>
        var offset: Matrix<Number>

        /// K = (P Hᵀ) S⁻¹
        @_transparent func gain(_ inverse: Matrix<Number>) -> Column {
            Column(
                tilt: tilt * inverse,
                velocity: velocity * inverse,
                bias: bias * inverse,
                field: field * inverse,
                offset: offset * inverse
            )
        }
    }

    /// What a short time does to the errors:
    ///
    ///     θ ← θ + A b,  v ← v + a J θ,  e ← e + t (rᵀ b),  J = (0 1 0; −1 0 0; 0 0 0)
    struct Transition: Sendable {
        /// A: a turn about a horizontal axis for each bias; its third row is zero.
        let tiltByBias: Matrix<Number>
        /// a: the size of the change of velocity by the vertical specific force, in m/s.
        let velocityByTilt: Number
        /// t: how the field moves when the heading turns, in µT.
        let fieldTangent: Vector<Number>
        /// r: the turn about Up for each bias, in s.
        let turnByBias: Vector<Number>

        /// a J M
        @_transparent func quarterTurnedRows(_ matrix: Matrix<Number>) -> Matrix<Number> {
            Matrix(rows: matrix.y * velocityByTilt, matrix.x * -velocityByTilt, .zero)
        }

        /// a M Jᵀ
        @_transparent func quarterTurnedColumns(_ matrix: Matrix<Number>) -> Matrix<Number> {
            quarterTurnedRows(matrix.transposed).transposed
        }

        /// (M r) tᵀ
        @_transparent func turnedColumns(_ matrix: Matrix<Number>) -> Matrix<Number> {
            Matrix(outer: matrix * turnByBias, fieldTangent)
        }
    }

    var tilt: Matrix<Number>
    private(set) var tiltVelocity = Matrix<Number>.zero
    private(set) var tiltBias = Matrix<Number>.zero
    private(set) var tiltField = Matrix<Number>.zero
    private(set) var tiltOffset = Matrix<Number>.zero
    var velocity: Matrix<Number>
    private(set) var velocityBias = Matrix<Number>.zero
    private(set) var velocityField = Matrix<Number>.zero
    private(set) var velocityOffset = Matrix<Number>.zero
    var bias: Matrix<Number>
    private(set) var biasField = Matrix<Number>.zero
    private(set) var biasOffset = Matrix<Number>.zero
    var field: Matrix<Number>
    private(set) var fieldOffset = Matrix<Number>.zero
    var offset: Matrix<Number>

    /// Independent errors with these covariances.
    init(
        tilt: Matrix<Number>,
        velocity: Matrix<Number>,
        bias: Matrix<Number>,
        field: Matrix<Number>,
        offset: Matrix<Number>
    ) {
        self.tilt = tilt
        self.velocity = velocity
        self.bias = bias
        self.field = field
        self.offset = offset
    }

    /// Whether all variances are finite.
    var isFinite: Number.Mask {
        let sum =
            trace(tilt) + trace(velocity) + trace(bias) + trace(field) + trace(offset) + trace(biasField)
            + trace(fieldOffset)
        return sum.isFiniteInLane
    }

    @_transparent private func trace(_ matrix: Matrix<Number>) -> Number { matrix.x.x + matrix.y.y + matrix.z.z }

    /// P ← F P Fᵀ
    @inline(never) mutating func advance(by transition: Transition) {
        let byBias = transition.tiltByBias
        // The rows of F P that change: of the tilt, the velocity and the field.
        let tiltRows = (
            tilt: tilt + byBias * tiltBias.transposed,
            velocity: tiltVelocity + byBias * velocityBias.transposed,
            bias: tiltBias + byBias * bias,
            field: tiltField + byBias * biasField,
            offset: tiltOffset + byBias * biasOffset
        )
        let velocityRows = (
            tilt: tiltVelocity.transposed + transition.quarterTurnedRows(tilt),
            velocity: velocity + transition.quarterTurnedRows(tiltVelocity),
            bias: velocityBias + transition.quarterTurnedRows(tiltBias),
            field: velocityField + transition.quarterTurnedRows(tiltField),
            offset: velocityOffset + transition.quarterTurnedRows(tiltOffset)
        )
        let turnedBias = transition.turnedColumns(bias)
        let fieldRows = (
            bias: (biasField + turnedBias).transposed,
            field: field + transition.turnedColumns(biasField.transposed).transposed,
            offset: fieldOffset + transition.turnedColumns(biasOffset.transposed).transposed
        )
        tilt = (tiltRows.tilt + tiltRows.bias * byBias.transposed).symmetric
        tiltVelocity = tiltRows.velocity + transition.quarterTurnedColumns(tiltRows.tilt)
        tiltField = tiltRows.field + transition.turnedColumns(tiltRows.bias)
        tiltBias = tiltRows.bias
        tiltOffset = tiltRows.offset
        velocity = (velocityRows.velocity + transition.quarterTurnedColumns(velocityRows.tilt)).symmetric
        velocityField = velocityRows.field + transition.turnedColumns(velocityRows.bias)
        velocityBias = velocityRows.bias
        velocityOffset = velocityRows.offset
        field = (fieldRows.field + transition.turnedColumns(fieldRows.bias)).symmetric
        biasField = biasField + turnedBias
        fieldOffset = fieldRows.offset
    }

    /// P Hᵀ of the velocity.
    @_transparent var velocityColumn: Column {
        Column(
            tilt: tiltVelocity,
            velocity: velocity,
            bias: velocityBias.transposed,
            field: velocityField.transposed,
            offset: velocityOffset.transposed
        )
    }

    /// P Hᵀ of the bias.
    @_transparent var biasColumn: Column {
        Column(
            tilt: tiltBias,
            velocity: velocityBias,
            bias: bias,
            field: biasField.transposed,
            offset: biasOffset.transposed
        )
    }

    /// H of the magnetometer: e + (e × θ) + R o.
    struct FieldMeasurement: Sendable {
        /// e ×; its third column is zero, like the third component of θ.
        private let tilt: Matrix<Number>
        /// R
        private let offset: Matrix<Number>

        /// - Parameters:
        ///   - field: e in level axes, µT.
        ///   - orientation: device → level axes.
        init(field: Vector<Number>, orientation: Matrix<Number>) {
            let zero = Number(repeating: 0)
            tilt = Matrix(
                rows: Vector(zero, -field.z, zero),
                Vector(field.z, zero, zero),
                Vector(-field.y, field.x, zero)
            )
            offset = orientation
        }

        /// H P Hᵀ
        func covariance(_ column: Column) -> Matrix<Number> {
            (tilt * column.tilt + column.field + offset * column.offset).symmetric
        }

        /// A block of P Hᵀ from the blocks of a row of P.
        @_transparent fileprivate func of(
            tilt: Matrix<Number>,
            field: Matrix<Number>,
            offset: Matrix<Number>
        ) -> Matrix<Number> {
            tilt * self.tilt.transposed + field + offset * self.offset.transposed
        }
    }

    /// P Hᵀ of the magnetometer.
    @_transparent func column(_ measurement: FieldMeasurement) -> Column {
        Column(
            tilt: measurement.of(tilt: tilt, field: tiltField, offset: tiltOffset),
            velocity: measurement.of(tilt: tiltVelocity.transposed, field: velocityField, offset: velocityOffset),
            bias: measurement.of(tilt: tiltBias.transposed, field: biasField, offset: biasOffset),
            field: measurement.of(tilt: tiltField.transposed, field: field, offset: fieldOffset),
            offset: measurement.of(tilt: tiltOffset.transposed, field: fieldOffset.transposed, offset: offset)
        )
    }

    /// P ← P − K (P Hᵀ)ᵀ
    @inline(never) mutating func correct(gain: Column, column: Column) {
        let (tiltT, velocityT, biasT) = (column.tilt.transposed, column.velocity.transposed, column.bias.transposed)
        let (fieldT, offsetT) = (column.field.transposed, column.offset.transposed)
        tilt = (tilt - gain.tilt * tiltT).symmetric
        tiltVelocity = tiltVelocity - gain.tilt * velocityT
        tiltBias = tiltBias - gain.tilt * biasT
        tiltField = tiltField - gain.tilt * fieldT
        tiltOffset = tiltOffset - gain.tilt * offsetT
        velocity = (velocity - gain.velocity * velocityT).symmetric
        velocityBias = velocityBias - gain.velocity * biasT
        velocityField = velocityField - gain.velocity * fieldT
        velocityOffset = velocityOffset - gain.velocity * offsetT
        bias = (bias - gain.bias * biasT).symmetric
        biasField = biasField - gain.bias * fieldT
        biasOffset = biasOffset - gain.bias * offsetT
        field = (field - gain.field * fieldT).symmetric
        fieldOffset = fieldOffset - gain.field * offsetT
        offset = (offset - gain.offset * offsetT).symmetric
    }

    /// Forgets how the velocity depends on the other errors.
    mutating func forgetVelocity(_ velocity: Matrix<Number>) {
        self.velocity = velocity
        (tiltVelocity, velocityBias, velocityField, velocityOffset) = (.zero, .zero, .zero, .zero)
    }

    /// These covariances, replaced with others in the lanes of the mask.
    func replacing(with other: Self, where mask: Number.Mask) -> Self {
        var result = self
        for block in Self.blocks {
            result[keyPath: block] = self[keyPath: block].replacing(with: other[keyPath: block], where: mask)
        }
        return result
    }

    private static var blocks: [WritableKeyPath<Self, Matrix<Number>>] {
        [
            \.tilt, \.tiltVelocity, \.tiltBias, \.tiltField, \.tiltOffset, \.velocity, \.velocityBias, \.velocityField,
            \.velocityOffset, \.bias, \.biasField, \.biasOffset, \.field, \.fieldOffset, \.offset,
        ]
    }
}
