import SensorModel

extension QuaternionMatrix {
    @_transparent static var identity: Self { Self(diagonal: 1) }

    /// `self · right`
    @_transparent func product(with right: Self) -> Self {
        let columns = right.transposed
        return Self(rows: columns * w, columns * x, columns * y, columns * z)
    }

    /// Whether the whole diagonal is greater than 0.
    @_transparent var hasPositiveDiagonal: Bool { (w.w > 0) && (x.x > 0) && (y.y > 0) && (z.z > 0) }

    /// `self · divisor⁻¹` for a symmetric positive definite divisor, by its factors L D Lᵀ. Not finite for others.
    @inline(never) func divided(by divisor: Self) -> Self {
        let s = divisor
        let d0 = 1 / s.w.w
        let (l10, l20, l30) = (s.x.w * d0, s.y.w * d0, s.z.w * d0)
        let d1 = 1 / (s.x.x - l10 * s.x.w)
        let (c21, c31) = (s.y.x - l20 * s.x.w, s.z.x - l30 * s.x.w)
        let (l21, l31) = (c21 * d1, c31 * d1)
        let d2 = 1 / (s.y.y - l20 * s.y.w - l21 * c21)
        let c32 = s.z.y - l30 * s.y.w - l31 * c21
        let l32 = c32 * d2
        let d3 = 1 / (s.z.z - l30 * s.z.w - l31 * c31 - l32 * c32)
        // x S = r, with S symmetric: L D Lᵀ xᵀ = rᵀ
        func solved(_ r: Quaternion) -> Quaternion {
            let f0 = r.w
            let f1 = r.x - l10 * f0
            let f2 = r.y - l20 * f0 - l21 * f1
            let f3 = r.z - l30 * f0 - l31 * f1 - l32 * f2
            let x3 = f3 * d3
            let x2 = f2 * d2 - l32 * x3
            let x1 = f1 * d1 - l21 * x2 - l31 * x3
            let x0 = f0 * d0 - l10 * x1 - l20 * x2 - l30 * x3
            return Quaternion(w: x0, x: x1, y: x2, z: x3)
        }
        return Self(rows: solved(w), solved(x), solved(y), solved(z))
    }
}
