/// A duration or a moment on a recording's clock, in seconds.
public typealias Seconds = Double

/// A rate, in samples or cycles per second.
public typealias Hertz = Double

/// An angular speed, in radians per second.
public typealias RadiansPerSecond = Double

/// A length or a distance, in metres.
public typealias Metres = Double
