import Recordings

extension LayoutEntry {
    /// The CSV files of a pedometer: milliseconds, accelerations in g, rates in °/s and fields in µT.
    static let stepLog = LayoutEntry(
        yaml: """
            layout: step-log
            summary: The log of a pedometer
            expects: a CSV file with the columns ms, ax, ay, az, gx, gy, gz, mx, my, mz
            recording: file
            detect: [{columns: [ms, ax, ay, az, gx, gy, gz]}]
            defaults:
              time: {column: ms, unit: ms}
            streams:
              accelerometer: {columns: {x: ax, y: ay, z: az}, unit: g}
              gyroscope: {columns: {x: gx, y: gy, z: gz}, unit: deg/s}
              magnetometer: {columns: {x: mx, y: my, z: mz}, unit: uT, required: false}
            """
    )
}
