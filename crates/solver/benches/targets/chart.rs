//! A chart of curves over iterations, both axes logarithmic.

/// A curve with its name.
pub struct Curve {
    pub name: &'static str,
    /// Iterations and exploitability.
    pub points: Vec<(f64, f64)>,
}

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 420.0;
const LEFT: f64 = 60.0;
const BOTTOM: f64 = 50.0;
const RIGHT: f64 = 170.0;
const TOP: f64 = 20.0;
/// The powers of ten at the ends of the axes.
const ITERATIONS: (i32, i32) = (0, 3);
const EXPLOITABILITY: (i32, i32) = (-4, 0);
const COLOURS: [&str; 6] = ["#0072b2", "#e69f00", "#009e73", "#d55e00", "#cc79a7", "#56b4e9"];
const DASHES: [&str; 6] = ["none", "8 3", "none", "2 3", "8 3 2 3", "4 4"];

/// The chart as SVG.
pub fn svg(curves: &[Curve]) -> String {
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"white\"/>\n"
    );
    for power in ITERATIONS.0..=ITERATIONS.1 {
        let x = x(10f64.powi(power));
        svg += &format!(
            "<path d=\"M{x:.1} {TOP}V{:.1}\" stroke=\"#ddd\"/><text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>\n",
            HEIGHT - BOTTOM,
            HEIGHT - BOTTOM + 18.0,
            10f64.powi(power)
        );
    }
    for power in EXPLOITABILITY.0..=EXPLOITABILITY.1 {
        let y = y(10f64.powi(power));
        svg += &format!(
            "<path d=\"M{LEFT} {y:.1}H{:.1}\" stroke=\"#ddd\"/><text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>\n",
            WIDTH - RIGHT,
            LEFT - 6.0,
            y + 4.0,
            10f64.powi(power)
        );
    }
    svg += &format!(
        "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">iterations</text>\n\
         <text transform=\"translate(14 {:.1}) rotate(-90)\" text-anchor=\"middle\">exploitability</text>\n",
        (LEFT + WIDTH - RIGHT) / 2.0,
        HEIGHT - 12.0,
        (TOP + HEIGHT - BOTTOM) / 2.0
    );
    for (n, curve) in curves.iter().enumerate() {
        svg += &drawn(curve, COLOURS[n % COLOURS.len()], DASHES[n % DASHES.len()], n);
    }
    svg + "</svg>\n"
}

fn drawn(curve: &Curve, colour: &str, dash: &str, n: usize) -> String {
    let points: Vec<String> =
        curve.points.iter().map(|(at, value)| format!("{:.1},{:.1}", x(*at), y(*value))).collect();
    let (from, height) = (WIDTH - RIGHT + 12.0, TOP + 16.0 * n as f64 + 8.0);
    let style = format!("stroke=\"{colour}\" stroke-width=\"2\" stroke-dasharray=\"{dash}\"");
    format!(
        "<polyline points=\"{}\" fill=\"none\" {style}/>\n\
         <path d=\"M{from:.1} {height:.1}h24\" {style}/><text x=\"{:.1}\" y=\"{:.1}\">{}</text>\n",
        points.join(" "),
        from + 30.0,
        height + 4.0,
        curve.name
    )
}

fn x(iterations: f64) -> f64 {
    let share =
        (iterations.log10() - f64::from(ITERATIONS.0)) / f64::from(ITERATIONS.1 - ITERATIONS.0);
    LEFT + share * (WIDTH - LEFT - RIGHT)
}

fn y(exploitability: f64) -> f64 {
    let (low, high) = (f64::from(EXPLOITABILITY.0), f64::from(EXPLOITABILITY.1));
    let share = (exploitability.max(1e-9).log10().clamp(low, high) - low) / (high - low);
    HEIGHT - BOTTOM - share * (HEIGHT - BOTTOM - TOP)
}
