import SensorModel

/// Aggregates over the sizes of angles that need no order.
struct AngleFigures {
    let rmse: Angle
    let mean: Angle
    let max: Angle
}
