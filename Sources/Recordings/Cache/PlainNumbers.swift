import SensorModel

/// Values that are nothing but numbers in memory, one behind the other: columns of them are copied as a whole.
protocol PlainNumbers {}

extension Double: PlainNumbers {}
extension UInt8: PlainNumbers {}
/// x, y, z.
extension Vector3: PlainNumbers {}
/// w, x, y, z.
extension UnitQuaternion: PlainNumbers {}
/// Position, orientation.
extension Pose: PlainNumbers {}
