//! Reads samples from standard input and writes orientations, as `orientation.c` of the example in C does.

mod sextant;

use sextant::{Pipeline, Samples};
use std::io::BufRead;

fn main() {
    let spec = std::env::args().nth(1).unwrap_or_else(|| fail(2, "usage: orientation SPEC <samples.csv"));
    let mut pipeline = Pipeline::new(&spec).unwrap_or_else(|message| fail(2, &message));
    let mut count = 0;
    for line in std::io::stdin().lock().lines() {
        count += 1;
        let numbers: Vec<f64> =
            line.unwrap_or_default().split(',').map_while(|cell| cell.trim().parse().ok()).collect();
        if numbers.len() != 10 {
            fail(3, &format!("row {count}: found {} numbers, expected 10", numbers.len()));
        }
        let vector = |start: usize| {
            let value = [numbers[start], numbers[start + 1], numbers[start + 2]];
            (!value[0].is_nan()).then_some(value)
        };
        let samples = Samples { gyroscope: vector(1), accelerometer: vector(4), magnetometer: vector(7) };
        if let Some([w, x, y, z]) = pipeline.push(numbers[0], &samples) {
            println!("{},{w},{x},{y},{z}", numbers[0]);
        }
    }
    if count == 0 {
        fail(3, "standard input has no rows");
    }
}

/// Prints the reason and ends with a status.
fn fail(status: i32, reason: &str) -> ! {
    eprintln!("{reason}");
    std::process::exit(status)
}
