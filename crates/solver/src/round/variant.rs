//! Ways to minimise regret. They differ in what they remember of past iterations.

use serde::{Deserialize, Serialize};

/// A way to minimise regret.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Variant {
    /// CFR+ (Tammelin 2014): regrets never fall below 0, later strategies weigh more.
    Plus,
    /// Linear CFR (Brown and Sandholm 2019): iteration *t* weighs *t*.
    Linear,
    /// Discounted CFR (Brown and Sandholm 2019) with α = 1.5, β = 0, γ = 3.
    Discounted,
    /// Discounted CFR+ (Xu and others 2024) with α = 1.5, γ = 4.
    DiscountedPlus,
    /// Predictive CFR+ (Farina, Kroer and Sandholm 2021): the last regrets are expected again.
    Predictive,
    /// Predictive discounted CFR+ (Xu and others 2024) with α = 2.3, γ = 5.
    PredictiveDiscounted,
}

impl Variant {
    /// The one that is quickest to a thousandth (`docs/solver.md` compares them).
    pub const BEST: Variant = Variant::Discounted;

    /// All of them.
    pub const ALL: [Variant; 6] = [
        Variant::Plus,
        Variant::Linear,
        Variant::Discounted,
        Variant::DiscountedPlus,
        Variant::Predictive,
        Variant::PredictiveDiscounted,
    ];

    /// The name in reports and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Variant::Plus => "plus",
            Variant::Linear => "linear",
            Variant::Discounted => "discounted",
            Variant::DiscountedPlus => "discounted-plus",
            Variant::Predictive => "predictive",
            Variant::PredictiveDiscounted => "predictive-discounted",
        }
    }

    /// Whether regrets never fall below 0.
    pub(super) const fn clips(self) -> bool {
        !matches!(self, Variant::Linear | Variant::Discounted)
    }

    /// Whether the last regrets are kept, too.
    pub(super) const fn predicts(self) -> bool {
        matches!(self, Variant::Predictive | Variant::PredictiveDiscounted)
    }

    /// What positive and negative regrets are multiplied by before those of iteration `t` come in.
    pub(crate) fn kept(self, t: u32) -> (f64, f64) {
        let before = f64::from(t) - 1.0;
        let discount = |alpha: f64| {
            let power = before.powf(alpha);
            power / (power + 1.0)
        };
        match self {
            Variant::Plus | Variant::Predictive => (1.0, 1.0),
            Variant::Linear => (before / f64::from(t), before / f64::from(t)),
            Variant::Discounted => (discount(1.5), 0.5),
            Variant::DiscountedPlus => (discount(1.5), 0.0),
            Variant::PredictiveDiscounted => (discount(2.3), 0.0),
        }
    }

    /// How much the strategy of iteration `t` weighs in the average.
    pub(crate) fn weight(self, t: u32) -> f64 {
        let t = f64::from(t);
        match self {
            Variant::Plus | Variant::Linear => t,
            Variant::Predictive => t.powi(2),
            Variant::Discounted => t.powi(3),
            Variant::DiscountedPlus => t.powi(4),
            Variant::PredictiveDiscounted => t.powi(5),
        }
    }
}
