import SensorModel

/// The covariance of the errors of ``SelfCalibratingState``, stored as 3×3 blocks.
///
/// The errors are true values minus estimates:
/// - tilt θ, a horizontal rotation vector in level axes, in radians
/// - velocity v, horizontal, in level axes, in m/s
/// - bias b in device axes, in rad/s
/// - Earth's field e in level axes, in µT
/// - offset o in device axes, in µT
///
/// Because θ and v are horizontal, the third rows and columns of their blocks are zero.
struct SelfCalibratingErrors: Sendable {
    /// The covariance of each error with a measurement of three components, or the gain that corrects each error by the
    /// measurement. Each of the five errors has a 3×3 block.
    struct Column: Sendable {
        var tilt: Matrix3
        var velocity: Matrix3
        var bias: Matrix3
        var field: Matrix3
        var offset: Matrix3

        /// Returns the gain K = (P Hᵀ) S⁻¹, where this column is P Hᵀ and `inverse` is S⁻¹.
        @_transparent func gain(_ inverse: Matrix3) -> Column {
            Column(
                tilt: tilt * inverse,
                velocity: velocity * inverse,
                bias: bias * inverse,
                field: field * inverse,
                offset: offset * inverse
            )
        }
    }

    /// The change of the errors in a short time: tilt θ, velocity v, bias b and Earth's field e. A, a, t and r are the
    /// four properties.
    ///
    ///     θ ← θ + A b,  v ← v + a J θ,  e ← e + t (rᵀ b),  J = (0 1 0; −1 0 0; 0 0 0)
    struct Transition: Sendable {
        /// The matrix A, the derivative of the tilt by the bias, in s. The third row is zero.
        let tiltByBias: Matrix3
        /// The factor a with which a tilt error changes the velocity: the integral of the vertical specific force, in
        /// m/s.
        let velocityByTilt: Double
        /// The derivative t of the Earth's field e with respect to the heading, in µT.
        let fieldTangent: Vector3
        /// The derivative r of the rotation angle about Up with respect to the bias, in s.
        let turnByBias: Vector3

        /// Returns the product `velocityByTilt` · J · `matrix`, with the quarter turn J = (0 1 0; −1 0 0; 0 0 0).
        @_transparent func quarterTurnedRows(_ matrix: Matrix3) -> Matrix3 {
            Matrix3(rows: matrix.y * velocityByTilt, matrix.x * -velocityByTilt, .zero)
        }

        /// Returns the product `velocityByTilt` · `matrix` · Jᵀ, with the quarter turn J = (0 1 0; −1 0 0; 0 0 0).
        @_transparent func quarterTurnedColumns(_ matrix: Matrix3) -> Matrix3 {
            quarterTurnedRows(matrix.transposed).transposed
        }

        /// Returns the outer product of two vectors: the product of `matrix` and `turnByBias`, and the vector
        /// `fieldTangent`.
        @_transparent func turnedColumns(_ matrix: Matrix3) -> Matrix3 {
            Matrix3(outer: matrix * turnByBias, fieldTangent)
        }
    }

    var tilt: Matrix3
    private(set) var tiltVelocity = Matrix3.zero
    private(set) var tiltBias = Matrix3.zero
    private(set) var tiltField = Matrix3.zero
    private(set) var tiltOffset = Matrix3.zero
    var velocity: Matrix3
    private(set) var velocityBias = Matrix3.zero
    private(set) var velocityField = Matrix3.zero
    private(set) var velocityOffset = Matrix3.zero
    var bias: Matrix3
    var biasField = Matrix3.zero
    private(set) var biasOffset = Matrix3.zero
    var field: Matrix3
    private(set) var fieldOffset = Matrix3.zero
    var offset: Matrix3

    /// A Boolean value that indicates whether all variances are finite.
    var isFinite: Bool {
        let sum =
            trace(tilt) + trace(velocity) + trace(bias) + trace(field) + trace(offset) + trace(biasField)
            + trace(fieldOffset)
        return sum.isFinite
    }

    @_transparent private func trace(_ matrix: Matrix3) -> Double { matrix.x.x + matrix.y.y + matrix.z.z }

