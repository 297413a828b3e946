import SensorModel

/// The operations of symmetric matrices that find an eigenvector.
extension QuaternionMatrix {
    var trace: Double { w.w + x.x + y.y + z.z }

    /// The square of this symmetric matrix.
    var squared: Self {
        let (ww, xx, yy, zz) = (w.lengthSquared, x.lengthSquared, y.lengthSquared, z.lengthSquared)
        let (wx, wy, wz) = (w.dot(x), w.dot(y), w.dot(z))
        let (xy, xz, yz) = (x.dot(y), x.dot(z), y.dot(z))
        return Self(
            rows: Quaternion(w: ww, x: wx, y: wy, z: wz),
            Quaternion(w: wx, x: xx, y: xy, z: xz),
            Quaternion(w: wy, x: xy, y: yy, z: yz),
            Quaternion(w: wz, x: xz, y: yz, z: zz)
        )
    }

    /// The column of a multiple of `v vᵀ` with the largest diagonal element.
    var longestColumn: Quaternion {
        var (longest, size) = (w, w.w.magnitude)
        if x.x.magnitude > size { (longest, size) = (x, x.x.magnitude) }
        if y.y.magnitude > size { (longest, size) = (y, y.y.magnitude) }
        return z.z.magnitude > size ? z : longest
    }

    /// The minors of two rows and two columns, by Laplace's expansion along the rows w and x, and y and z.
    private var minors: (upper: Minors, lower: Minors) { (Minors(w, x), Minors(y, z)) }

    var determinant: Double {
        let (s, c) = minors
        return s.wx * c.yz - s.wy * c.xz + s.wz * c.xy + s.xy * c.wz - s.xz * c.wy + s.yz * c.wx
    }

    /// The adjugate of this symmetric matrix.
    var adjugate: Self {
        let (s, c) = minors
        let ww = x.x * c.yz - x.y * c.xz + x.z * c.xy
        let wx = -w.x * c.yz + w.y * c.xz - w.z * c.xy
        let wy = z.x * s.yz - z.y * s.xz + z.z * s.xy
        let wz = -y.x * s.yz + y.y * s.xz - y.z * s.xy
        let xx = w.w * c.yz - w.y * c.wz + w.z * c.wy
        let xy = -z.w * s.yz + z.y * s.wz - z.z * s.wy
        let xz = y.w * s.yz - y.y * s.wz + y.z * s.wy
        let yy = z.w * s.xz - z.x * s.wz + z.z * s.wx
        let yz = -y.w * s.xz + y.x * s.wz - y.z * s.wx
        let zz = y.w * s.xy - y.x * s.wy + y.y * s.wx
        return Self(
            rows: Quaternion(w: ww, x: wx, y: wy, z: wz),
            Quaternion(w: wx, x: xx, y: xy, z: xz),
            Quaternion(w: wy, x: xy, y: yy, z: yz),
            Quaternion(w: wz, x: xz, y: yz, z: zz)
        )
    }
}

/// The minors of two rows, by their two columns.
private struct Minors {
    let wx, wy, wz, xy, xz, yz: Double

    init(_ a: Quaternion, _ b: Quaternion) {
        wx = a.w * b.x - b.w * a.x
        wy = a.w * b.y - b.w * a.y
        wz = a.w * b.z - b.w * a.z
        xy = a.x * b.y - b.x * a.y
        xz = a.x * b.z - b.x * a.z
        yz = a.y * b.z - b.y * a.z
    }
}