    /// Advances the covariance: P ← F P Fᵀ.
    @inline(never) mutating func advance(by transition: Transition) {
        let byBias = transition.tiltByBias
        // The rows of F P that differ from P: tilt, velocity and field.
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

    /// The matrix P Hᵀ for a measurement of the velocity: the covariance between the state's errors and the velocity's
    /// error.
    @_transparent var velocityColumn: Column {
        Column(
            tilt: tiltVelocity,
            velocity: velocity,
            bias: velocityBias.transposed,
            field: velocityField.transposed,
            offset: velocityOffset.transposed
        )
    }

    /// The matrix P Hᵀ: the covariance between the errors and a measurement of the bias.
    @_transparent var biasColumn: Column {
        Column(
            tilt: tiltBias,
            velocity: velocityBias,
            bias: bias,
            field: biasField.transposed,
            offset: biasOffset.transposed
        )
    }

    /// The derivative H of a magnetometer measurement with respect to the Earth's field e, the tilt error θ and the
    /// offset o. The measurement is e + (e × θ) + R o, where R is the rotation from device to level axes.
    struct FieldMeasurement: Sendable {
        /// The matrix of the cross product e ×, for multiplication by the tilt error θ. The third column is set to
        /// zero, because the third component of θ is always zero.
        private let tilt: Matrix3
        /// The matrix R, the rotation from device to level axes.
        private let offset: Matrix3

        /// Creates the derivative of a magnetometer measurement with respect to the Earth's field, the tilt error and
        /// the offset.
        ///
        /// - Parameters:
        ///   - field: the Earth's field e in level axes, in µT.
        ///   - orientation: the rotation from device to level axes.
        init(field: Vector3, orientation: Matrix3) {
            tilt = Matrix3(
                rows: Vector3(0, -field.z, 0),
                Vector3(field.z, 0, 0),
                Vector3(-field.y, field.x, 0)
            )
            offset = orientation
        }

        /// Returns H P Hᵀ, the covariance of the measurement, from the column P Hᵀ.
        func covariance(_ column: Column) -> Matrix3 {
            (tilt * column.tilt + column.field + offset * column.offset).symmetric
        }

        /// Returns the block of P Hᵀ for one error, from the covariances of this error with tilt, field and offset.
        @_transparent fileprivate func of(
            tilt: Matrix3,
            field: Matrix3,
            offset: Matrix3
        ) -> Matrix3 {
            tilt * self.tilt.transposed + field + offset * self.offset.transposed
        }
    }

    /// Returns P Hᵀ, the covariance of the errors with a measurement by the magnetometer.
    @_transparent func column(_ measurement: FieldMeasurement) -> Column {
        Column(
            tilt: measurement.of(tilt: tilt, field: tiltField, offset: tiltOffset),
            velocity: measurement.of(tilt: tiltVelocity.transposed, field: velocityField, offset: velocityOffset),
            bias: measurement.of(tilt: tiltBias.transposed, field: biasField, offset: biasOffset),
            field: measurement.of(tilt: tiltField.transposed, field: field, offset: fieldOffset),
            offset: measurement.of(tilt: tiltOffset.transposed, field: fieldOffset.transposed, offset: offset)
        )
    }

    /// Corrects the covariance: P ← P − K (P Hᵀ)ᵀ.
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

    /// Adds the covariance of a rotation by an unknown angle about a known axis.
    ///
    /// - Parameters:
    ///   - deviation: a vector along the axis, in level axes. Its length is the standard deviation of the angle in
    ///     radians.
    ///   - fieldTangent: the derivative of the Earth's field with respect to the heading, in µT.
    mutating func turn(by deviation: Vector3, fieldTangent: Vector3) {
        let tiltError = Vector3(-deviation.x, -deviation.y, 0)
        let fieldError = fieldTangent * deviation.z
        tilt = tilt + Matrix3(outer: tiltError, tiltError)
        tiltField = tiltField + Matrix3(outer: tiltError, fieldError)
        field = field + Matrix3(outer: fieldError, fieldError)
    }

    /// Replaces the covariance of the velocity. The covariances between the velocity and the other errors become 0.
    mutating func forgetVelocity(_ velocity: Matrix3) {
        self.velocity = velocity
        (tiltVelocity, velocityBias, velocityField, velocityOffset) = (.zero, .zero, .zero, .zero)
    }
}
